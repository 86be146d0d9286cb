import { startTestServer, type TestServer } from '../support/server.js';

describe('requests without a handler', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it.each([
    ['patch', '/v1/projects', 'GET, POST'],
    ['put', '/v1/traces', 'POST'],
    ['delete', '/healthz', 'GET'],
    ['post', '/v1/sessions/any%2Fid', 'DELETE, GET'],
    ['get', '/v1/traces', 'POST'],
    ['get', '/v1/experiment_evaluations', 'POST'],
    ['get', '/auth/login', 'POST'],
    ['put', '/graphql', 'GET, POST'],
    ['delete', '/graphql', 'GET, POST'],
  ] as const)(
    'respond with 405 to %s %s and list the allowed methods',
    async (method, path, allow) => {
      const response = await server.request[method](path);
      expect([response.status, response.text]).toEqual([405, 'Method Not Allowed']);
      expect(response.type).toBe('text/plain');
      expect(response.headers['allow']).toBe(allow);
    },
  );

  it('respond with 405 at every path of the REST API', async () => {
    const { body } = await server.request.get('/openapi.json').expect(200);
    const paths = Object.entries(body.paths as Record<string, Record<string, object>>);
    expect(paths.length).toBeGreaterThan(50);
    for (const [path, operations] of paths) {
      const url = server.url + path.replaceAll(/\{\w+\}/g, 'x');
      const response = await fetch(url, { method: 'PROPFIND' });
      const allowed = response.headers.get('allow')?.split(', ');
      expect([path, response.status]).toEqual([path, 405]);
      for (const method of Object.keys(operations)) expect(allowed).toContain(method.toUpperCase());
      if (allowed?.includes('GET')) continue;
      expect([path, (await fetch(url)).status]).toEqual([path, 405]);
    }
  });

  it.each([
    ['delete', '/v1/projects/default/spans/any'],
    ['get', '/v1/nothing'],
    ['post', '/v1/nothing'],
    ['get', '/assets/none.js'],
  ] as const)('respond with 404 to %s %s', async (method, path) => {
    const response = await server.request[method](path);
    expect([response.status, response.text]).toEqual([404, 'Not Found']);
    expect(response.headers['x-phoenix-server-version']).toBeDefined();
  });

  it('respond with 400 to a URL that cannot be decoded', async () => {
    const response = await server.request.put('/v1/projects/%zz');
    expect([response.status, response.type]).toEqual([400, 'text/plain']);
  });
});
