import { freePort } from '../support/child-server.js';
import { startTestServer, type TestServer } from '../support/server.js';

describe('requests with a foreign host name or from a foreign page', () => {
  let server: TestServer;
  let metrics: string;

  beforeAll(async () => {
    const port = await freePort();
    metrics = `http://127.0.0.1:${port}/metrics`;
    server = await startTestServer({
      SPANDREL_ROOT_URL: 'https://spandrel.example.com/tracing',
      SPANDREL_ALLOWED_HOSTS: '*.internal.example.com',
      SPANDREL_ALLOWED_ORIGINS: 'https://app.example.com',
      SPANDREL_ENABLE_PROMETHEUS: 'true',
      SPANDREL_PROMETHEUS_PORT: String(port),
    });
  });
  afterAll(() => server.stop());

  const create = (headers: Record<string, string>) =>
    server.request.post('/v1/projects').set(headers).send({});

  it.each(['evil.com', 'evil.com:6006', '127.0.0.1.evil.com', ''])(
    'are refused if the host is %j',
    async (host) => {
      const answer = await server.request.get('/v1/projects').set('Host', host);
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('SPANDREL_ALLOWED_HOSTS');
      expect(answer.text).not.toContain('evil');
      expect((await server.request.get('/').set('Host', host)).status).toBe(403);
    },
  );

  it.each(['spandrel.example.com', 'a.internal.example.com:6006', 'localhost:1', 'spandrel'])(
    'are accepted if the host is %j',
    async (host) => {
      await server.request.get('/v1/projects').set('Host', host).expect(200);
    },
  );

  it('are refused if a trusted proxy forwards a foreign host, or uses one itself', async () => {
    const get = () => server.request.get('/v1/projects');
    await get().set('X-Forwarded-Host', 'evil.com').expect(403);
    await get().set({ Host: 'evil.com', 'X-Forwarded-Host': 'localhost' }).expect(403);
    await get().set('X-Forwarded-Host', 'spandrel.example.com').expect(200);
  });

  it('are accepted for probes with any name', async () => {
    await server.request.get('/healthz').set('Host', 'probe.example.net').expect(200);
    await server.request.get('/readyz').set('Host', 'probe.example.net').expect(200);
  });

  it('are refused despite an arbitrary credential while authentication is off', async () => {
    const headers = { Host: 'evil.com', Authorization: 'Bearer anything' };
    await server.request.get('/v1/projects').set(headers).expect(403);
  });

  it.each<[string, Record<string, string>]>([
    ['another site', { Origin: 'https://evil.com' }],
    ['an opaque origin', { Origin: 'null' }],
    ['another port', { Origin: 'https://app.example.com:8443' }],
    ['another scheme', { Origin: 'http://spandrel.example.com' }],
    ['a referring page on another site', { Referer: 'https://evil.com/page' }],
    ['a cross-site page', { 'Sec-Fetch-Site': 'cross-site' }],
    [
      'a page with a password that the browser sends automatically',
      { Origin: 'null', Authorization: 'Basic eDp5' },
    ],
  ])('are refused if they write from %s', async (_, headers) => {
    const answer = await create(headers);
    expect(answer.status).toBe(401);
    expect(answer.text).toMatch(/^untrusted (origin|referer)\b.*SPANDREL_CSRF_TRUSTED_ORIGINS/);
    expect(answer.headers).not.toHaveProperty('www-authenticate');
    expect((await server.gql('{ __typename }')).data).toBeDefined();
  });

  it('are refused on every endpoint that writes', async () => {
    for (const path of ['/graphql', '/v1/traces', '/auth/login', '/v1/projects/default/spans']) {
      const answer = await server.request.post(path).set('Origin', 'https://evil.com').send({});
      expect([path, answer.status]).toEqual([path, 401]);
    }
  });

  it.each<[string, Record<string, string>]>([
    ['its public URL', { Origin: 'https://spandrel.example.com' }],
    ['an allowed page', { Origin: 'https://app.example.com' }],
    ['a program', {}],
    ['a bearer token', { Origin: 'https://evil.com', Authorization: 'Bearer x' }],
  ])('are accepted if they write from %s', async (_, headers) => {
    // 422 because the body lacks a name, so the request reached the handler.
    expect((await create(headers)).status).toBe(422);
  });

  it('are accepted if they write from their own destination', async () => {
    expect((await create({ Origin: server.url })).status).toBe(422);
    const behindProxy = {
      Host: 'backend',
      'X-Forwarded-Host': 'a.internal.example.com',
      'X-Forwarded-Proto': 'https',
    };
    expect(
      (await create({ ...behindProxy, Origin: 'https://a.internal.example.com' })).status,
    ).toBe(422);
    expect((await create({ ...behindProxy, Origin: 'http://a.internal.example.com' })).status).toBe(
      401,
    );
  });

  it('can read from anywhere, but only listed pages see the response', async () => {
    const foreign = await server.request.get('/v1/projects').set('Origin', 'https://evil.com');
    expect(foreign.status).toBe(200);
    expect(foreign.headers).not.toHaveProperty('access-control-allow-origin');
    const listed = await server.request
      .get('/v1/projects')
      .set('Origin', 'https://app.example.com');
    expect(listed.headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example.com',
      'access-control-allow-credentials': 'true',
      vary: expect.stringContaining('Origin'),
    });
  });

  it('get a response to preflight requests', async () => {
    const ask = (origin: string) =>
      server.request
        .options('/v1/projects')
        .set({ Origin: origin, 'Access-Control-Request-Method': 'DELETE' })
        .set('Access-Control-Request-Headers', 'authorization,content-type');
    const listed = await ask('https://app.example.com');
    expect(listed.status).toBe(204);
    expect(listed.headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example.com',
      'access-control-allow-methods': expect.stringContaining('DELETE'),
      'access-control-allow-headers': 'authorization,content-type',
    });
    expect((await ask('https://evil.com')).headers).not.toHaveProperty(
      'access-control-allow-origin',
    );
  });

  it('are counted', async () => {
    const counted = async (reason: string) => {
      const text = await (await fetch(metrics)).text();
      const line = `spandrel_http_requests_refused_total{reason="${reason}"} `;
      return Number(text.split(line)[1]?.split('\n')[0] ?? 0);
    };
    const before = await Promise.all(['host', 'origin', 'referer', 'cross_site'].map(counted));
    await server.request.get('/').set('Host', 'evil.com');
    await create({ Origin: 'https://evil.com' });
    await create({ Referer: 'https://evil.com/' });
    await create({ 'Sec-Fetch-Site': 'cross-site' });
    const after = await Promise.all(['host', 'origin', 'referer', 'cross_site'].map(counted));
    expect(after).toEqual(before.map((count) => count + 1));
  });
});

