/** What a query is run for. */
export interface Keys {
  /** SQL alias under which the query knows its key, such as `k.trace_id`. */
  alias: `k.${string}`;
  values: readonly (string | number)[];
  type: 'bigint' | 'text';
}

/** SQL of a query with the aliases of keys, to which the keys are joined. See `Distribution.selectForEach`. */
export function joinKeys(
  query: string,
  parts: readonly [Keys, ...Keys[]],
  bind: (value: unknown) => string,
): string {
  const columns = parts.map(({ alias }) => alias.slice('k.'.length));
  const arrays = parts.map((part) => `${bind(part.values)}::${part.type}[]`);
  return `SELECT page.* FROM unnest(${arrays.join(', ')}) AS k (${columns.join(', ')})
    CROSS JOIN LATERAL (${query}) page`;
}

/** SQL of the same query for one key after the other, of which there must be one. */
export function repeatForKeys(
  query: string,
  parts: readonly [Keys, ...Keys[]],
  bind: (value: unknown) => string,
): string {
  const queries = parts[0].values.map((_, at) => {
    const own = parts.reduce((sql, part) => {
      const value = `${bind(part.values[at])}::${part.type}`;
      return sql.replaceAll(part.alias, () => value);
    }, query);
    return `(${own})`;
  });
  return queries.join(' UNION ALL ');
}
