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

/**
 * Joins the cost details `d` of the traces of runs `r`. Senders name the traces, so a run may name one that
 * the reader cannot see.
 */
export const JOIN_COST_DETAILS = `JOIN traces seen ON seen.trace_id = r.trace_id
  JOIN span_cost_details d ON d.trace_id = seen.trace_id`;
