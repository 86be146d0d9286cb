/** Tokens of one type and their cost in US dollars; null if no price is known. */
export interface CostDetailSums {
  tokenType: string;
  isPrompt: boolean;
  tokens: number;
  cost: number | null;
}

/**
 * The cost of a span, a trace or any of their sums in US dollars. Both parts are known or neither is, as
 * `span_costs_cost_check` and `traces_cost_check` say.
 */
export interface CostParts {
  promptCost: number | null;
  completionCost: number | null;
}

/** Returns the whole cost in US dollars; null if no price is known. */
export function addCost({ promptCost, completionCost }: CostParts): number | null {
  return promptCost === null || completionCost === null ? null : promptCost + completionCost;
}

/**
 * SQL of the cost of a span, a trace or a session in US dollars. Both parts are known or neither is, as
 * `span_costs_cost_check` and `traces_cost_check` say, so it is null only without a price.
 * @param row alias of rows with `prompt_cost` and `completion_cost`.
 */
export function costOf(row: string): string {
  return `(${row}.prompt_cost + ${row}.completion_cost)`;
}

/** Select list of the parts of the costs of rows, in US dollars; null if none of them has a price. */
export function sumCosts(row: string): string {
  return `sum(${row}.prompt_cost) AS "promptCost", sum(${row}.completion_cost) AS "completionCost"`;
}

/** LLM spans with tokens, and how many of them have no price. */
export interface PricedCounts {
  tokenSpanCount: number;
  unpricedSpanCount: number;
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

/** SQL of whether a row `c` of `span_costs` has tokens, so that there is something to price. */
export const HAS_TOKENS = 'c.prompt_tokens + c.completion_tokens > 0';

/** SQL of whether these tokens have no cost: no model prices them, and their sender states none. */
export const IS_UNPRICED = `c.model_id IS NULL AND NOT c.is_stated AND ${HAS_TOKENS}`;

/** How many rows `c` of `span_costs` have tokens, and for how many of these no price is known. */
export const COUNT_PRICED = {
  tokens: `count(*) FILTER (WHERE ${HAS_TOKENS})`,
  unpriced: `count(*) FILTER (WHERE ${IS_UNPRICED})`,
};

/** Select list of what one row `c` adds to these counts. */
export const PRICED_ROW = `(${HAS_TOKENS})::int AS "tokenSpanCount",
  (${IS_UNPRICED})::int AS "unpricedSpanCount"`;

/** Select list of the sums of `PricedCounts`, given the SQL of both counts of a row. */
export const selectPriced = (tokens: string, unpriced: string): string =>
  `coalesce(sum(${tokens}), 0)::int8 AS "tokenSpanCount",
   coalesce(sum(${unpriced}), 0)::int8 AS "unpricedSpanCount"`;

/** Select list of these counts over traces. */
export const sumPriced = (row: string): string =>
  selectPriced(`${row}.token_span_count`, `${row}.unpriced_span_count`);

/** The rows `c` of `span_costs` without a price, with what their spans `s` name. PostgreSQL refuses long keys. */
export const UNPRICED_SPANS = `SELECT c.trace_id, c.span_id,
         left(coalesce(s.provider, ''), 100) AS provider,
         left(coalesce(s.model_name, ''), 300) AS model_name, 1 AS span_count,
         c.prompt_tokens, c.completion_tokens
    FROM span_costs c JOIN spans s ON s.trace_id = c.trace_id AND s.span_id = c.span_id
   WHERE ${IS_UNPRICED}`;

/** Select list of the sums over such rows `d`. Group by `UNPRICED_MODEL`. */
export const UNPRICED_SUMS = `d.provider, d.model_name AS "modelName",
  sum(d.span_count)::int8 AS "spanCount", sum(d.prompt_tokens)::float8 AS "promptTokens",
  sum(d.completion_tokens)::float8 AS "completionTokens"`;

export const UNPRICED_MODEL = 'd.provider, d.model_name';
