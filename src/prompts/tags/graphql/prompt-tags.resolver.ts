import { Args, Context, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { NodeRegistry } from '../../../kernel/graphql/node-registry.js';
import { requireRowId } from '../../../kernel/ids/global-id.js';
import { User } from '../../../users/graphql/user.type.js';
import { toPrompt } from '../../graphql/prompt.type.js';
import { PromptsLoaders } from '../../graphql/prompts.loader.js';
import { PromptsService } from '../../prompts.service.js';
import { PromptVersion } from '../../versions/graphql/prompt-version.type.js';
import { PromptVersionsLoaders } from '../../versions/graphql/prompt-versions.loader.js';
import { PROMPT_VERSION_TAG_TYPE, PromptTagsService } from '../prompt-tags.service.js';
import {
  DeletePromptVersionTagInput,
  readTagOfVersion,
  SetPromptVersionTagInput,
} from './prompt-tag.inputs.js';
import { PromptTagsLoaders } from './prompt-tags.loader.js';
import {
  PromptVersionTag,
  PromptVersionTagMutationPayload,
  toPromptVersionTag,
} from './prompt-version-tag.type.js';

@Resolver(() => PromptVersionTag)
export class PromptTagsResolver {
  constructor(
    private readonly tags: PromptTagsService,
    private readonly prompts: PromptsService,
    private readonly promptsLoaders: PromptsLoaders,
    private readonly versions: PromptVersionsLoaders,
    nodes: NodeRegistry,
    tagsLoaders: PromptTagsLoaders,
  ) {
    nodes.register(PROMPT_VERSION_TAG_TYPE, (id, { loaders }) =>
      loaders.of(tagsLoaders.byId).load(id),
    );
  }

  @Mutation(() => PromptVersionTagMutationPayload, {
    description:
      'Points a tag at a version. If another version of the prompt has a tag with that name, the tag ' +
      'moves to this one.',
  })
  @Access('MEMBER', 'by project role')
  async setPromptVersionTag(
    @Args('input') input: SetPromptVersionTagInput,
    @Caller() caller: Identity,
  ): Promise<PromptVersionTagMutationPayload> {
    const [versionId, tag] = readTagOfVersion(input);
    const id = await this.tags.set(versionId, tag, caller);
    return this.toPayload(await this.tags.get(id));
  }

  @Mutation(() => PromptVersionTagMutationPayload)
  @Access('MEMBER', 'by project role', 'while storage is full too')
  async deletePromptVersionTag(
    @Args('input') { promptVersionTagId }: DeletePromptVersionTagInput,
  ): Promise<PromptVersionTagMutationPayload> {
    const id = requireRowId(promptVersionTagId, PROMPT_VERSION_TAG_TYPE);
    return this.toPayload(await this.tags.delete(id));
  }

  @ResolveField(() => PromptVersion, {
    nullable: true,
    description: 'The version that it points to.',
  })
  promptVersion(
    @Parent() { promptVersionRowId }: PromptVersionTag,
    @Context() { loaders }: GraphqlContext,
  ): Promise<PromptVersion | null> {
    return loaders.of(this.versions.byId).load(promptVersionRowId);
  }

  @ResolveField(() => User, { nullable: true, description: 'The user who last set it.' })
  async user(
    @Parent() { userRowId }: PromptVersionTag,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    return userRowId === null ? null : loaders.of(this.promptsLoaders.users).load(userRowId);
  }

  private async toPayload(
    tag: Parameters<typeof toPromptVersionTag>[0],
  ): Promise<PromptVersionTagMutationPayload> {
    const prompt = await this.prompts.get(tag.promptId);
    return { promptVersionTag: toPromptVersionTag(tag), prompt: toPrompt(prompt), query: {} };
  }
}
