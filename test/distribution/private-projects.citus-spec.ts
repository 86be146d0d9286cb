import pg from 'pg';
import { runSql } from '../../bench/replica/replicated-postgres.js';
import { admin } from '../support/admin.js';
import { type ChildServer, startChildServer } from '../support/child-server.js';
import { createTestDatabase, joinCitusDatabases, type TestDatabase } from '../support/database.js';
import { sendTraces } from '../support/send-traces.js';

describe('a database with private projects that becomes a cluster', () => {
  let database: TestDatabase;
  let server: ChildServer;
  let env: Record<string, string>;
  let hidden: number;

  beforeAll(async () => {
    database = await createTestDatabase({ migrated: false });
    env = { SPANDREL_DATABASE_URL: database.url };
    server = await startChildServer({ env });
    await sendTraces(server.url, [{ project: 'open' }, { project: 'secret' }]);
    [{ id: hidden }] = (await runSql<{ id: number }>(
      database.url,
      `UPDATE projects SET is_private = true WHERE name = 'secret' RETURNING id`,
    )) as [{ id: number }];
  }, 180_000);
  afterAll(async () => {
    await server.kill('SIGTERM');
    await database.drop();
  });

  /** Runs a statement as the server does for somebody who cannot see the private project. */
  async function limited(sql: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query(
        `SELECT set_config('search_path', 'public_visible, public', false),
                set_config('spandrel.hidden_projects', $1, false),
                set_config('spandrel.only_projects', '', false),
                set_config('spandrel.known_projects', '{}', false)`,
        [`{${hidden}}`],
      );
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }
  const whatIsSeen = () =>
    limited(
      `SELECT p.name, count(*)::int AS spans
         FROM spans s JOIN traces t ON t.trace_id = s.trace_id
         JOIN (SELECT id, name FROM projects OFFSET 0) p ON p.id = s.project_id GROUP BY p.name`,
    );
  const ONLY_OPEN = [{ name: 'open', spans: 1 }];

  it('hides them before, in between and afterwards', async () => {
    expect(await whatIsSeen()).toEqual(ONLY_OPEN);
    await joinCitusDatabases(new URL(database.url).pathname.slice(1));
    await server.kill('SIGTERM');
    server = await startChildServer({ env });
    expect(await whatIsSeen()).toEqual(ONLY_OPEN);
    expect(await admin(['distribute'], env)).toMatchObject({ code: 0 });
    expect(await whatIsSeen()).toEqual(ONLY_OPEN);
  }, 180_000);

  it.each([
    ['UPDATE traces SET user_id = $$somebody$$', 'cannot modify views'],
    ['DELETE FROM spans', 'cannot modify views'],
    ['INSERT INTO traces SELECT * FROM public.traces', 'refuse_insert() does not exist'],
    [
      `INSERT INTO traces (trace_id, project_id, start_time, end_time) VALUES ('a', 1, now(), now())`,
      'cannot be inserted through a view',
    ],
  ])('changes no rows through the views: %s', async (sql, error) => {
    await expect(limited(sql)).rejects.toThrow(error);
  });
});
