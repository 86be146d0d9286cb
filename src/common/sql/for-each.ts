import { isDistributed } from './distribution.js';

/** What a query is run for. */
export interface Keys {
  /** SQL alias under which the query knows its key, such as `k.session_id`. */
  alias: `k.${string}`;
  values: readonly (string | number)[];
  type: 'bigint' | 'text';
}

/**
 * SQL that runs one query for each key, and returns all their rows. On distributed tables, a query
 * cannot depend on the rows of another, so there is one for each key.
 * @param query SQL with the alias of the key.
 */
export function selectForEach(
  query: string,
  { alias, values, type }: Keys,
  bind: (value: unknown) => string,
): string {
  if (isDistributed() && values.length > 0) {
    const queries = values.map((value) => {
      const key = `${bind(value)}::${type}`;
      return `(${query.replaceAll(alias, () => key)})`;
    });
    return queries.join(' UNION ALL ');
  }
  const column = alias.slice('k.'.length);
  return `SELECT page.* FROM unnest(${bind(values)}::${type}[]) AS k (${column})
    CROSS JOIN LATERAL (${query}) page`;
}
