import { Args, Context, ID, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { IdentifierScalar } from '../../../kernel/graphql/scalars.js';
import { requireRowId } from '../../../kernel/ids/global-id.js';
import { Prompt } from '../../graphql/prompt.type.js';
import { PromptVersion, toPromptVersion } from '../../versions/graphql/prompt-version.type.js';
import { PromptVersionsLoaders } from '../../versions/graphql/prompt-versions.loader.js';
import { PROMPT_VERSION_TYPE } from '../../versions/prompt-versions.service.js';
import { PromptTagsLoaders } from './prompt-tags.loader.js';
import { PromptVersionTag, toPromptVersionTag } from './prompt-version-tag.type.js';

/** Adds tags, and the version that a tag points to, to the fields of a prompt. */
@Resolver(() => Prompt)
export class TagsOfPromptResolver {
  constructor(
    private readonly tags: PromptTagsLoaders,
    private readonly versions: PromptVersionsLoaders,
  ) {}

  @ResolveField(() => PromptVersion, {
    nullable: true,
    description:
      'The version with the ID, or the one that the tag points to, or the newest. Null if the ' +
      'prompt does not have that version or tag.',
  })
  async version(
    @Parent() { rowId: promptId }: Prompt,
    @Args('versionId', { type: () => ID, nullable: true }) versionId: string | null,
    @Args('tagName', { type: () => IdentifierScalar, nullable: true }) tagName: string | null,
    @Context() { loaders }: GraphqlContext,
  ): Promise<PromptVersion | null> {
    if (!versionId && !tagName) {
      const slice = { offset: 0, limit: 1 };
      const [latest] = await loaders.of(this.versions.slices).load({ promptId, slice });
      return latest ? toPromptVersion(latest) : null;
    }
    const id = versionId
      ? requireRowId(versionId, PROMPT_VERSION_TYPE)
      : await loaders.of(this.tags.versionIds).load({ promptId, tagName: tagName! });
    const version = id === null ? null : await loaders.of(this.versions.byId).load(id);
    return version?.promptRowId === promptId ? version : null;
  }

  @ResolveField(() => [PromptVersionTag], {
    description: 'The tags of all versions, sorted by name.',
  })
  async versionTags(
    @Parent() { rowId }: Prompt,
    @Context() { loaders }: GraphqlContext,
  ): Promise<PromptVersionTag[]> {
    return (await loaders.of(this.tags.byPrompt).load(rowId)).map(toPromptVersionTag);
  }
}

/** Adds tags to the fields of a version. */
@Resolver(() => PromptVersion)
export class TagsOfVersionResolver {
  constructor(private readonly tagsLoaders: PromptTagsLoaders) {}

  @ResolveField(() => [PromptVersionTag], {
    description: 'The tags that point to it, sorted by name.',
  })
  async tags(
    @Parent() { rowId }: PromptVersion,
    @Context() { loaders }: GraphqlContext,
  ): Promise<PromptVersionTag[]> {
    return (await loaders.of(this.tagsLoaders.byVersion).load(rowId)).map(toPromptVersionTag);
  }
}
