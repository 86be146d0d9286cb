import { Field, Float, ObjectType } from '@nestjs/graphql';

@ObjectType({ description: 'Tokens and what they cost in US dollars.' })
export class CostBreakdown {
  @Field(() => Float, { nullable: true })
  tokens: number | null;

  @Field(() => Float, { nullable: true, description: 'Null when no price is known.' })
  cost: number | null;
}

@ObjectType({ description: 'Tokens and cost of the LLM spans.' })
export class SpanCostSummary {
  @Field(() => CostBreakdown)
  prompt: CostBreakdown;

  @Field(() => CostBreakdown)
  completion: CostBreakdown;

  @Field(() => CostBreakdown)
  total: CostBreakdown;
}

/** Costs stay null: tokens are counted also where no price is known. */
export function toCostSummary(promptTokens: number, completionTokens: number): SpanCostSummary {
  return {
    prompt: { tokens: promptTokens, cost: null },
    completion: { tokens: completionTokens, cost: null },
    total: { tokens: promptTokens + completionTokens, cost: null },
  };
}
