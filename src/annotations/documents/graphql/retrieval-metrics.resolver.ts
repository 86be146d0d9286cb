import { Args, Context, Float, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { Span } from '../../../tracing/spans/graphql/span.type.js';
import { AnnotationsLoaders } from '../../graphql/annotations.loader.js';
import { RetrievalMetrics } from '../retrieval-metrics.js';
import { DocumentRetrievalMetrics } from './document-metrics.type.js';
import { RankArgs, RetrievalMetricsArgs } from './documents.args.js';

/** Adds metrics of its retrieval to a span. */
@Resolver(() => Span)
export class MetricsOfSpanResolver {
  constructor(private readonly annotations: AnnotationsLoaders) {}

  @ResolveField(() => [DocumentRetrievalMetrics], {
    description: 'One for each evaluation of its documents, sorted by name.',
  })
  async documentRetrievalMetrics(
    @Parent() { context: { traceId, spanId } }: Span,
    @Args() { evaluationName }: RetrievalMetricsArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<DocumentRetrievalMetrics[]> {
    const rows = await loaders.of(this.annotations.ofDocuments).load([traceId, spanId]);
    return [...Map.groupBy(rows, ({ name }) => name)]
      .filter(([name]) => typeof evaluationName !== 'string' || name === evaluationName)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, group]) => ({ evaluationName: name, metrics: RetrievalMetrics.of(group) }));
  }
}

@Resolver(() => DocumentRetrievalMetrics)
export class RetrievalMetricsResolver {
  @ResolveField(() => Float, {
    nullable: true,
    description:
      'Discounted cumulative gain, `relevance / log2(rank + 1)` summed up, divided by that of the best order. 0 if no document is relevant.',
  })
  ndcg(@Parent() { metrics }: DocumentRetrievalMetrics, @Args() { k }: RankArgs): number | null {
    return metrics?.ndcg(k ?? null) ?? null;
  }

  @ResolveField(() => Float, {
    nullable: true,
    description: 'The share of the first k documents with a relevance above 0.',
  })
  precision(
    @Parent() { metrics }: DocumentRetrievalMetrics,
    @Args() { k }: RankArgs,
  ): number | null {
    return metrics?.precision(k ?? null) ?? null;
  }

  @ResolveField(() => Float, {
    nullable: true,
    description: '1 / rank of the first relevant document; 0 without one.',
  })
  reciprocalRank(@Parent() { metrics }: DocumentRetrievalMetrics): number | null {
    return metrics?.reciprocalRank ?? null;
  }

  @ResolveField(() => Float, {
    nullable: true,
    description: '1 if any document is relevant, or else 0.',
  })
  hit(@Parent() { metrics }: DocumentRetrievalMetrics): number | null {
    return metrics?.hit ?? null;
  }
}
