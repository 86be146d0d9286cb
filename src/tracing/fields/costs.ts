import { boundDouble } from './groups.js';

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

/** SQL of a cost whose sum over any rows is a double. */
export function costMeasure(row: string): string {
  return `(${boundDouble(`${row}.prompt_cost`)} + ${boundDouble(`${row}.completion_cost`)})`;
}

/** SQL of the sum of two numbers, of which one may be unknown; null only if both are. */
export function addKnown(one: string, other: string): string {
  return `CASE WHEN num_nulls(${one}, ${other}) < 2 THEN coalesce(${one}, 0) + coalesce(${other}, 0) END`;
}
