import { graphql, type ResultOf } from '../../graphql.js';
import { formatCount } from '../../lib/format/numbers.js';

/** The tokens and cost of something: prompts, completions and both. */
export const CostFields = graphql(`
  fragment CostFields on SpanCostSummary @_unmask {
    total {
      tokens
      cost
    }
    prompt {
      tokens
      cost
    }
    completion {
      tokens
      cost
    }
    spanCount
    unpricedSpanCount
  }
`);

/** The tokens and cost of one type of tokens. */
export const CostDetailFields = graphql(`
  fragment CostDetailFields on SpanCostDetailSummaryEntry @_unmask {
    tokenType
    isPrompt
    value {
      tokens
      cost
    }
  }
`);

export type CostSummary = ResultOf<typeof CostFields>;
export type CostDetail = ResultOf<typeof CostDetailFields>;

/** How many calls of models, which are LLM spans with tokens, there are, and how many have no price. */
export type PricedCounts = Pick<CostSummary, 'spanCount' | 'unpricedSpanCount'>;

/** Says how many calls a cost leaves out; null if it includes all. The server says the same. */
export function describeUnpriced({ spanCount, unpricedSpanCount }: PricedCounts): string | null {
  if (unpricedSpanCount === 0) return null;
  return `${formatCount(unpricedSpanCount)} of ${formatCount(spanCount)} calls not priced`;
}
