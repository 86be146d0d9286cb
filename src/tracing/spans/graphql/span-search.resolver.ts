import {
  Args,
  Context,
  Field,
  Float,
  Int,
  ObjectType,
  Parent,
  ResolveField,
  Resolver,
} from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { Project } from '../../../projects/graphql/project.type.js';
import { readSearch } from '../../span-index/search-text.js';
import { CandidatesService } from '../../span-index/candidates.service.js';
import { Span } from './span.type.js';
import { SpansLoaders } from './spans.loader.js';

@ObjectType({ description: 'The place of a word or phrase of a search in a span.' })
export class SpanSearchMatch {
  @Field(() => String, {
    description:
      '`name`, `status_message`, `events` with the path in them, or the dotted name of an attribute.',
  })
  field: string;

  @Field(() => String, { description: 'The text around the match.' })
  excerpt: string;

  @Field(() => Int, { description: 'Where the match begins in the excerpt, in UTF-16 code units.' })
  start: number;

  @Field(() => Int, { description: 'Length of the match in UTF-16 code units.' })
  length: number;
}

@ObjectType({
  description: 'The lag of the index of spans. Searches find new spans anyway.',
})
export class SpanIndexLag {
  @Field(() => Float, { description: 'Age of the oldest change that is not indexed, in seconds.' })
  seconds: number;

  @Field(() => Int, { description: 'Groups of up to 32 spans that are not indexed.' })
  blocks: number;
}

/** Shows why a span was found. */
@Resolver(() => Span)
export class SpanSearchResolver {
  constructor(private readonly loaded: SpansLoaders) {}

  @ResolveField(() => [SpanSearchMatch], {
    description: 'The first match of each word and phrase of a search in the span.',
  })
  searchMatches(
    @Parent() { context, name, statusMessage }: Span,
    @Args('search') search: string,
    @Context() { loaders }: GraphqlContext,
  ): Promise<SpanSearchMatch[]> {
    readSearch(search);
    const { traceId, spanId } = context;
    return loaders
      .of(this.loaded.searchMatches)
      .load({ traceId, spanId, name, statusMessage, search });
  }
}

/** The state of the index of a project's spans. */
@Resolver(() => Project)
export class ProjectSearchResolver {
  constructor(private readonly candidates: CandidatesService) {}

  @ResolveField(() => SpanIndexLag)
  spanIndexLag(@Parent() project: Project): Promise<SpanIndexLag> {
    return this.candidates.readIndexLag(project.rowId);
  }
}
