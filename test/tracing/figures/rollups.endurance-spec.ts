import { eventually } from '../../support/eventually.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { type ChangedProjects, createChangedProjects, makeRandom } from './changed-projects.js';
import { hurry, waitForRollups } from './rolled-figures.js';

describe('figures from rollups', () => {
  let server: TestServer;
  let projects: ChangedProjects;

  beforeAll(async () => {
    server = await startTestServer({}, { isShared: false });
    projects = await createChangedProjects(server);
  });
  afterAll(async () => {
    await projects.stop();
    await server.stop();
  });

  it('are exact at any time while servers write and take turns, even if one is cut off', async () => {
    await projects.send(makeRandom(1), 60);
    const other = await startTestServer({ SPANDREL_DATABASE_URL: server.databaseUrl });
    const state = { isWriting: true, compared: 0 };
    const write = async (seed: number): Promise<void> => {
      const random = makeRandom(seed);
      for (let at = 0; at < 10; at++) await projects.change(random);
    };
    const rollUp = async (): Promise<void> => {
      while (state.isWriting) {
        await hurry(server);
        await server.sql('SELECT pg_sleep(0.02)');
      }
    };
    const check = async (): Promise<void> => {
      const random = makeRandom(99);
      while (state.isWriting || state.compared < 5) {
        await projects.compare(random, 2);
        state.compared += 1;
      }
    };
    const cutOff = () =>
      eventually('a loop at work', () =>
        server
          .sql(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = 'spandrel-rollups'
              AND backend_xid IS NOT NULL LIMIT 1`,
          )
          .then((rows) => rows.length > 0),
      );
    const writers = Promise.all([3, 4, 5].map(write)).finally(() => (state.isWriting = false));
    await Promise.all([writers, rollUp(), check(), cutOff()]);
    await waitForRollups(server);
    await projects.compare(makeRandom(6), 6);
    await other.stop();
  });
});
