import { graphql, type ResultOf } from '../../graphql.js';

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

type Amount = CostSummary['total'];

/** Adds up types of tokens. A cost is null if no type has a price. */
export function addUpCosts(details: readonly CostDetail[]): CostSummary {
  return {
    total: addUp(details),
    prompt: addUp(details.filter(({ isPrompt }) => isPrompt)),
    completion: addUp(details.filter(({ isPrompt }) => !isPrompt)),
  };
}

function addUp(details: readonly CostDetail[]): Amount {
  const sum = (values: (number | null)[]) => {
    const known = values.filter((value) => value !== null);
    return known.length > 0 ? known.reduce((total, value) => total + value, 0) : null;
  };
  return {
    tokens: sum(details.map(({ value }) => value.tokens)),
    cost: sum(details.map(({ value }) => value.cost)),
  };
}
