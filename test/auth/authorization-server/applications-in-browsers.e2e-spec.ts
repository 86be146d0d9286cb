import { type SecuredServer, startSecuredServer } from '../../support/accounts.js';
import { startTestServer } from '../../support/server.js';

const APP = 'https://app.example.com';
const TRUSTED = 'https://trusted.example.com';

/** The endpoints that applications in browsers call before they have a token. */
const OPEN: ['get' | 'post', string][] = [
  ['get', '/.well-known/oauth-authorization-server'],
  ['get', '/.well-known/oauth-protected-resource/mcp'],
  ['get', '/.well-known/unknown'],
  ['post', '/oauth2/token'],
  ['post', '/oauth2/register'],
  ['post', '/oauth2/revoke'],
  ['post', '/mcp'],
];

describe('applications that run in pages of other origins', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer({
      SPANDREL_ALLOWED_ORIGINS: TRUSTED,
      SPANDREL_CSRF_TRUSTED_ORIGINS: TRUSTED,
    });
  });
  afterAll(() => server.stop());

  it.each(OPEN)('may %s %s without cookies', async (method, path) => {
    for (const origin of [APP, TRUSTED, 'null']) {
      const answer = await server.request[method](path).set({
        Origin: origin,
        Referer: `${APP}/page`,
        Cookie: server.accounts.ADMIN.cookie,
      });
      expect(answer.text).not.toContain('untrusted');
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
      expect(answer.headers['access-control-expose-headers']).toMatch(
        /WWW-Authenticate.*Mcp-Session-Id/,
      );
    }
  });

  it.each(OPEN)('learn so beforehand: %s %s', async (method, path) => {
    const answer = await server.request.options(path).set({
      Origin: APP,
      'Access-Control-Request-Method': method.toUpperCase(),
      'Access-Control-Request-Headers': 'authorization,content-type,mcp-protocol-version',
    });
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('OK');
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization,content-type,mcp-protocol-version',
      'access-control-max-age': '600',
    });
    expect(answer.headers['access-control-allow-methods']).toContain(method.toUpperCase());
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });

  it.each(['/oauth2/authorize', '/oauth2/tokens', '/v1/projects', '/oauth2/token/more', '/mcpx'])(
    'may not call %s',
    async (path) => {
      const answer = await server.request.get(path).set('Origin', APP);
      expect(answer.status).toBe(401);
      expect(answer.text).toContain('untrusted origin');
      expect(answer.headers['access-control-allow-origin']).not.toBe('*');
    },
  );

  it('are asked for nothing if they are pages of this server', async () => {
    const answer = await server.request
      .get('/.well-known/oauth-authorization-server')
      .set('Origin', server.url);
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('never speak with the cookies of a user', async () => {
    const answer = await server.request
      .post('/mcp')
      .set({ Origin: APP, Cookie: server.accounts.ADMIN.cookie })
      .send({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(answer.status).not.toBe(200);
  });

  it('may not use MCP while everyone is an administrator', async () => {
    const open = await startTestServer();
    const answer = await open.request.post('/mcp').set('Origin', APP).send({});
    expect(answer.status).toBe(401);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    await open.stop();
  });
});
