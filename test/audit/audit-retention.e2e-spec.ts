import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { startTestServer, type TestServer } from '../support/server.js';

describe('old events of the audit log', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    const server = await start('0');
    // More than a server deletes in one step, and as many that are young enough.
    await server.sql(
      `INSERT INTO audit_events (action, outcome, occurred_at)
       SELECT action, 'success', now() - days * interval '1 day' - n * interval '1 second'
         FROM (VALUES ('old', 30), ('young', 29)) kind (action, days), generate_series(0, 2499) n`,
    );
    await server.stop();
  });
  afterAll(() => database.drop());

  const start = (days: string): Promise<TestServer> =>
    startTestServer({ SPANDREL_DATABASE_URL: database.url, SPANDREL_AUDIT_RETENTION_DAYS: days });
  const count = async (server: TestServer, action: string): Promise<number> =>
    (await server.sql(`SELECT FROM audit_events WHERE action = '${action}'`)).length;

  it('are kept without an expiry with 0 days, and otherwise deleted by several servers at once', async () => {
    const keeping = await start('0');
    const deleting = await Promise.all([start('30'), start('30')]);
    await eventually('deletion', async () => (await count(keeping, 'old')) === 0);
    expect(await count(keeping, 'young')).toBe(2500);
    await Promise.all(deleting.map((server) => server.stop()));
    const longer = await start('31');
    await longer.stop();
    expect(await count(keeping, 'young')).toBe(2500);
    await keeping.stop();
  });

  it('are not deleted by anybody else', async () => {
    const server = await start('0');
    const remove = server.sql("DELETE FROM audit_events WHERE action = 'young'");
    await expect(remove).rejects.toThrow('audit_events is append-only');
    await server.stop();
  });
});
