import { addCost } from '../../../spans/cost-details.js';
import { registerEnumType, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import {
  SpanCostDetailSummaryEntry,
  SpanCostSummary,
  toCostDetail,
  toCostSummary,
  toUnpricedModels,
  UnpricedModel,
} from '../../graphql/cost.type.js';
import { ProjectSession } from '../../sessions/graphql/project-session.type.js';
import { Span } from '../../spans/graphql/span.type.js';
import { Trace } from '../../traces/graphql/trace.type.js';
import { CostsLoaders } from './costs.loader.js';

/** The origin of a cost. */
export enum CostSource {
  PRICES = 'PRICES',
  SENDER = 'SENDER',
}

registerEnumType(CostSource, {
  name: 'CostSource',
  description: "The origin of a span's cost.",
  valuesMap: {
    PRICES: { description: 'Calculated from its tokens and the prices of its model.' },
    SENDER: { description: 'Stated by its sender, in the attributes `llm.cost.*`.' },
  },
});

/** Adds the cost of a span. */
@Resolver(() => Span)
export class SpanCostsResolver {
  constructor(private readonly costs: CostsLoaders) {}

  @ResolveField(() => SpanCostSummary, {
    nullable: true,
    description:
      'Null if the span has neither tokens that count nor a cost. The cost is null until the span is priced, about a second after it is stored.',
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
      tokenSpanCount: span.tokenCountTotal > 0 ? 1 : 0,
    });
  }

  @ResolveField(() => CostSource, {
    nullable: true,
    description: 'Null if the span has no cost, or is not priced yet.',
  })
  async costSource(
    { context }: Span,
    _args: unknown,
    { loaders }: GraphqlContext,
  ): Promise<CostSource | null> {
    const cost = await loaders.of(this.costs.ofSpan).load(context);
    if (!cost || addCost(cost) === null) return null;
    return cost.isStated ? CostSource.SENDER : CostSource.PRICES;
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

  @ResolveField(() => [UnpricedModel], {
    description:
      'The models without a price that its spans name, those with the most tokens first.',
  })
  async unpricedModels(
    { traceId }: Trace,
    _args: unknown,
    { loaders }: GraphqlContext,
  ): Promise<UnpricedModel[]> {
    return toUnpricedModels(await loaders.of(this.costs.unpricedOfTrace).load(traceId));
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
    { key }: ProjectSession,
    _args: unknown,
    { loaders }: GraphqlContext,
  ): Promise<SpanCostDetailSummaryEntry[]> {
    return (await loaders.of(this.costs.detailsOfSession).load(key)).map(toCostDetail);
  }

  @ResolveField(() => [UnpricedModel], {
    description:
      'The models without a price that its spans name, those with the most tokens first.',
  })
  async unpricedModels(
    { key }: ProjectSession,
    _args: unknown,
    { loaders }: GraphqlContext,
  ): Promise<UnpricedModel[]> {
    return toUnpricedModels(await loaders.of(this.costs.unpricedOfSession).load(key));
  }
}
