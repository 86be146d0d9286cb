import { startTestServer, type TestServer } from '../support/server.js';

describe('health', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
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

  it('counts the queries of a request', async () => {
    const { statements } = await server.countQueries(() => server.request.get('/readyz'));
    expect(statements).toEqual(['SELECT 1']);
  });
});
