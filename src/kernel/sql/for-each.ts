import { isDistributed } from './distribution.js';

/** The keys of a batch, and the form in which the query reads them. */
export interface Keys {
  /** SQL alias under which the query knows its key, such as `k.trace_id`. */
  alias: `k.${string}`;
  values: readonly (string | number)[];
  type: 'bigint' | 'text';
}

/**
 * SQL that runs one query for each key, and returns all their rows. On distributed tables, a query
 * cannot depend on the rows of another, so there is one for each key.
 * @param query SQL with the aliases of the key.
 * @param parts the columns of the key, with as many values each.
 */
export function selectForEach(
  query: string,
  parts: readonly [Keys, ...Keys[]],
  bind: (value: unknown) => string,
): string {
  const [{ values }] = parts;
  if (isDistributed() && values.length > 0) {
    const queries = values.map((_, at) => {
      const own = parts.reduce((sql, part) => {
        const value = `${bind(part.values[at])}::${part.type}`;
        return sql.replaceAll(part.alias, () => value);
      }, query);
      return `(${own})`;
    });
    return queries.join(' UNION ALL ');
  }
  const columns = parts.map(({ alias }) => alias.slice('k.'.length));
  const arrays = parts.map((part) => `${bind(part.values)}::${part.type}[]`);
  return `SELECT page.* FROM unnest(${arrays.join(', ')}) AS k (${columns.join(', ')})
    CROSS JOIN LATERAL (${query}) page`;
}
