import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { createLogger, dataSourceOptions, migrate } from '../support/built.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { startTestServer } from '../support/server.js';

const log = createLogger({ level: 'critical', structured: true });

function settingsOf(database: TestDatabase) {
  return { url: database.url, schema: undefined };
}

async function migrateOnce(database: TestDatabase): Promise<void> {
  const settings = settingsOf(database);
  const dataSource = new DataSource(dataSourceOptions({ ...settings, poolSize: 2 }));
  await migrate(settings, dataSource, log);
  await dataSource.destroy();
}

/** Returns the texts in a constraint, in one order. */
function listValues(sql: string): string {
  const values = [...sql.matchAll(/'([^']*)'/g)].map(([, value]) => value!);
  return [...new Set(values)].toSorted().join(', ');
}

describe('migrations', () => {
  let empty: TestDatabase;

  beforeEach(async () => {
    empty = await createTestDatabase({ migrated: false });
  });
  afterEach(() => empty.drop());

  it('create exactly the tables that the entities describe', async () => {
    const server = await startTestServer();
    const { upQueries } = await server.dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);

    // Verify that the comparison detects a difference. The views would need the column.
    await server.sql('DROP SCHEMA public_visible CASCADE');
    await server.sql('ALTER TABLE spans DROP COLUMN model_name');
    const missing = await server.dataSource.driver.createSchemaBuilder().log();
    expect(missing.upQueries.map(({ query }) => query)).toEqual([
      expect.stringContaining('"model_name"'),
    ]);
    await server.stop();
  });

  it('create constraints with the same lists of values as in the entities', async () => {
    const server = await startTestServer();
    // TypeORM compares only their names.
    const rows = await server.sql<{ name: string; sql: string }>(
      `SELECT conname AS name, pg_get_constraintdef(oid) AS sql FROM pg_constraint WHERE contype = 'c'`,
    );
    const created = new Map(rows.map(({ name, sql }) => [name, listValues(sql)]));
    const described = server.dataSource.entityMetadatas.flatMap(({ checks }) =>
      checks.map(({ name, expression }) => [name, listValues(expression)] as const),
    );
    expect(described.length).toBeGreaterThan(50);
    expect(described.filter(([name, values]) => created.get(name) !== values)).toEqual([]);
    await server.stop();
  });

  it('run once if servers start together, and do nothing when they run again', async () => {
    const env = { SPANDREL_DATABASE_URL: empty.url };
    const servers = await Promise.all([1, 2, 3].map(() => startTestServer(env)));
    const [first] = servers;
    const readRecorded = () =>
      first!.sql('SELECT name, count(*) FROM migrations GROUP BY name ORDER BY name');
    const recorded = await readRecorded();
    expect(recorded).toEqual(expect.arrayContaining([{ name: 'Tracing1763600000000', count: 1 }]));
    expect(recorded.every((row) => row['count'] === 1)).toBe(true);
    await migrateOnce(empty);
    expect(await readRecorded()).toEqual(recorded);
    expect(await first?.sql('SELECT name, count(*) FROM projects GROUP BY name')).toEqual([
      { name: 'default', count: 1 },
    ]);
    await Promise.all(servers.map((server) => server.stop()));
  });

  it('can be undone, newest first', async () => {
    const dataSource = new DataSource(dataSourceOptions({ ...settingsOf(empty), poolSize: 2 }));
    await dataSource.initialize();
    const done = await dataSource.runMigrations();
    for (const _ of done) await dataSource.undoLastMigration();
    const tables = await dataSource.query(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'",
    );
    expect(tables).toEqual([]);
    await dataSource.destroy();
  });

  it('put every table into the configured schema', async () => {
    const server = await startTestServer({
      SPANDREL_DATABASE_URL: empty.url,
      SPANDREL_DATABASE_SCHEMA: 'tracing',
    });
    const rows = await server.sql(
      `SELECT DISTINCT schemaname FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY schemaname`,
    );
    // Jobs have a separate schema.
    expect(rows).toEqual([{ schemaname: 'tracing' }, { schemaname: 'tracing_jobs' }]);
    await server.stop();
  });

  it('need only a schema that the role owns', async () => {
    const role = `plain_${randomBytes(4).toString('hex')}`;
    const admin = new pg.Client({ connectionString: empty.url });
    await admin.connect();
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'plain'`);
    await admin.query(`CREATE SCHEMA own AUTHORIZATION ${role}`);
    const url = new URL(empty.url);
    [url.username, url.password] = [role, 'plain'];
    const start = async (): Promise<string[]> => {
      const server = await startTestServer({
        SPANDREL_DATABASE_URL: url.toString(),
        SPANDREL_DATABASE_SCHEMA: 'own',
      });
      const uploaded = await server.request
        .post('/v1/datasets/upload')
        .send({ name: `waits ${Math.random()}`, inputs: [{ a: 1 }] });
      expect(uploaded.status).toBe(200);
      await eventually('upload that is done', async () => {
        const left = await server.sql(`SELECT id FROM dataset_uploads WHERE status <> 'DONE'`);
        return left.length === 0;
      });
      const rows = await server.sql<{ schemaname: string }>(
        `SELECT schemaname FROM pg_tables WHERE tablename = 'job' ORDER BY 1`,
      );
      await server.stop();
      return rows.map(({ schemaname }) => schemaname);
    };
    try {
      expect(await start()).toEqual(['own']);
      // Once the separate schema exists, the server uses it for jobs.
      await admin.query(`CREATE SCHEMA own_jobs AUTHORIZATION ${role}`);
      expect(await start()).toEqual(['own', 'own_jobs']);
    } finally {
      await admin.query(`DROP OWNED BY ${role}`);
      await admin.query(`DROP ROLE ${role}`);
      await admin.end();
    }
  });
});
