import { Args, Int, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Caller, type Identity, RequiredRole } from '../../common/access/access.js';
import type { Connection } from '../../common/pagination/connection.js';
import { NodeRegistry } from '../../common/graphql/node-registry.js';
import { offsetConnection } from '../../common/pagination/offset-page.js';
import { IdentifierScalar } from '../../common/graphql/scalars.js';
import type { JsonObject } from '../../common/json/json.js';
import {
  ClonePromptInput,
  CreateChatPromptInput,
  CreateChatPromptVersionInput,
  DeletePromptInput,
  PatchPromptInput,
  readMetadata,
} from './prompt.inputs.js';
import { PromptsArgs } from './prompts.args.js';
import {
  Prompt,
  PROMPT_TYPE,
  PromptConnection,
  PromptMutationPayload,
  toPrompt,
} from './prompt.type.js';
import { PromptLoaders } from './prompts.loader.js';
import { PromptsService } from '../prompts.service.js';
import type { SetPromptVersionTagInput } from '../tags/graphql/prompt-tag.inputs.js';
import { readChatPromptVersion } from '../versions/graphql/chat-prompt-version.inputs.js';
import { PromptVersionsService } from '../versions/prompt-versions.service.js';

@Resolver()
export class PromptsResolver {
  constructor(
    private readonly promptsService: PromptsService,
    private readonly versions: PromptVersionsService,
    nodes: NodeRegistry,
    loaders: PromptLoaders,
  ) {
    nodes.register(PROMPT_TYPE, (id, context) => context.loaders.of(loaders.byId).load(id));
  }

  @Query(() => PromptConnection, { description: 'Newest first.' })
  @RequiredRole('VIEWER')
  prompts(@Args() args: PromptsArgs): Promise<Connection<Prompt>> {
    const search = { name: args.filter?.value ?? null, labelIds: args.labelIds ?? null };
    const list = {
      slice: this.promptsService.slice.bind(this.promptsService, search),
      count: () => this.promptsService.count(search),
    };
    return offsetConnection(args, list, toPrompt);
  }

  @Query(() => Int)
  @RequiredRole('VIEWER')
  promptCount(): Promise<number> {
    return this.promptsService.count();
  }

  @Query(() => Prompt, { nullable: true })
  @RequiredRole('VIEWER')
  async getPromptByName(
    @Args('name', { type: () => IdentifierScalar }) name: string,
  ): Promise<Prompt | null> {
    const prompt = await this.promptsService.findByName(name);
    return prompt && toPrompt(prompt);
  }

  @Mutation(() => Prompt, { description: 'Makes a prompt with its first version.' })
  @RequiredRole('MEMBER')
  async createChatPrompt(
    @Args('input') input: CreateChatPromptInput,
    @Caller() caller: Identity,
  ): Promise<Prompt> {
    const { name, description } = input;
    const metadata = readMetadata(input.metadata) ?? {};
    const prompt = { name, description: description ?? null, metadata };
    const content = readChatPromptVersion(input.promptVersion);
    const tags = toTags(input.tags);
    return toPrompt(await this.versions.createPrompt(prompt, content, tags, caller));
  }

  @Mutation(() => Prompt, { description: 'Makes a version of a prompt. Versions never change.' })
  @RequiredRole('MEMBER')
  async createChatPromptVersion(
    @Args('input') input: CreateChatPromptVersionInput,
    @Caller() caller: Identity,
  ): Promise<Prompt> {
    const content = readChatPromptVersion(input.promptVersion);
    const prompt = await this.promptsService.getByGlobalId(input.promptId);
    return toPrompt(await this.versions.create(prompt.id, content, toTags(input.tags), caller));
  }

  @Mutation(() => Prompt, {
    description: 'Makes a prompt with a copy of every version of another. Tags are not copied.',
  })
  @RequiredRole('MEMBER')
  async clonePrompt(
    @Args('input') input: ClonePromptInput,
    @Caller() caller: Identity,
  ): Promise<Prompt> {
    const source = await this.promptsService.getByGlobalId(input.promptId);
    const { name, description } = input;
    const clone = {
      name,
      description: description === undefined ? source.description : description,
      metadata: readMetadata(input.metadata) ?? (source.metadata as JsonObject),
    };
    return toPrompt(await this.promptsService.clone(source, clone, caller));
  }

  @Mutation(() => Prompt, { description: 'The name of a prompt never changes.' })
  @RequiredRole('MEMBER')
  async patchPrompt(
    @Args('input') input: PatchPromptInput,
    @Caller() caller: Identity,
  ): Promise<Prompt> {
    const { description } = input;
    const changes = { description, metadata: readMetadata(input.metadata) };
    const prompt = await this.promptsService.getByGlobalId(input.promptId);
    return toPrompt(await this.promptsService.update(prompt, changes, caller));
  }

  @Mutation(() => PromptMutationPayload, {
    description: 'Deletes a prompt with its versions and tags.',
  })
  @RequiredRole('MEMBER')
  async deletePrompt(@Args('input') input: DeletePromptInput): Promise<PromptMutationPayload> {
    await this.promptsService.delete(await this.promptsService.getByGlobalId(input.promptId));
    return { query: {} };
  }
}

function toTags(tags: SetPromptVersionTagInput[] | null | undefined) {
  return (tags ?? []).map(({ name, description }) => ({ name, description: description ?? null }));
}
