import { inScope, type ProjectScope } from '../http/request-context.js';
import { lockTracesSql } from '../../spans/lock-traces.js';
import { ClusterDistribution } from './cluster-distribution.js';
import { SingleDistribution } from './single-distribution.js';

const single = new SingleDistribution();
const cluster = new ClusterDistribution();

describe('tableItself', () => {
  it('is the name alone on one server, where rows can be changed through views', () => {
    expect(single.tableItself('spans')).toBe('spans');
  });

  it('names the schema of the tables on a cluster', () => {
    expect(new ClusterDistribution('team a').tableItself('spans')).toBe('"team a".spans');
  });

  it('leaves tables on the coordinator alone, whose views check each change', () => {
    expect(cluster.tableItself('session_annotations')).toBe('session_annotations');
  });
});

describe('lockTracesSql', () => {
  const lock = (scope?: ProjectScope) =>
    inScope(scope, () => lockTracesSql(cluster, 't.trace_id', 't.id = 1 OR t.id = 2'));
  const IN_REACH = 'EXISTS (SELECT 1 FROM traces seen';

  it('locks nothing in the table that a limited caller does not find in the view', () => {
    const sql = lock({ hidden: [3], only: null, lastKnown: 3 });
    expect(sql).toContain('UPDATE "public".traces t');
    expect(sql).toContain(`WHERE (t.id = 1 OR t.id = 2) AND ${IN_REACH}`);
  });

  it('looks for nothing more on behalf of those who see everything', () => {
    expect(lock()).not.toContain(IN_REACH);
  });
});

describe('a query for each key', () => {
  const QUERY = 'SELECT k.trace_id AS id FROM spans s WHERE s.trace_id = k.trace_id LIMIT 1';

  function select(distribution: typeof single | typeof cluster, values: readonly string[]) {
    const parameters: unknown[] = [];
    const bind = (value: unknown): string => `$${parameters.push(value)}`;
    const keys = { alias: 'k.trace_id', values, type: 'text' } as const;
    return { sql: distribution.selectForEach(QUERY, [keys], bind), parameters };
  }

  it('joins the keys on one server', () => {
    const { sql, parameters } = select(single, ['a', 'b']);
    expect(sql).toContain('unnest($1::text[]) AS k (trace_id)');
    expect(parameters).toEqual([['a', 'b']]);
  });

  it('is repeated for each key on several', () => {
    const { sql, parameters } = select(cluster, ['a', "b'"]);
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
    expect(select(cluster, [])).toMatchObject({ parameters: [[]] });
  });
});
