import { request as rawRequest, type RequestOptions } from 'node:http';
import { startTestServer, type TestServer } from '../support/server.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('headers of every response', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it.each([
    ['a page', '/projects', 200],
    ['data', '/v1/projects', 200],
    ['an unknown path', '/v1/nothing', 404],
    ['a probe', '/healthz', 200],
  ])('restrict the browser for %s', async (_, path, status) => {
    const { headers } = await server.request.get(path).expect(status);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'x-colab-notebook-cache-control': 'no-cache',
      'x-phoenix-server-version': expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
    expect(headers).not.toHaveProperty('x-powered-by');
    // The public URL is http here, so an HSTS header would lock browsers out.
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  it('prevent API responses from doing anything in a browser', async () => {
    const { headers } = await server.request.get('/v1/projects');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
    );
  });

  it.each([
    ['get', '/v1/projects'],
    ['get', '/V1/projects'],
    ['post', '/graphql'],
    ['post', '/auth/login'],
    ['delete', '/v1/nothing'],
  ] as const)('forbid caching of the response to %s %s', async (method, path) => {
    const { headers } = await server.request[method](path);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('give each page a separate nonce', async () => {
    const pages = await Promise.all([1, 2].map(() => server.request.get('/projects')));
    const nonces = pages.map(({ headers, text }) => {
      const nonce = /<meta name="csp-nonce" content="([^"]+)"/.exec(text)?.[1];
      expect(nonce).toHaveLength(24);
      expect(headers['content-security-policy']).toContain(
        `style-src-elem 'self' 'nonce-${nonce}'`,
      );
      expect(headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${nonce}'`);
      return nonce;
    });
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(pages[0]?.headers['content-security-policy']).not.toContain("script-src 'unsafe");
  });

  it('give the page the settings that it needs before sign-in', async () => {
    const { text } = await server.request.get('/projects');
    const json = /<script type="application\/json" id="spandrel-config">(.*?)<\/script>/.exec(text);
    expect(JSON.parse(json?.[1] ?? '')).toEqual({
      authenticationEnabled: false,
      basicAuthDisabled: false,
      signInLinks: [],
      ldapEnabled: false,
      authMethods: expect.any(Array),
      mcpServerEnabled: true,
      passwordResetEmailEnabled: false,
      passwordMinLength: 15,
      passwordNeedsClasses: false,
      autoLoginIdp: null,
    });
  });

  it('allow the styles of the not-found page', async () => {
    const { headers, text } = await server.request.get('/redirects/traces/unknown').expect(404);
    const nonce = /<style nonce="([^"]+)">/.exec(text)?.[1];
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
  });

  it('serve the page instead of the file for /index.html', async () => {
    const { text } = await server.request.get('/index.html').expect(200);
    expect(text).toContain('spandrel-config');
  });

  describe('the request ID', () => {
    it('is generated or taken from the sender', async () => {
      const made = await server.request.get('/healthz');
      expect(made.headers['x-request-id']).toMatch(UUID);
      const taken = await server.request.get('/healthz').set('X-Request-Id', 'from-proxy.7');
      expect(taken.headers['x-request-id']).toBe('from-proxy.7');
    });

    it.each(['<b>', 'a b', 'x'.repeat(500)])('is not taken if it is %j', async (id) => {
      const { headers } = await server.request.get('/healthz').set('X-Request-Id', id);
      expect(headers['x-request-id']).toMatch(UUID);
    });
  });

  describe('requests that are too large', () => {
    /** Sends only the head of a request. */
    const answerTo = (path: string, options: RequestOptions) =>
      new Promise<{ status: number; text: string }>((resolve, reject) => {
        rawRequest(server.url + path, options, (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        })
          .on('error', reject)
          .flushHeaders();
      });

    it('are refused because of their URL', async () => {
      const { status, text } = await server.request.get(`/v1/projects?x=${'y'.repeat(66_000)}`);
      expect([status, text]).toEqual([414, expect.stringContaining('65536 characters')]);
    });

    it('are refused because of their headers, with a text', async () => {
      const answer = await answerTo('/healthz', { headers: { 'x-large': 'y'.repeat(200_000) } });
      expect(answer).toEqual({ status: 431, text: expect.stringContaining('too large') });
    });

    it('are refused because of their body', async () => {
      const length = 65 * 1024 * 1024;
      const headers = { 'content-type': 'application/json', 'content-length': length };
      const { status, text } = await answerTo('/v1/projects', { method: 'POST', headers });
      expect([status, text]).toEqual([413, expect.stringContaining('larger than 67108864 bytes')]);
    });
  });
});

describe('headers of a server with a public https URL', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ SPANDREL_ROOT_URL: 'https://spandrel.example.com' });
  });
  afterAll(() => server.stop());

  it('require https from then on', async () => {
    const { headers } = await server.request.get('/');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });
});
