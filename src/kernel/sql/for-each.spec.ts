import { setDistributed } from './distribution.js';
import { selectForEach } from './for-each.js';

const QUERY = 'SELECT k.trace_id AS id FROM spans s WHERE s.trace_id = k.trace_id LIMIT 1';

function select(values: readonly string[]): { sql: string; parameters: unknown[] } {
  const parameters: unknown[] = [];
  const bind = (value: unknown): string => `$${parameters.push(value)}`;
  return {
    sql: selectForEach(QUERY, [{ alias: 'k.trace_id', values, type: 'text' }], bind),
    parameters,
  };
}

describe('a query for each key', () => {
  afterEach(() => setDistributed(false));

  it('joins the keys on one server', () => {
    const { sql, parameters } = select(['a', 'b']);
    expect(sql).toContain('unnest($1::text[]) AS k (trace_id)');
    expect(parameters).toEqual([['a', 'b']]);
  });

  it('is repeated for each key on several', () => {
    setDistributed(true);
    const { sql, parameters } = select(['a', "b'"]);
    expect(sql).toBe(
      [1, 2]
        .map(
          (n) => `(SELECT $${n}::text AS id FROM spans s WHERE s.trace_id = $${n}::text LIMIT 1)`,
        )
        .join(' UNION ALL '),
    );
    expect(parameters).toEqual(['a', "b'"]);
  });

  it('returns nothing without keys', () => {
    setDistributed(true);
    expect(select([])).toMatchObject({ parameters: [[]] });
  });
});
