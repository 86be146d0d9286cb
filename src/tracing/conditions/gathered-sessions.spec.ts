import { ClusterDistribution } from '../../kernel/sql/cluster-distribution.js';
import { selectGatheredSessions } from './gathered-sessions.js';
import { SESSION_RULES } from './session-rules.js';

/** Returns the columns that conditions read of the rows of a loop. */
function columnsReadOf(loop: 'spans' | 'traces'): string[] {
  const { fields } = SESSION_RULES.loops.collections.get(loop)!;
  const statement = { bind: () => '$1', distribution: new ClusterDistribution('public') };
  const sql = [...fields.values()].map((field) => field.sql('x', statement)).join(' ');
  return [...new Set([...sql.matchAll(/\bx\.(\w+)/g)].map(([, column]) => column!))];
}

describe('sessions on several servers', () => {
  it.each([
    ['spans', 's'],
    ['traces', 'turn'],
  ] as const)('are gathered with all that conditions read of %s', (table, alias) => {
    const columns = columnsReadOf(table);
    expect(columns.length).toBeGreaterThan(1);
    const sql = selectGatheredSessions('', table);
    const [, gathered] = new RegExp(`\\b${table} AS MATERIALIZED \\(SELECT (.*?)\\s+FROM`).exec(
      sql,
    )!;
    const list = gathered!.split(', ');
    expect(columns.filter((column) => !list.includes(`${alias}.${column}`))).toEqual([]);
  });
});
