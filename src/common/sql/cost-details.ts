/** Tokens of one type and their cost in US dollars; null if no price is known. */
export interface CostDetailSums {
  tokenType: string;
  isPrompt: boolean;
  tokens: number;
  cost: number | null;
}

/** Select list of a `CostDetailSums` over rows `d` of `span_cost_details`. Group by `COST_DETAIL_TYPE`. */
export const COST_DETAIL_SUMS = `d.token_type AS "tokenType", d.is_prompt AS "isPrompt",
  sum(d.tokens) AS tokens, sum(d.cost) AS cost`;

export const COST_DETAIL_TYPE = 'd.is_prompt, d.token_type';

/** Prompt first; then the base type, caches, reasoning, audio, and the others by name. */
export const COST_DETAIL_ORDER = `d.is_prompt DESC, array_position(
  ARRAY['input', 'output', 'cache_read', 'cache_write', 'reasoning', 'audio'], d.token_type)
  NULLS LAST, d.token_type`;
