import {
  Args,
  ArgsType,
  Context,
  Field,
  ID,
  InputType,
  Int,
  Mutation,
  Parent,
  Query,
  registerEnumType,
  ResolveField,
  Resolver,
} from '@nestjs/graphql';
import { Caller, type Identity } from '../../kernel/access/access.js';
import { Access } from '../../kernel/access/handler-access.js';
import type { GraphqlContext } from '../../kernel/graphql/context.js';
import { createLoaderById } from '../../kernel/graphql/loaders.js';
import { NodeRegistry } from '../../kernel/graphql/node-registry.js';
import { IdentifierScalar } from '../../kernel/graphql/scalars.js';
import { requireRowId, requireRowIds } from '../../kernel/ids/global-id.js';
import type { Connection } from '../../kernel/pagination/connection.js';
import { offsetConnection, OffsetPageArgs } from '../../kernel/pagination/offset-page.js';
import { Project, toProject } from '../../projects/graphql/project.type.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { User } from '../../users/graphql/user.type.js';
import { PROMPT_TYPE, PromptsService } from '../prompts.service.js';
import { DeletePromptInput, PatchPromptInput } from './prompt.inputs.js';
import { Prompt, PromptConnection, PromptMutationPayload, toPrompt } from './prompt.type.js';
import { PromptsLoaders } from './prompts.loader.js';

enum PromptFilterColumn {
  name = 'name',
}

registerEnumType(PromptFilterColumn, { name: 'PromptFilterColumn' });

@InputType('PromptFilter', {
  description: 'Selects prompts whose column contains the value, ignoring case.',
})
class PromptFilterInput {
  @Field(() => PromptFilterColumn)
  col: PromptFilterColumn;

  @Field(() => String)
  value: string;
}

@ArgsType()
class PromptsArgs extends OffsetPageArgs {
  @Field(() => PromptFilterInput, { nullable: true })
  filter?: PromptFilterInput | null;

  @Field(() => [ID], { nullable: true, description: 'Only prompts with one of these labels.' })
  labelIds?: string[] | null;
}

/** Prompts; the sub-features add their own fields to `Prompt`. */
@Resolver(() => Prompt)
export class PromptsResolver {
  private readonly projectById;

  constructor(
    private readonly promptsService: PromptsService,
    private readonly promptsLoaders: PromptsLoaders,
    private readonly projects: ProjectsService,
    nodes: NodeRegistry,
  ) {
    this.projectById = createLoaderById((ids) => projects.findByIds(ids), toProject);
    nodes.register(PROMPT_TYPE, (id, { loaders }) => loaders.of(promptsLoaders.byId).load(id));
  }

  @Query(() => PromptConnection, { description: 'Newest first.' })
  @Access('VIEWER')
  prompts(@Args() { filter, labelIds, ...page }: PromptsArgs): Promise<Connection<Prompt>> {
    const search = { name: filter?.value, labelIds: requireRowIds(labelIds ?? [], 'PromptLabel') };
    const list = {
      slice: this.promptsService.slice.bind(this.promptsService, search),
      count: () => this.promptsService.count(search),
    };
    return offsetConnection(page, list, toPrompt);
  }

  @Query(() => Int)
  @Access('VIEWER')
  promptCount(): Promise<number> {
    return this.promptsService.count();
  }

  @Query(() => Prompt, { nullable: true })
  @Access('VIEWER')
  async getPromptByName(
    @Args('name', { type: () => IdentifierScalar }) name: string,
  ): Promise<Prompt | null> {
    const prompt = await this.promptsService.findByName(name);
    return prompt && toPrompt(prompt);
  }

  @Mutation(() => Prompt, { description: 'Changes a prompt. Its name never changes.' })
  @Access('MEMBER', 'by project role')
  async patchPrompt(
    @Args('input') { promptId, description, metadata, projectId }: PatchPromptInput,
    @Caller() caller: Identity,
  ): Promise<Prompt> {
    const prompt = await this.promptsService.get(requireRowId(promptId, PROMPT_TYPE));
    const owner = projectId === undefined ? undefined : await this.projects.getOwnerId(projectId);
    const patch = { description, metadata: metadata ?? undefined, projectId: owner };
    return toPrompt(await this.promptsService.update(prompt, patch, caller));
  }

  @ResolveField(() => Project, {
    nullable: true,
    description: 'The project that it belongs to; null if everyone can see it.',
  })
  async project(
    @Parent() { projectRowId }: Prompt,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Project | null> {
    return projectRowId === null ? null : loaders.of(this.projectById).load(projectRowId);
  }

  @Mutation(() => PromptMutationPayload, {
    description: 'Deletes a prompt with its versions and tags.',
  })
  @Access('MEMBER', 'by project role', 'while storage is full too')
  async deletePrompt(
    @Args('input') { promptId }: DeletePromptInput,
  ): Promise<PromptMutationPayload> {
    const prompt = await this.promptsService.get(requireRowId(promptId, PROMPT_TYPE));
    await this.promptsService.delete(prompt);
    return { query: {} };
  }

  @ResolveField(() => Prompt, {
    nullable: true,
    description: 'The prompt that this one was cloned from, unless it has been deleted.',
  })
  async sourcePrompt(
    @Parent() { sourcePromptRowId }: Prompt,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Prompt | null> {
    if (sourcePromptRowId === null) return null;
    return loaders.of(this.promptsLoaders.byId).load(sourcePromptRowId);
  }

  @ResolveField(() => User, { nullable: true })
  async createdBy(
    @Parent() { userRowId }: Prompt,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    return userRowId === null ? null : loaders.of(this.promptsLoaders.users).load(userRowId);
  }

  @ResolveField(() => User, { nullable: true, description: 'The user who last changed it.' })
  async updatedBy(
    @Parent() { updatedByRowId }: Prompt,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    if (updatedByRowId === null) return null;
    return loaders.of(this.promptsLoaders.users).load(updatedByRowId);
  }
}
