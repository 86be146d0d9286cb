import pg from 'pg';
import { alertOperations } from '../alerts/alert-operations.js';
import { admin, spawnAdmin } from '../support/admin.js';
import { ADVISORY_LOCKS } from '../../src/database/advisory-locks.js';
import { eventually } from '../support/eventually.js';
import { sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

describe('npm run admin -- erase-user, killed when the traces are deleted', () => {
  let server: TestServer;
  let client: pg.Client;

  beforeEach(async () => {
    server = await startTestServer();
    client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await server.stop();
  });

  it('still erases from alerts what only these traces had', async () => {
    const env = { SPANDREL_DATABASE_URL: server.databaseUrl };
    const { aRule, whenEvaluated } = alertOperations(() => server);
    const attributes = { 'user.id': 'kim', 'session.id': 'of Kim', 'input.value': 'I am Kim' };
    await sendTraces(server.url, [{ attributes }]);
    const [project] = await server.sql<{ id: number }>('SELECT project_id AS id FROM traces');
    await whenEvaluated(await aRule(project!.id, { groupBy: 'SESSION' }));
    await whenEvaluated(
      await aRule(project!.id, { groupBy: 'ATTRIBUTE', groupAttribute: 'input.value' }),
    );
    const findWords = () =>
      server.sql(
        `SELECT summary AS text FROM alert_events WHERE strpos(summary, 'Kim') > 0
         UNION ALL SELECT groups::text FROM alert_rules WHERE strpos(groups::text, 'Kim') > 0`,
      );
    const count = async (table: string) => (await server.sql(`SELECT FROM ${table}`)).length;
    expect(await findWords()).toHaveLength(4);

    // Alerts are not erased while somebody else evaluates them.
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.alerts]);
    const killed = spawnAdmin(['erase-user', 'kim'], env);
    await eventually('the end of the traces', async () => (await count('traces')) === 0, {
      withinMs: 60_000,
    });
    killed.process.kill('SIGKILL');
    await killed.outcome;
    expect(await findWords()).toHaveLength(4);
    expect(await count('project_sessions')).toBe(0);
    await client.query('SELECT pg_advisory_unlock_all()');

    const { code, stdout } = await admin(['erase-user', 'kim'], env);
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({ traces: 0, alerts: { rules: 2, events: 2, messages: 0 } }),
    ]);
    expect([await findWords(), await count('alert_erasures')]).toEqual([[], 0]);
  }, 120_000);
});
