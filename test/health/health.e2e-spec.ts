import { startTestServer, type TestServer } from '../support/server.js';

describe('health', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({
      SPANDREL_DATABASE_ALLOCATED_STORAGE_CAPACITY_GIBIBYTES: '0.001',
    });
  });
  afterAll(() => server.stop());

  it('is alive and ready once the database answers', async () => {
    const live = await server.request.get('/healthz');
    expect([live.status, live.text]).toEqual([200, 'OK']);
    const ready = await server.request.get('/readyz');
    expect([ready.status, ready.body]).toEqual([200, {}]);
  });

  it('sends the compatibility level and its version with every response', async () => {
    const { headers } = await server.request.get('/healthz');
    const compatibility = await server.request.get('/arize_phoenix_version');
    const own = await server.request.get('/version');
    expect(headers['x-phoenix-server-version']).toBe(compatibility.text);
    expect(headers['x-spandrel-version']).toBe(own.text);
  });

  it('shows over GraphQL what clients may know before sign-in', async () => {
    const answer = await server.gql('{ serverInfo { version authenticationEnabled } }');
    expect(answer).toEqual({
      data: { serverInfo: { version: expect.any(String), authenticationEnabled: false } },
    });
  });

  it('shows the sizes of its tables, and whether the database has reached its capacity', async () => {
    const { data } = await server.gql<{
      dbTableStats: { tableName: string; numBytes: number }[];
      dbStorageCapacityBytes: number;
      serverStatus: { insufficientStorage: boolean };
    }>(
      '{ dbTableStats { tableName numBytes } dbStorageCapacityBytes serverStatus { insufficientStorage } }',
    );
    expect(data!.dbTableStats).toContainEqual({ tableName: 'spans', numBytes: expect.any(Number) });
    const sizes = data!.dbTableStats.map(({ numBytes }) => numBytes);
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
    expect(sizes[0]).toBeGreaterThan(8191);
    expect(data!.dbStorageCapacityBytes).toBeCloseTo(1024 ** 3 / 1000);
    expect(data!.serverStatus).toEqual({ insufficientStorage: true });
  });

  it('counts the queries of a request', async () => {
    const { statements } = await server.countQueries(() => server.request.get('/readyz'));
    // A job of the server can run a query of its own at the same time.
    expect(statements.filter((text) => text === 'SELECT 1')).toHaveLength(1);
  });
});
