import pg from 'pg';
import { type ChildServer, startChildServer } from '../support/child-server.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { sendTraces } from '../support/send-traces.js';
import type { GraphqlAnswer } from '../support/server.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { chosenId, otherId, samplingOperations } from './sampling-operations.js';

const RULES = { share: 0.5 };

describe('sampling on several servers', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let child: ChildServer;
  let env: Record<string, string>;

  beforeEach(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    env = { SPANDREL_DATABASE_URL: database.url };
    child = await startChildServer({ env });
  });
  afterEach(async () => {
    await child.kill('SIGKILL');
    await client.end();
    await database.drop();
  });

  const sql = async <Row>(text: string, values?: unknown[]) =>
    (await client.query(text, values)).rows as Row[];
  async function gql<T>(query: string, variables?: object): Promise<GraphqlAnswer<T>> {
    const response = await fetch(`${child.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as GraphqlAnswer<T>;
  }
  const { aSampledProject, ask, whenHandedOver, age, whenNothingIsDue } = samplingOperations(
    () => ({ sql, gql, url: child.url }),
  );
  const sendMany = (to: string, project: string, count: number) =>
    sendTraces(
      to,
      Array.from({ length: count }, (_, at) => ({
        project,
        traceId: at % 4 === 0 ? chosenId() : otherId(),
        children: [{}, {}],
      })),
    );
  const countOutcomes = () =>
    sql(
      `SELECT outcome, sum(trace_count)::int AS traces, sum(span_count)::int AS spans
         FROM sampling_quarters GROUP BY outcome ORDER BY outcome`,
    );

  /** Kills the server while it deletes something, before its transaction ends. */
  const killInTheMiddle = async () => {
    const blocker = new pg.Client({ connectionString: database.url });
    await blocker.connect();
    await blocker.query('BEGIN');
    // The deletion waits for this lock.
    await blocker.query(`LOCK TABLE dropped_models IN EXCLUSIVE MODE`);
    await age(3_700);
    await eventually('the deletion', async () => {
      const waiting = await sql(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%dropped_models%'
            AND datname = current_database()`,
      );
      return waiting.length > 0;
    });
    await child.kill('SIGKILL');
    await blocker.query('COMMIT');
    await blocker.end();
  };

  it('finishes once what a server that was killed had begun', async () => {
    const project = await aSampledProject(RULES);
    await sendMany(child.url, project.name, 40);
    await whenHandedOver();
    await killInTheMiddle();
    const [stored] = await sql<{ count: string }>('SELECT count(*) FROM traces');
    expect(Number(stored!.count)).toBe(40);

    child = await startChildServer({ env });
    await whenNothingIsDue();
    expect(await countOutcomes()).toEqual([
      { outcome: 'DROPPED', traces: 30, spans: 90 },
      { outcome: 'SHARE', traces: 10, spans: 30 },
    ]);
    expect(await sql('SELECT FROM traces')).toHaveLength(10);
    expect(await sql('SELECT FROM spans')).toHaveLength(30);
    expect(await ask(project, 'traceCount')).toBe(40);
  }, 90_000);

  it('deletes the rest of a large trace that a server that was killed had begun to delete', async () => {
    const project = await aSampledProject({ share: 0, keepsFailed: false });
    const children = Array.from({ length: 499 }, () => ({}));
    await sendTraces(child.url, [{ project: project.name, failure: 'broken', children }]);
    await whenHandedOver();
    await killInTheMiddle();
    expect(await sql('SELECT FROM spans')).toHaveLength(500);
    // As if people had turned sampling off since.
    await sql('UPDATE sampling_policies SET is_enabled = false');

    child = await startChildServer({ env });
    await whenNothingIsDue();
    expect(await countOutcomes()).toEqual([{ outcome: 'DROPPED', traces: 1, spans: 500 }]);
    expect(await sql('SELECT FROM traces')).toEqual([]);
    expect(await sql('SELECT FROM spans')).toEqual([]);
    const figures = await sql(
      `SELECT sum(trace_count)::int AS traces, sum(failed_trace_count)::int AS failed,
              sum(trace_span_count)::int AS "spansOfTraces", sum(span_count)::int AS spans
         FROM dropped_minutes`,
    );
    expect(figures).toEqual([{ traces: 1, failed: 1, spansOfTraces: 500, spans: 500 }]);
  }, 90_000);

  it('decides about each trace once, while all servers receive spans', async () => {
    const others: TestServer[] = await Promise.all([startTestServer(env), startTestServer(env)]);
    const project = await aSampledProject({ ...RULES, quietSeconds: 5, longestWaitSeconds: 5 });
    const urls = [child.url, ...others.map(({ url }) => url)];
    for (let round = 0; round < 8; round++) {
      await Promise.all(urls.map((url) => sendMany(url, project.name, 20)));
    }
    await eventually(
      'the decisions',
      async () => {
        const undecided = await sql('SELECT FROM traces WHERE kept_because IS NULL LIMIT 1');
        return undecided.length === 0;
      },
      { withinMs: 60_000 },
    );
    expect(await countOutcomes()).toEqual([
      { outcome: 'DROPPED', traces: 360, spans: 1_080 },
      { outcome: 'SHARE', traces: 120, spans: 360 },
    ]);
    expect(await ask(project, 'traceCount')).toBe(480);
    await Promise.all(others.map((server) => server.stop()));
  }, 120_000);
});
