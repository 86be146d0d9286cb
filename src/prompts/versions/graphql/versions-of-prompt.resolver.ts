import { Args, Context, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import type { Connection } from '../../../kernel/pagination/connection.js';
import { offsetConnection, OffsetPageArgs } from '../../../kernel/pagination/offset-page.js';
import { Prompt } from '../../graphql/prompt.type.js';
import type { Slice } from '../../prompts.service.js';
import {
  type PromptVersion,
  PromptVersionConnection,
  toPromptVersion,
} from './prompt-version.type.js';
import { PromptVersionsLoaders } from './prompt-versions.loader.js';

/** Adds versions to the fields of a prompt. */
@Resolver(() => Prompt)
export class VersionsOfPromptResolver {
  constructor(private readonly versions: PromptVersionsLoaders) {}

  @ResolveField(() => Int)
  versionCount(
    @Parent() { rowId }: Prompt,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number> {
    return loaders.of(this.versions.counts).load(rowId);
  }

  @ResolveField(() => PromptVersionConnection, { description: 'Newest first.' })
  promptVersions(
    @Parent() { rowId: promptId }: Prompt,
    @Args() args: OffsetPageArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<PromptVersion>> {
    const list = {
      slice: (slice: Slice) => loaders.of(this.versions.slices).load({ promptId, slice }),
      count: () => loaders.of(this.versions.counts).load(promptId),
    };
    return offsetConnection(args, list, toPromptVersion);
  }
}
