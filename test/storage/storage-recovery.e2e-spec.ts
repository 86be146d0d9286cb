import { randomBytes } from 'node:crypto';
import { StorageMonitor } from '../support/built.js';
import { eventually } from '../support/eventually.js';
import { sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

const MEBIBYTE = 2 ** 20;

describe('a database that is nearly full', () => {
  let server: TestServer;
  let monitor: InstanceType<typeof StorageMonitor>;

  beforeAll(async () => {
    server = await startTestServer({
      SPANDREL_DATABASE_ALLOCATED_STORAGE_CAPACITY_GIBIBYTES: String(30 / 1024),
    });
    monitor = server.app.get(StorageMonitor, { strict: false });
  });
  afterAll(() => server.stop());

  const sizeOf = async () => {
    const [row] = await server.sql<{ bytes: number }>(
      'SELECT pg_database_size(current_database()) AS bytes',
    );
    return row!.bytes;
  };
  /** Text that cannot be compressed, in one word, so that indexing it takes no time. */
  const send = (project: string, traces: number) =>
    sendTraces(
      server.url,
      Array.from({ length: traces }, () => ({
        project,
        attributes: { 'input.value': randomBytes(20_000).toString('hex') },
      })),
    );

  it('stores nothing new, and stores again once something was deleted, with files of the same size', async () => {
    for (let at = 0; at < 20 && !monitor.isLocked; at++) {
      await send('large', 100);
      // At the end of the files, so that they cannot shrink.
      await send('kept', 1);
      await monitor.look();
    }
    expect(monitor.isLocked).toBe(true);
    await expect(send('large', 1)).rejects.toThrow('503');
    const full = await sizeOf();

    const project = await server.request.get('/v1/projects/large');
    const deletion = await server.gql(
      'mutation ($id: ID!) { clearProject(input: { id: $id }) { __typename } }',
      { id: project.body.data.id },
    );
    expect(deletion.errors).toBeUndefined();
    // PostgreSQL counts dead rows a second after they were deleted.
    await eventually('room again', async () => {
      await monitor.look();
      return !monitor.isLocked;
    });
    await send('large', 1);
    expect(await sizeOf()).toBeGreaterThan(full - 8 * MEBIBYTE);
  });
});
