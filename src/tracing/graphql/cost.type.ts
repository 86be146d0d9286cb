import { Field, Float, ObjectType } from '@nestjs/graphql';

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

/** Returns counts of tokens without a known price. */
export function toUnpricedCost(tokens: { prompt: number; completion: number }): SpanCostSummary {
  const { prompt, completion } = tokens;
  return {
    prompt: { tokens: prompt, cost: null },
    completion: { tokens: completion, cost: null },
    total: { tokens: prompt + completion, cost: null },
  };
}
