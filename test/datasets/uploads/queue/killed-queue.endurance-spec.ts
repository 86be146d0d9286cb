import { setTimeout as sleep } from 'node:timers/promises';
import { startChildServer } from '../../../support/child-server.js';
import { createTestDatabase, type TestDatabase } from '../../../support/database.js';
import { eventually } from '../../../support/eventually.js';
import { startTestServer, type TestServer } from '../../../support/server.js';
import {
  enqueue,
  example,
  liveNumbers,
  store,
  storedRevisions,
  storedVersions,
} from '../../merging/merging.js';

const UPLOADS = 12;
const EXAMPLES = 2_000;
const KILLS = 4;

/** Returns the examples of one upload, which no other upload has. */
function* batch(n: number) {
  for (let k = 0; k < EXAMPLES; k++) {
    yield example(n * EXAMPLES + k, { metadata: { padding: 'x'.repeat(500) } });
  }
}

const waiting = (server: TestServer) =>
  server.sql(`SELECT id FROM dataset_uploads WHERE status IN ('QUEUED', 'RUNNING')`);

describe('queued uploads', () => {
  let database: TestDatabase;
  let env: Record<string, string>;

  beforeEach(async () => {
    database = await createTestDatabase();
    env = { SPANDREL_DATABASE_URL: database.url };
  });
  afterEach(() => database.drop());

  async function expectEachOnce(server: TestServer): Promise<void> {
    const statuses = await server.sql(
      'SELECT status, error, count(*) FROM dataset_uploads GROUP BY status, error',
    );
    expect(statuses).toEqual([{ status: 'DONE', error: null, count: UPLOADS }]);
    const versions = await storedVersions(server);
    expect(versions.map(({ exampleCount, created }) => [exampleCount, created])).toEqual(
      versions.map((_, at) => [(at + 1) * EXAMPLES, EXAMPLES]),
    );
    expect(versions).toHaveLength(UPLOADS);
    expect(await storedRevisions(server)).toHaveLength(UPLOADS * EXAMPLES);
    const numbers = await liveNumbers(server);
    expect(numbers).toEqual(Array.from({ length: UPLOADS * EXAMPLES }, (_, n) => n));
    expect(await server.sql('SELECT count(*) FROM dataset_upload_rows')).toEqual([{ count: 0 }]);
  }

  it('are all merged once and in order, however often the server is killed', async () => {
    const first = await startTestServer(env);
    // Locks the dataset, so that nothing is merged before the kills begin.
    await store(first, { examples: [] });
    await first.sql('DELETE FROM dataset_versions');
    const runner = first.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT FROM datasets FOR UPDATE');
    for (let n = 0; n < UPLOADS; n++) {
      await enqueue(first, { action: 'append', examples: batch(n) });
    }
    const asked = Date.now();
    const stopped = first.stop();
    await sleep(1_000);
    expect(await Promise.race([stopped.then(() => 'stopped'), sleep(0, 'waits')])).toBe('waits');
    await stopped;
    // The server waits for the current merge, but not forever.
    expect(Date.now() - asked).toBeLessThan(12_000);

    for (let kill = 0; kill < KILLS; kill++) {
      const child = await startChildServer({ env });
      await sleep(200 + Math.random() * 500);
      await child.kill('SIGKILL');
    }
    const last = await startTestServer(env);
    await eventually('end of every upload', async () => (await waiting(last)).length === 0, {
      withinMs: 90_000,
    });
    await expectEachOnce(last);
    await last.stop();
  }, 180_000);

  it('are shared by servers and merged by one of them', async () => {
    const servers = [await startTestServer(env), await startTestServer(env)];
    await Promise.all(
      Array.from({ length: UPLOADS }, (_, n) =>
        enqueue(servers[n % 2]!, { action: 'append', examples: batch(n) }),
      ),
    );
    const [one] = servers as [TestServer];
    await eventually('end of every upload', async () => (await waiting(one)).length === 0);
    const statuses = await one.sql('SELECT status, count(*) FROM dataset_uploads GROUP BY status');
    expect(statuses).toEqual([{ status: 'DONE', count: UPLOADS }]);
    expect(await liveNumbers(one)).toHaveLength(UPLOADS * EXAMPLES);
    await Promise.all(servers.map((server) => server.stop()));
  });
});
