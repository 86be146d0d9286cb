import pg from 'pg';
import {
  type DuePolicy,
  findDuePolicy,
  listHandOvers,
} from '../../src/sampling/deciding/hand-overs.queries.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const RULES = {
  share: 0,
  sharesSessions: false,
  keepsFailed: false,
  minLatencyMs: null,
  minCost: null,
  minTokens: null,
  scores: [{ name: 'correct', below: 0.5, labels: [] }],
  condition: '',
  quietSeconds: 60,
  longestWaitSeconds: 3_600,
};

describe('spans whose traces sampling decides about by their scores', () => {
  let database: TestDatabase;
  let client: pg.Client;
  const statements: { text: string; values?: unknown[] }[] = [];

  beforeEach(async () => {
    // No server works on it.
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(
      `INSERT INTO sampling_policies (project_id, is_enabled, rules, quiet_seconds)
       SELECT id, true, $1, 60 FROM projects WHERE name = 'default'`,
      [JSON.stringify(RULES)],
    );
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  const wait = (table: 'undecided_spans' | 'unevaluated_spans', age: string, project = 'default') =>
    client.query(
      `INSERT INTO ${table} (project_id, blocks, created_at)
       SELECT id, '{1}', now() - $1::interval FROM projects WHERE name = $2`,
      [age, project],
    );
  const listDue = async (): Promise<number> => {
    const policy = await findDuePolicy(client);
    const { rows } = await client.query<{ id: number }>('SELECT id::float8 FROM projects');
    const anyway = { projectId: rows[0]!.id, rules: RULES };
    const given: DuePolicy = policy ?? { ...anyway, enabledAt: '', updatedAt: '', lateSeconds: 0 };
    const due = await listHandOvers(client, given, 10);
    expect(policy === null).toBe(due.length === 0);
    return due.length;
  };

  it('wait until the rules that evaluate have seen them', async () => {
    await wait('undecided_spans', '10 min');
    expect(await listDue()).toBe(1);
    await wait('unevaluated_spans', '5 min');
    expect(await listDue()).toBe(1);
    await wait('unevaluated_spans', '11 min');
    expect(await listDue()).toBe(0);
  });

  it('never wait for these rules longer than the longest wait', async () => {
    await wait('undecided_spans', '59 min');
    await wait('unevaluated_spans', '2 h');
    expect(await listDue()).toBe(0);
    await client.query(`UPDATE undecided_spans SET created_at = created_at - interval '2 min'`);
    expect(await listDue()).toBe(1);
  });

  it('are found by an index, however much the rules of others have not seen', async () => {
    await wait('undecided_spans', '10 min');
    await client.query(
      `INSERT INTO unevaluated_spans (project_id, blocks, created_at)
       SELECT 1000 + n % 10, '{1}', now() - interval '1 h' FROM generate_series(1, 20000) AS n`,
    );
    await client.query('ANALYZE');
    const query = client.query.bind(client) as (text: string, values?: unknown[]) => unknown;
    const recording = {
      query: (text: string, values?: unknown[]) => {
        statements.push({ text, ...(values && { values }) });
        return query(text, values);
      },
    } as unknown as pg.ClientBase;
    await listHandOvers(recording, (await findDuePolicy(recording))!, 10);
    expect(statements).toHaveLength(2);
    for (const { text, values } of statements) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('unevaluated_spans_project');
      expect(plan).not.toContain('Seq Scan on unevaluated_spans');
    }
  });
});
