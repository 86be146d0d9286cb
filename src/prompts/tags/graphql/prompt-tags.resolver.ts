import { Args, Context, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { Caller, type Identity, RequiredRole } from '../../../common/access/access.js';
import type { GraphqlContext } from '../../../common/graphql/context.js';
import { NodeRegistry } from '../../../common/graphql/node-registry.js';
import { User } from '../../../users/graphql/user.type.js';
import { PromptAuthorsLoader } from '../../graphql/prompt-authors.loader.js';
import { toPrompt } from '../../graphql/prompt.type.js';
import { PromptVersion } from '../../versions/graphql/prompt-version.type.js';
import { PromptVersionLoaders } from '../../versions/graphql/prompt-versions.loader.js';
import { DeletePromptVersionTagInput, PromptVersionTagInput } from './prompt-tag.inputs.js';
import { PromptTagsLoader } from './prompt-tags.loader.js';
import { type ChangedTag, PromptTagsService } from '../prompt-tags.service.js';
import {
  PROMPT_VERSION_TAG_TYPE,
  PromptVersionTag,
  PromptVersionTagMutationPayload,
  toPromptVersionTag,
} from './prompt-version-tag.type.js';

@Resolver(() => PromptVersionTag)
export class PromptTagsResolver {
  constructor(
    private readonly tags: PromptTagsService,
    private readonly authors: PromptAuthorsLoader,
    private readonly versions: PromptVersionLoaders,
    nodes: NodeRegistry,
    loader: PromptTagsLoader,
  ) {
    nodes.register(PROMPT_VERSION_TAG_TYPE, (id, { loaders }) => loaders.of(loader).load(id));
  }

  @Mutation(() => PromptVersionTagMutationPayload, {
    description: 'Lets a tag point to a version. A tag of that name that its prompt has is moved.',
  })
  @RequiredRole('MEMBER')
  async setPromptVersionTag(
    @Args('input') { promptVersionId, name, description }: PromptVersionTagInput,
    @Caller() caller: Identity,
  ): Promise<PromptVersionTagMutationPayload> {
    const tag = { name, description: description ?? null };
    return answer(await this.tags.setByGlobalId(promptVersionId, tag, caller));
  }

  @Mutation(() => PromptVersionTagMutationPayload)
  @RequiredRole('MEMBER')
  async deletePromptVersionTag(
    @Args('input') { promptVersionTagId }: DeletePromptVersionTagInput,
  ): Promise<PromptVersionTagMutationPayload> {
    return answer(await this.tags.deleteByGlobalId(promptVersionTagId));
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

  @ResolveField(() => User, { nullable: true, description: 'Who let it point there.' })
  async user(
    @Parent() { userRowId }: PromptVersionTag,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    return userRowId === null ? null : loaders.of(this.authors).load(userRowId);
  }
}

function answer({ tag, prompt }: ChangedTag): PromptVersionTagMutationPayload {
  return { promptVersionTag: toPromptVersionTag(tag), prompt: toPrompt(prompt), query: {} };
}
