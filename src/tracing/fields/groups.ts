/** The largest groups first, or those with the highest or the lowest values. */
export type GroupOrder = 'LARGEST' | 'HIGHEST' | 'LOWEST';

/** Keys of groups are shortened to this many characters. */
export const MAX_KEY_LENGTH = 300;

/** Writes the order of groups, given the SQL of how large they are and of their value. */
export function writeGroupOrder(
  order: GroupOrder | undefined,
  size: string,
  value: string,
): string {
  if (order === 'HIGHEST') return `${value} DESC NULLS LAST`;
  return order === 'LOWEST' ? `${value} NULLS LAST` : `${size} DESC`;
}

/** Selects a cell of `cells` among groups that are `ranked`. Keys have a mark before them; without one, they are null. */
export const SELECT_CELL = `place::int, CASE WHEN key <> '' THEN substr(key, 2) END AS key, bin, "rowCount", value,
  (SELECT count(*) FROM ranked)::int AS "groupCount"`;

/** Limits a double, because PostgreSQL raises an error if a sum or a quotient is not one. */
export function boundDouble(value: string): string {
  return `CASE WHEN abs(${value}) BETWEEN 1e-290 AND 1e290 THEN ${value}
    WHEN abs(${value}) > 1 THEN sign(${value}) * 1e290 WHEN ${value} IS NOT NULL THEN 0 END`;
}
