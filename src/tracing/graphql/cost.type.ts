import { Field, Float, Int, ObjectType } from '@nestjs/graphql';
import { addCost, type PricedCounts } from '../../spans/cost-details.js';
import type { GenerativeModel } from '../../models/graphql/generative-model.type.js';

@ObjectType({ description: 'A number of tokens and their cost.' })
export class CostBreakdown {
  @Field(() => Float, { nullable: true })
  tokens: number | null;

  @Field(() => Float, { nullable: true, description: 'US dollars; null if no price is known.' })
  cost: number | null;
}

@ObjectType({
  description: 'Counts of the calls of models that a cost covers, and of those that have no price.',
})
export class PricedSpanCounts {
  @Field(() => Int, { description: 'Number of calls: LLM spans with tokens.' })
  spanCount: number;

  @Field(() => Int, {
    description:
      'How many of these have no price, so the cost does not include them. New spans are priced after about a second, and do not count until then.',
  })
  unpricedSpanCount: number;
}

@ObjectType({ description: 'Tokens and cost of prompts, of completions, and in total.' })
export class SpanCostSummary extends PricedSpanCounts {
  @Field(() => CostBreakdown)
  prompt: CostBreakdown;

  @Field(() => CostBreakdown)
  completion: CostBreakdown;

  @Field(() => CostBreakdown)
  total: CostBreakdown;
}

@ObjectType({
  description:
    'A model without a price, as spans name it, with the number of these spans and their tokens.',
})
export class UnpricedModel {
  @Field(() => String, {
    nullable: true,
    description:
      'As in the attribute `llm.model_name`, shortened to 300 characters; null if the spans name none.',
  })
  name: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'As in the attribute `llm.provider`; null if the spans name none.',
  })
  provider: string | null;

  @Field(() => Int)
  spanCount: number;

  @Field(() => Float)
  tokenCountPrompt: number;

  @Field(() => Float)
  tokenCountCompletion: number;

  @Field(() => Float)
  tokenCountTotal: number;
}

@ObjectType({ description: 'The tokens of one type and their cost.' })
export class SpanCostDetailSummaryEntry {
  @Field(() => String, { description: '`input`, `output`, `cache_read` and so on.' })
  tokenType: string;

  @Field(() => Boolean)
  isPrompt: boolean;

  @Field(() => CostBreakdown)
  value: CostBreakdown;
}

/** Sums over spans. A cost is null if no span has a known price. */
export interface CostSums {
  promptTokens: number;
  completionTokens: number;
  /** US dollars. */
  promptCost?: number | null;
  completionCost?: number | null;
  /** LLM spans with tokens, and how many of them have no price. */
  tokenSpanCount?: number | null;
  unpricedSpanCount?: number | null;
}

/** The spans whose model has no price. */
export interface UnpricedSums {
  /** Empty if the spans name none. */
  modelName: string;
  provider: string;
  spanCount: number;
  promptTokens: number;
  completionTokens: number;
}

/** A model in a list of the models that a project used most. */
export interface RankedModel extends GenerativeModel {
  /** Of the project and range of the list. */
  sums: CostSums;
}

export function toCostSummary(sums: CostSums): SpanCostSummary {
  const { promptTokens, completionTokens, promptCost = null, completionCost = null } = sums;
  const { spanCount, unpricedSpanCount } = toPricedSpanCounts(sums);
  return {
    prompt: { tokens: promptTokens, cost: promptCost },
    completion: { tokens: completionTokens, cost: completionCost },
    total: {
      tokens: promptTokens + completionTokens,
      cost: addCost({ promptCost, completionCost }),
    },
    spanCount,
    unpricedSpanCount,
  };
}

export function toPricedSpanCounts(counts: {
  [Count in keyof PricedCounts]?: PricedCounts[Count] | null;
}): PricedSpanCounts {
  const { tokenSpanCount, unpricedSpanCount } = counts;
  return { spanCount: tokenSpanCount ?? 0, unpricedSpanCount: unpricedSpanCount ?? 0 };
}

export function toCostDetail(row: {
  tokenType: string;
  isPrompt: boolean;
  tokens: number;
  cost: number | null;
}): SpanCostDetailSummaryEntry {
  const { tokenType, isPrompt, tokens, cost } = row;
  return { tokenType, isPrompt, value: { tokens, cost } };
}

/** Sorts the models with the most tokens first. */
export function toUnpricedModels(rows: readonly UnpricedSums[]): UnpricedModel[] {
  return rows
    .map(({ modelName, provider, spanCount, promptTokens, completionTokens }) => ({
      name: modelName || null,
      provider: provider || null,
      spanCount,
      tokenCountPrompt: promptTokens,
      tokenCountCompletion: completionTokens,
      tokenCountTotal: promptTokens + completionTokens,
    }))
    .toSorted((a, b) => b.tokenCountTotal - a.tokenCountTotal || compareNames(a, b));
}

function compareNames(a: UnpricedModel, b: UnpricedModel): number {
  return (a.name ?? '') < (b.name ?? '') ? -1 : 1;
}
