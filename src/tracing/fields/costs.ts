import { boundDouble } from './groups.js';

/** SQL of a cost whose sum over any rows is a double. */
export function boundCost(row: string): string {
  return `(${boundDouble(`${row}.prompt_cost`)} + ${boundDouble(`${row}.completion_cost`)})`;
}

/** SQL of the sum of two numbers, of which one may be unknown; null only if both are. */
export function addIgnoringNull(one: string, other: string): string {
  return `CASE WHEN num_nulls(${one}, ${other}) < 2 THEN coalesce(${one}, 0) + coalesce(${other}, 0) END`;
}