describe('a server with trusted origins', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({
      SPANDREL_CSRF_TRUSTED_ORIGINS: ',http://localhost,, https://app.example.com ,',
    });
  });
  afterAll(() => server.stop());

  it.each(['/healthz', '/v1/projects', '/'])('checks requests that read %s, too', async (path) => {
    const get = (headers: Record<string, string>) => server.request.get(path).set(headers);
    const origin = await get({ Origin: 'https://evil.com' });
    expect([origin.status, origin.text]).toEqual([401, expect.stringMatching(/^untrusted origin/)]);
    const referer = await get({ Origin: 'http://localhost', Referer: 'https://evil.com/' });
    expect([referer.status, referer.text]).toEqual([
      401,
      expect.stringMatching(/^untrusted referer/),
    ]);
    expect((await get({ Origin: 'null' })).status).toBe(401);
    expect((await get({ Origin: 'http://localhost', Referer: 'http://localhost/x' })).status).toBe(
      200,
    );
    expect((await get({ Origin: server.url })).status).toBe(200);
    expect((await get({})).status).toBe(200);
  });

  it('lets users follow links from elsewhere', async () => {
    await server.request
      .get('/projects')
      .set({ Referer: 'https://mail.example.com/', 'Sec-Fetch-Mode': 'navigate' })
      .expect(200);
  });

  it('does not trust a host name alone', async () => {
    const { status } = await server.request.get('/healthz').set('Origin', 'http://localhost:3000');
    expect(status).toBe(401);
  });

  it('does not open reading to any origin', async () => {
    const { headers } = await server.request.get('/healthz').set('Origin', 'http://localhost');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });
});
