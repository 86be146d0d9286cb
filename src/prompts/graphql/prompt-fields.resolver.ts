import { Args, Context, ID, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { requireRowId } from '../../common/ids/global-id.js';
import type { Connection } from '../../common/pagination/connection.js';
import type { GraphqlContext } from '../../common/graphql/context.js';
import { offsetConnection, OffsetPageArgs } from '../../common/pagination/offset-page.js';
import { IdentifierScalar } from '../../common/graphql/scalars.js';
import { User } from '../../users/graphql/user.type.js';
import { PromptAuthorsLoader } from './prompt-authors.loader.js';
import { Prompt } from './prompt.type.js';
import { PromptLoaders } from './prompts.loader.js';
import { PromptVersionTag } from '../tags/graphql/prompt-version-tag.type.js';
import {
  PromptVersion,
  PROMPT_VERSION_TYPE,
  PromptVersionConnection,
  toPromptVersion,
} from '../versions/graphql/prompt-version.type.js';
import { PromptVersionLoaders } from '../versions/graphql/prompt-versions.loader.js';

/** What a prompt shows besides its row, loaded for all prompts of a page at once. */
@Resolver(() => Prompt)
export class PromptFieldsResolver {
  constructor(
    private readonly own: PromptLoaders,
    private readonly versions: PromptVersionLoaders,
    private readonly authors: PromptAuthorsLoader,
  ) {}

  @ResolveField(() => PromptVersion, {
    nullable: true,
    description:
      'The version of the id, else the one that the tag points to, else the newest. Absent when ' +
      'the version of this prompt does not exist.',
  })
  async version(
    @Parent() { rowId }: Prompt,
    @Args('versionId', { type: () => ID, nullable: true }) versionId: string | null,
    @Args('tagName', { type: () => IdentifierScalar, nullable: true }) tagName: string | null,
    @Context() { loaders }: GraphqlContext,
  ): Promise<PromptVersion | null> {
    if (!versionId && !tagName) {
      const slice = { offset: 0, limit: 1 };
      const [latest] = await loaders.of(this.own.versionSlices).load({ promptId: rowId, slice });
      return latest ? toPromptVersion(latest) : null;
    }
    const id = versionId
      ? requireRowId(versionId, PROMPT_VERSION_TYPE)
      : await loaders.of(this.own.taggedVersionIds).load({ promptId: rowId, tagName: tagName! });
    const version = id === null ? null : await loaders.of(this.versions.byId).load(id);
    return version?.promptRowId === rowId ? version : null;
  }

  @ResolveField(() => Int)
  versionCount(
    @Parent() { rowId }: Prompt,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number> {
    return loaders.of(this.own.versionCounts).load(rowId);
  }

  @ResolveField(() => [PromptVersionTag], { description: 'Of all its versions, by their names.' })
  versionTags(
    @Parent() { rowId }: Prompt,
    @Context() { loaders }: GraphqlContext,
  ): Promise<PromptVersionTag[]> {
    return loaders.of(this.own.tagsOf).load(rowId);
  }

  @ResolveField(() => PromptVersionConnection, { description: 'Newest first.' })
  promptVersions(
    @Parent() { rowId }: Prompt,
    @Args() args: OffsetPageArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<PromptVersion>> {
    const slices = loaders.of(this.own.versionSlices);
    const list = {
      slice: (slice: { offset: number; limit: number }) => slices.load({ promptId: rowId, slice }),
      count: () => loaders.of(this.own.versionCounts).load(rowId),
    };
    return offsetConnection(args, list, toPromptVersion);
  }

  @ResolveField(() => Prompt, {
    nullable: true,
    description: 'The prompt that it was cloned from, while that exists.',
  })
  async sourcePrompt(
    @Parent() { sourcePromptRowId }: Prompt,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Prompt | null> {
    return sourcePromptRowId === null ? null : loaders.of(this.own.byId).load(sourcePromptRowId);
  }

  @ResolveField(() => User, { nullable: true })
  async createdBy(
    @Parent() { userRowId }: Prompt,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    return userRowId === null ? null : loaders.of(this.authors).load(userRowId);
  }

  @ResolveField(() => User, { nullable: true, description: 'Who changed it last.' })
  async updatedBy(
    @Parent() { updatedByRowId }: Prompt,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    return updatedByRowId === null ? null : loaders.of(this.authors).load(updatedByRowId);
  }
}
