import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { eventually } from '../../support/eventually.js';
import { startTestServer, type TestServer } from '../../support/server.js';

describe('old events of the audit log', () => {
  let database: TestDatabase;
  let keeping: TestServer;

  beforeAll(async () => {
    database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    // More than a server deletes in one step, and as many that are young enough.
    await client.query(
      `INSERT INTO audit_events (action, outcome, occurred_at)
       SELECT action, 'success', now() - days * interval '1 day' - n * interval '1 second'
         FROM (VALUES ('old', 30), ('young', 29)) kind (action, days), generate_series(0, 2499) n`,
    );
    await client.end();
    keeping = await start('0');
  });
  afterAll(async () => {
    await keeping.stop();
    await database.drop();
  });

  const start = (days: string): Promise<TestServer> =>
    startTestServer({ SPANDREL_DATABASE_URL: database.url, SPANDREL_AUDIT_RETENTION_DAYS: days });
  const count = async (action: string): Promise<number> =>
    (await keeping.sql(`SELECT FROM audit_events WHERE action = '${action}'`)).length;

  it('are kept without an expiry with 0 days, and otherwise deleted by several servers at once', async () => {
    expect([await count('old'), await count('young')]).toEqual([2500, 2500]);
    const deleting = await Promise.all([start('30'), start('30')]);
    await eventually('deletion', async () => (await count('old')) === 0);
    await Promise.all(deleting.map((server) => server.stop()));
    expect(await count('young')).toBe(2500);
  });

  it('are not deleted by anybody else', async () => {
    const remove = keeping.sql("DELETE FROM audit_events WHERE action = 'young'");
    await expect(remove).rejects.toThrow('audit_events is append-only');
  });
});
