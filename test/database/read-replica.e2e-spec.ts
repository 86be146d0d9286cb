import { freePort } from '../support/child-server.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { startTestServer } from '../support/server.js';

describe('the address of a read replica', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it.each([
    ['nobody listens there', 'unreachable', async () => `127.0.0.1:${await freePort()}`],
    ['it is that of the database itself', 'not a replica', async () => new URL(database.url).host],
  ])('reads from its database: %s', async (_, state, hostOf) => {
    const replica = new URL(database.url);
    replica.host = await hostOf();
    const server = await startTestServer({
      SPANDREL_DATABASE_URL: database.url,
      SPANDREL_DATABASE_READ_URL: replica.toString(),
    });
    await eventually(`the replica to be ${state}`, async () => {
      const { body } = await server.request.get('/readyz').expect(200);
      return body.readReplica === state;
    });
    await server.request.get('/v1/projects/default/spans?limit=10').expect(200);
    const [row] = await server.reader.query<{ replica: boolean }[]>(
      'SELECT pg_is_in_recovery() AS replica',
    );
    expect(row).toEqual({ replica: false });
    await server.stop();
  });
});
