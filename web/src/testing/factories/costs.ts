import type { CostSummary } from '../../components/costs/cost-fields.js';

const NO_COST = { tokens: null, cost: null };

/** The costs of what has neither tokens nor a price. */
export const NO_COSTS: CostSummary = {
  total: NO_COST,
  prompt: NO_COST,
  completion: NO_COST,
  spanCount: 0,
  unpricedSpanCount: 0,
};
