import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { MIGRATIONS } from '../support/built.js';
import { type ChildServer, spawnServer } from '../support/child-server.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { describeSchema, linesOf, type MigrationClass, upgrade, withClient } from './states.js';

/** These leave room for busy machines, on which a server starts in half a minute. */
const MAX_MS = 5_000;
const STARTED = { withinMs: 60_000 };
const TEST_MS = 200_000;

/** The migrations before one. */
function before(name: string): MigrationClass[] {
  return MIGRATIONS.slice(
    0,
    MIGRATIONS.findIndex((migration) => migration.name === name),
  );
}

/** Stores spans as the server of the first version did, until it is told to stop. */
class OldServer {
  longestMs = 0;
  stored = 0;
  private isStopping = false;
  private readonly running: Promise<void>;

  constructor(private readonly url: string) {
    this.running = withClient(url, (client) => this.run(client));
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.running;
  }

  private async run(client: pg.Client): Promise<void> {
    while (!this.isStopping) {
      const started = performance.now();
      const traceId = randomBytes(16).toString('hex');
      await client.query('BEGIN');
      await client.query(
        `INSERT INTO projects (name, name_folded) VALUES ('live', 'live') ON CONFLICT DO NOTHING`,
      );
      await client.query(
        `INSERT INTO spans (trace_id, span_id, project_id, name, kind, status_code, status_message,
                            start_time, end_time, attributes)
         SELECT $1, 'span', id, 'old', 'LLM', 'OK', '', now(), now(), '{}'
           FROM projects WHERE name = 'live'`,
        [traceId],
      );
      await client.query(
        `INSERT INTO traces (trace_id, project_id, start_time, end_time, span_count)
         SELECT $1, id, now(), now(), 1 FROM projects WHERE name = 'live'`,
        [traceId],
      );
      await client.query('COMMIT');
      this.stored += 1;
      this.longestMs = Math.max(this.longestMs, performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

describe('an upgrade', () => {
  let database: TestDatabase;
  let reader: pg.Client;
  let oldServer: OldServer;
  let servers: ChildServer[];

  beforeEach(async () => {
    servers = [];
    database = await createTestDatabase({ migrated: false });
  });
  afterEach(async () => {
    await oldServer.stop();
    for (const server of servers) await server.kill('SIGKILL');
    await reader.end();
    await database.drop();
  });

  /** A program that reads for a long time. */
  const openReader = async (statement: string): Promise<void> => {
    reader = new pg.Client({ connectionString: database.url, application_name: 'monthly report' });
    await reader.connect();
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await reader.query(statement);
  };
  const start = async (): Promise<ChildServer> => {
    const server = await spawnServer({ env: { SPANDREL_DATABASE_URL: database.url } });
    servers.push(server);
    return server;
  };
  const ask = (text: string) => withClient(database.url, (client) => linesOf(client)(text));
  /** Waits until a statement of a migration waits for the reader. */
  const whenWaiting = (statement: string) =>
    eventually(
      `${statement} that waits`,
      async () => {
        const rows = await ask(
          `SELECT pid::text AS line FROM pg_stat_activity
          WHERE datname = current_database() AND query LIKE '${statement}%'
            AND cardinality(pg_blocking_pids(pid)) > 0`,
        );
        return rows[0]?.line;
      },
      STARTED,
    );
  const isReady = async ({ url }: ChildServer): Promise<boolean> =>
    (await fetch(`${url}/readyz`).catch(() => null))?.ok ?? false;

  const expectEverything = async (): Promise<void> => {
    await oldServer.stop();
    const current = await createTestDatabase();
    const schema = await withClient(current.url, (client) => describeSchema(linesOf(client)));
    await current.drop();
    await withClient(database.url, async (client) => {
      expect(await describeSchema(linesOf(client))).toEqual(schema);
      const { rows } = await client.query(
        `SELECT count(*)::int AS spans FROM spans JOIN traces USING (trace_id) WHERE name = 'old'`,
      );
      expect(rows).toEqual([{ spans: oldServer.stored }]);
    });
  };

  it(
    'does not keep senders waiting behind a long read',
    async () => {
      await upgrade(database, before('Costs1764700300000'));
      await openReader('SELECT FROM traces LIMIT 1');
      oldServer = new OldServer(database.url);
      const upgrading = upgrade(database);
      await whenWaiting('ALTER TABLE traces');
      // The statement gives up, and is tried again.
      const first = oldServer.stored;
      await eventually('spans that are stored', async () => oldServer.stored > first + 50);
      await whenWaiting('ALTER TABLE traces');
      await reader.query('COMMIT');
      await upgrading;
      await expectEverything();
      // The statement waits for 300 ms.
      expect(oldServer.longestMs).toBeLessThan(MAX_MS);
    },
    TEST_MS,
  );

  it(
    'goes on with an index after its server was killed, by a server that waited',
    async () => {
      await upgrade(database, before('SpanKindIndex1764700400000'));
      await openReader('SELECT FROM projects LIMIT 1');
      oldServer = new OldServer(database.url);
      const first = await start();
      const killed = await whenWaiting('CREATE INDEX CONCURRENTLY spans_project_kind_status');
      const second = await start();
      await eventually(
        'server that waits',
        async () => second.output().includes('waiting for another'),
        STARTED,
      );
      expect(
        await ask(`SELECT indexrelid::regclass::text AS line FROM pg_index WHERE NOT indisvalid`),
      ).toEqual([{ line: 'spans_project_kind_status' }]);
      await first.kill('SIGKILL');
      await eventually('server that takes over', async () => {
        const pid = await whenWaiting('CREATE INDEX CONCURRENTLY spans_project_kind_status');
        return pid !== killed;
      });
      await reader.query('COMMIT');
      await eventually('server that is ready', () => isReady(second), STARTED);
      await expectEverything();
      expect(oldServer.longestMs).toBeLessThan(MAX_MS);
    },
    TEST_MS,
  );

  it(
    'can be stopped while an index is built, and started again',
    async () => {
      await upgrade(database, before('SpanKindIndex1764700400000'));
      await openReader('SELECT FROM projects LIMIT 1');
      oldServer = new OldServer(database.url);
      const first = await start();
      await whenWaiting('CREATE INDEX CONCURRENTLY spans_project_kind_status');
      expect(await first.kill('SIGTERM')).toBe(1);
      expect(first.output()).toContain(
        'Spandrel cannot start.\nThe migration SpanKindIndex1764700400000 was interrupted. Start again.\n' +
          'The next start goes on after its finished steps.',
      );
      await reader.query('COMMIT');
      const second = await start();
      await eventually('server that is ready', () => isReady(second), STARTED);
      await expectEverything();
    },
    TEST_MS,
  );
});
