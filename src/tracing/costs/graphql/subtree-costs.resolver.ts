import { ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import type { CostDetailSums } from '../../../spans/cost-details.js';
import {
  type CostSums,
  SpanCostDetailSummaryEntry,
  SpanCostSummary,
  toCostDetail,
  toCostSummary,
  toUnpricedModels,
  UnpricedModel,
  type UnpricedSums,
} from '../../graphql/cost.type.js';
import { Span } from '../../spans/graphql/span.type.js';
import { SpansLoaders } from '../../spans/graphql/spans.loader.js';
import { CostsLoaders } from './costs.loader.js';

/** Adds the cost of a span and everything below it. */
@Resolver(() => Span)
export class SubtreeCostsResolver {
  constructor(
    private readonly costs: CostsLoaders,
    private readonly spans: SpansLoaders,
  ) {}

  @ResolveField(() => SpanCostSummary, {
    description: 'Of the span and everything below it, without spans that are not priced yet.',
  })
  async cumulativeCostSummary(
    span: Span,
    _args: unknown,
    context: GraphqlContext,
  ): Promise<SpanCostSummary> {
    const rows = await context.loaders.of(this.costs.spansInTrace).load(span.context.traceId);
    return toCostSummary(addUpSpans(await this.keepSubtree(span, rows, context)));
  }

  @ResolveField(() => [SpanCostDetailSummaryEntry], {
    description: 'Of the span and everything below it, by type of tokens, prompt first.',
  })
  async cumulativeCostDetailSummaryEntries(
    span: Span,
    _args: unknown,
    context: GraphqlContext,
  ): Promise<SpanCostDetailSummaryEntry[]> {
    const rows = await context.loaders.of(this.costs.detailsInTrace).load(span.context.traceId);
    return addUpByType(await this.keepSubtree(span, rows, context)).map(toCostDetail);
  }

  @ResolveField(() => [UnpricedModel], {
    description:
      'The models without a price that the span and everything below it name, those with the most tokens first.',
  })
  async cumulativeUnpricedModels(
    span: Span,
    _args: unknown,
    context: GraphqlContext,
  ): Promise<UnpricedModel[]> {
    const rows = await context.loaders.of(this.costs.unpricedInTrace).load(span.context.traceId);
    return toUnpricedModels(addUpByModel(await this.keepSubtree(span, rows, context)));
  }

  /** Keeps what belongs to a span or to spans below it. */
  private async keepSubtree<Row extends { spanId: string }>(
    { context: { traceId, spanId } }: Span,
    rows: readonly Row[],
    { loaders }: GraphqlContext,
  ): Promise<Row[]> {
    if (rows.length === 0) return [];
    const tree = await loaders.of(this.spans.tree).load(traceId);
    const counted = new Set([spanId, ...tree.listDescendants(spanId, 0)]);
    return rows.filter((row) => counted.has(row.spanId));
  }
}

function addUpSpans(rows: readonly CostSums[]): CostSums {
  const add = (part: keyof CostSums) => addUp(rows, (row) => row[part] ?? null);
  return {
    promptTokens: add('promptTokens') ?? 0,
    completionTokens: add('completionTokens') ?? 0,
    promptCost: add('promptCost'),
    completionCost: add('completionCost'),
    tokenSpanCount: add('tokenSpanCount'),
    unpricedSpanCount: add('unpricedSpanCount'),
  };
}

/** Null if no row has a value. */
function addUp<Row>(rows: readonly Row[], read: (row: Row) => number | null): number | null {
  const known = rows.map(read).filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** Keeps the order of the types. */
function addUpByType(details: readonly CostDetailSums[]): CostDetailSums[] {
  const byType = Map.groupBy(details, (one) => `${one.isPrompt} ${one.tokenType}`);
  return [...byType.values()].map((ofType) => ({
    tokenType: ofType[0]!.tokenType,
    isPrompt: ofType[0]!.isPrompt,
    tokens: addUp(ofType, ({ tokens }) => tokens) ?? 0,
    cost: addUp(ofType, ({ cost }) => cost),
  }));
}

function addUpByModel(rows: readonly UnpricedSums[]): UnpricedSums[] {
  const byModel = Map.groupBy(rows, (one) => JSON.stringify([one.provider, one.modelName]));
  return [...byModel.values()].map((ofModel) => ({
    modelName: ofModel[0]!.modelName,
    provider: ofModel[0]!.provider,
    spanCount: addUp(ofModel, ({ spanCount }) => spanCount) ?? 0,
    promptTokens: addUp(ofModel, ({ promptTokens }) => promptTokens) ?? 0,
    completionTokens: addUp(ofModel, ({ completionTokens }) => completionTokens) ?? 0,
  }));
}
