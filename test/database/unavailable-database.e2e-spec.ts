import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { DatabaseProxy } from '../support/database-proxy.js';
import { startTestServer, type TestServer } from '../support/server.js';

describe('while the database is unavailable', () => {
  let database: TestDatabase;
  let proxy: DatabaseProxy;
  let server: TestServer;

  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await DatabaseProxy.start(database.url);
    server = await startTestServer({ SPANDREL_DATABASE_URL: proxy.url });
    proxy.vanish();
  });
  afterAll(async () => {
    proxy.recover();
    await server.stop();
    await proxy.stop();
    await database.drop();
  });

  it('is alive, but not ready', async () => {
    await server.request.get('/healthz').expect(200, 'OK');
    await server.request.get('/readyz').expect(503, 'database unreachable');
  });

  it.each(['/v1/projects', '/v1/projects/default/spans', '/v1/sessions'])(
    'asks readers of %s to retry later',
    async (path) => {
      const response = await server.request.get(path).expect(503);
      expect(response.text).toBe('database unreachable');
      expect(response.headers['retry-after']).toBe('2');
    },
  );

  it('asks the creator of spans to retry later', async () => {
    const span = {
      name: 'x',
      context: { trace_id: 't', span_id: 's' },
      span_kind: 'CHAIN',
      start_time: '2026-01-01T00:00:00Z',
      end_time: '2026-01-01T00:00:01Z',
      status_code: 'OK',
    };
    await server.request
      .post('/v1/projects/default/spans')
      .send({ data: [span] })
      .expect(503);
  });

  it('returns a code over GraphQL', async () => {
    const { errors } = await server.gql('{ projects(first: 1) { edges { node { id } } } }');
    expect(errors?.[0]).toMatchObject({
      message: 'database unreachable',
      extensions: { code: 'UNAVAILABLE' },
    });
  });

  it('works again when the database is back', async () => {
    proxy.recover();
    await server.request.get('/readyz').expect(200);
    await server.request.get('/v1/projects').expect(200);
  });
});
