import { Field, Float, ObjectType } from '@nestjs/graphql';
import type { GenerativeModel } from '../../models/graphql/generative-model.type.js';

@ObjectType({ description: 'A number of tokens and their cost.' })
export class CostBreakdown {
  @Field(() => Float, { nullable: true })
  tokens: number | null;

  @Field(() => Float, { nullable: true, description: 'US dollars; null if no price is known.' })
  cost: number | null;
}

@ObjectType({ description: 'Tokens and cost of prompts, of completions, and in total.' })
export class SpanCostSummary {
  @Field(() => CostBreakdown)
  prompt: CostBreakdown;

  @Field(() => CostBreakdown)
  completion: CostBreakdown;

  @Field(() => CostBreakdown)
  total: CostBreakdown;
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
}

/** A model in a list of the models that a project used most. */
export interface RankedModel extends GenerativeModel {
  /** Of the project and range of the list. */
  sums: CostSums;
}

export function toCostSummary(sums: CostSums): SpanCostSummary {
  const { promptTokens, completionTokens, promptCost = null, completionCost = null } = sums;
  const isPriced = promptCost !== null || completionCost !== null;
  return {
    prompt: { tokens: promptTokens, cost: promptCost },
    completion: { tokens: completionTokens, cost: completionCost },
    total: {
      tokens: promptTokens + completionTokens,
      cost: isPriced ? (promptCost ?? 0) + (completionCost ?? 0) : null,
    },
  };
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
