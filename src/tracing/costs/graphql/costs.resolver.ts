import { ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../common/graphql/context.js';
import type { CostDetailSums } from '../../../common/sql/cost-details.js';
import {
  SpanCostDetailSummaryEntry,
  SpanCostSummary,
  toCostDetail,
  toCostSummary,
} from '../../graphql/cost.type.js';
import { ProjectSession } from '../../sessions/graphql/project-session.type.js';
import { Span } from '../../spans/graphql/span.type.js';
import { SpansLoaders } from '../../spans/graphql/spans.loader.js';
import { Trace } from '../../traces/graphql/trace.type.js';
import { CostsLoaders } from './costs.loader.js';

/** Adds the cost of a span. */
@Resolver(() => Span)
export class SpanCostsResolver {
  constructor(
    private readonly costs: CostsLoaders,
    private readonly spans: SpansLoaders,
  ) {}

  @ResolveField(() => SpanCostSummary, {
    nullable: true,
    description:
      'Null unless the kind is `llm`. The cost is null until the span is priced, about a second after it is stored.',
  })
  async costSummary(
    span: Span,
    _args: unknown,
    { loaders }: GraphqlContext,
  ): Promise<SpanCostSummary | null> {
    const cost = await loaders.of(this.costs.ofSpan).load(span.context);
    if (cost) return toCostSummary(cost);
    if (span.tokenCountTotal === null) return null;
    return toCostSummary({
      promptTokens: span.tokenCountPrompt ?? 0,
      completionTokens: span.tokenCountCompletion ?? 0,
    });
  }

  @ResolveField(() => [SpanCostDetailSummaryEntry], {
    description: 'By type of tokens, prompt first.',
  })
  async costDetailSummaryEntries(
    { context }: Span,
    _args: unknown,
    { loaders }: GraphqlContext,
  ): Promise<SpanCostDetailSummaryEntry[]> {
    return (await loaders.of(this.costs.detailsOfSpan).load(context)).map(toCostDetail);
  }

  @ResolveField(() => [SpanCostDetailSummaryEntry], {
    description: 'Of the span and everything below it, by type of tokens, prompt first.',
  })
  async cumulativeCostDetailSummaryEntries(
    { context: { traceId, spanId } }: Span,
    _args: unknown,
    { loaders }: GraphqlContext,
  ): Promise<SpanCostDetailSummaryEntry[]> {
    const [tree, details] = await Promise.all([
      loaders.of(this.spans.tree).load(traceId),
      loaders.of(this.costs.detailsInTrace).load(traceId),
    ]);
    if (details.length === 0) return [];
    const counted = new Set([spanId, ...tree.listDescendants(spanId, 0)]);
    return addUpByType(details.filter((detail) => counted.has(detail.spanId))).map(toCostDetail);
  }
}

/** Keeps the order of the types. */
function addUpByType(details: readonly CostDetailSums[]): CostDetailSums[] {
  const sums = new Map<string, CostDetailSums>();
  for (const detail of details) {
    const type = `${detail.isPrompt} ${detail.tokenType}`;
    const sum = sums.get(type);
    if (!sum) {
      sums.set(type, { ...detail });
      continue;
    }
    sum.tokens += detail.tokens;
    if (detail.cost !== null) sum.cost = (sum.cost ?? 0) + detail.cost;
  }
  return [...sums.values()];
}

/** Adds the cost of a trace by type of tokens. */
@Resolver(() => Trace)
export class TraceCostsResolver {
  constructor(private readonly costs: CostsLoaders) {}

  @ResolveField(() => [SpanCostDetailSummaryEntry], {
    description: 'By type of tokens, prompt first.',
  })
  async costDetailSummaryEntries(
    { traceId }: Trace,
    _args: unknown,
    { loaders }: GraphqlContext,
  ): Promise<SpanCostDetailSummaryEntry[]> {
    return (await loaders.of(this.costs.detailsOfTrace).load(traceId)).map(toCostDetail);
  }
}

/** Adds the cost of a session by type of tokens. */
@Resolver(() => ProjectSession)
export class SessionCostsResolver {
  constructor(private readonly costs: CostsLoaders) {}

  @ResolveField(() => [SpanCostDetailSummaryEntry], {
    description: 'By type of tokens, prompt first.',
  })
  async costDetailSummaryEntries(
    { sessionId }: ProjectSession,
    _args: unknown,
    { loaders }: GraphqlContext,
  ): Promise<SpanCostDetailSummaryEntry[]> {
    return (await loaders.of(this.costs.detailsOfSession).load(sessionId)).map(toCostDetail);
  }
}
