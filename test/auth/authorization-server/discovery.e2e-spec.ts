import { type SecuredServer, startSecuredServer } from '../../support/accounts.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const SERVER = '/.well-known/oauth-authorization-server';
const OPENID = '/.well-known/openid-configuration';
const RESOURCE = '/.well-known/oauth-protected-resource';

/** The endpoints that exist only while applications can ask for access. */
const ENDPOINTS: ['get' | 'post', string][] = [
  ['get', '/oauth2/authorize'],
  ['post', '/oauth2/authorize/decision'],
  ['post', '/oauth2/token'],
  ['post', '/oauth2/revoke'],
  ['post', '/oauth2/register'],
  ['get', SERVER],
  ['get', OPENID],
];

describe('the documents for applications', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  it('describe the authorization server, twice in the same way', async () => {
    const answer = await server.request.get(SERVER);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch('application/json');
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
    expect(answer.body).toEqual({
      issuer: server.url,
      authorization_endpoint: `${server.url}/oauth2/authorize`,
      token_endpoint: `${server.url}/oauth2/token`,
      revocation_endpoint: `${server.url}/oauth2/revoke`,
      registration_endpoint: `${server.url}/oauth2/register`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
    });
    expect((await server.request.get(OPENID)).text).toBe(answer.text);
  });

  it.each([
    ['', RESOURCE],
    ['/mcp', `${RESOURCE}/mcp`],
  ])('describe the resource at "%s"', async (path, document) => {
    const answer = await server.request.get(document);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      resource: `${server.url}${path}`,
      resource_name: expect.stringMatching(/^Spandrel/),
      authorization_servers: [server.url],
      bearer_methods_supported: ['header'],
      resource_documentation: `${server.url}/auth.md`,
    });
  });

  it('include a guide that names the endpoints', async () => {
    const answer = await server.request.get('/auth.md');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch('text/markdown');
    for (const path of ['authorize', 'token', 'revoke', 'register']) {
      expect(answer.text).toContain(`${server.url}/oauth2/${path}`);
    }
    expect(answer.text).toContain('permissions of the user who approved');
  });

  it.each([SERVER, OPENID, RESOURCE, `${RESOURCE}/mcp`, '/auth.md'])(
    'answer HEAD at %s without a body',
    async (path) => {
      const answer = await server.request.head(path);
      expect(answer.status).toBe(200);
      expect(answer.text).toBeFalsy();
    },
  );

  it.each([
    '/.well-known',
    '/.well-known/',
    '/.well-known/unknown',
    '/.well-known/security.txt',
    `${SERVER}/mcp`,
    `${SERVER}/other`,
    `${RESOURCE}/v1`,
    `${RESOURCE}/mcp/more`,
    '/.well-known/%2e%2e/etc/passwd',
  ])('are not found at %s', async (path) => {
    const answer = await server.request.get(path);
    expect(answer.status).toBe(404);
    expect(answer.text).not.toContain('<html');
  });

  it('do not exist for other methods', async () => {
    expect((await server.request.post(SERVER)).status).toBe(405);
    expect((await server.request.delete('/oauth2/token')).status).toBe(405);
  });

  it('use the host name of the request, as long as no root URL is set', async () => {
    const port = new URL(server.url).port;
    const answer = await server.request.get(SERVER).set('Host', `localhost:${port}`);
    expect(answer.body).toMatchObject({ issuer: `http://localhost:${port}` });
    expect((await server.request.get(SERVER).set('Host', 'evil.com')).status).toBe(403);
  });

  it.each([
    ['/v1/user', ''],
    ['/graphql', ''],
    ['/v1/projects/x/spans', ''],
  ])('are named by the refusal at %s', async (path, suffix) => {
    for (const headers of [
      {},
      { Authorization: 'Bearer x' },
      { Cookie: 'spandrel-access-token=x' },
    ]) {
      const answer = await server.request.get(path).set(headers);
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toBe(
        `Bearer realm="Spandrel", resource_metadata="${server.url}${RESOURCE}${suffix}"`,
      );
    }
    const forbidden = await server.request
      .get('/v1/users')
      .set('Authorization', `Bearer ${server.accounts.VIEWER.key}`);
    expect(forbidden.status).toBe(403);
    expect(forbidden.headers['www-authenticate']).toBeUndefined();
  });
});

describe('below a root path', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer({
      SPANDREL_ROOT_URL: 'https://spandrel.example.com/a/b',
      SPANDREL_HOST_ROOT_PATH: '/a/b',
    });
  });
  afterAll(() => server.stop());

  it.each([
    [`/a/b${SERVER}`, { issuer: 'https://spandrel.example.com/a/b' }],
    [SERVER, { issuer: 'https://spandrel.example.com/a/b' }],
    [`${SERVER}/a/b`, { issuer: 'https://spandrel.example.com/a/b' }],
    [`${OPENID}/a/b`, { issuer: 'https://spandrel.example.com/a/b' }],
    [`/a/b${OPENID}`, { issuer: 'https://spandrel.example.com/a/b' }],
    [`${RESOURCE}/a/b`, { resource: 'https://spandrel.example.com/a/b' }],
    [`/a/b${RESOURCE}`, { resource: 'https://spandrel.example.com/a/b' }],
    [`${RESOURCE}/a/b/mcp`, { resource: 'https://spandrel.example.com/a/b/mcp' }],
    [`/a/b${RESOURCE}/mcp`, { resource: 'https://spandrel.example.com/a/b/mcp' }],
  ])('%s answers', async (path, expected) => {
    const answer = await server.request.get(path);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject(expected);
    expect(JSON.stringify(answer.body)).not.toContain('127.0.0.1');
  });

  it.each([`${SERVER}/a`, `${SERVER}/a/bc`, `${RESOURCE}/a/b/v1`, `${SERVER}/a/b/mcp`])(
    '%s does not',
    async (path) => {
      expect((await server.request.get(path)).status).toBe(404);
    },
  );

  it('refusals name the document below it', async () => {
    const answer = await server.request.get('/a/b/v1/user');
    expect(answer.headers['www-authenticate']).toContain(
      `resource_metadata="https://spandrel.example.com/a/b${RESOURCE}"`,
    );
  });
});

describe('without the authorization server', () => {
  it('its endpoints are not found, and the resource needs an API key', async () => {
    const server = await startSecuredServer({
      SPANDREL_ENABLE_OAUTH2_AUTHORIZATION_SERVER: 'false',
      SPANDREL_ENABLE_MCP_SERVER: 'false',
    });
    for (const [method, path] of ENDPOINTS) {
      const answer = await server.request[method](path).set('Cookie', server.accounts.ADMIN.cookie);
      expect([path, answer.status]).toEqual([path, 404]);
    }
    const resource = await server.request.get(RESOURCE);
    expect(resource.body).toMatchObject({ authorization_servers: [] });
    expect((await server.request.get(`${RESOURCE}/mcp`)).status).toBe(404);
    expect((await server.request.get('/auth.md')).status).toBe(200);
    await server.stop();
  });

  it('has only the guide without authentication', async () => {
    const server: TestServer = await startTestServer();
    for (const [method, path] of ENDPOINTS) {
      expect([path, (await server.request[method](path)).status]).toEqual([path, 404]);
    }
    expect((await server.request.get(RESOURCE)).status).toBe(404);
    expect((await server.request.get(`${RESOURCE}/mcp`)).status).toBe(404);
    expect((await server.request.get('/auth.md')).text).toContain('authentication is off');
    await server.stop();
  });
});
