import {
  cookieOf,
  bearer,
  type SecuredServer,
  startSecuredServer,
} from '../../support/accounts.js';
import { authorizationRequest, connect, createProof, decide } from '../../support/application.js';
import { AGENT, register } from './registrations.js';

const { challenge } = createProof();
const request = authorizationRequest(challenge);

describe('an application that asks for access', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  const ask = (
    query: Record<string, string> | string,
    headers = cookieOf(server.accounts.VIEWER),
  ) => server.request.get('/oauth2/authorize').query(query).set(headers);

  it('sends a stranger to the sign-in page, which leads back', async () => {
    const answer = await server.request.get('/oauth2/authorize').query(request);
    expect(answer.status).toBe(302);
    const target = new URL(answer.headers['location'] ?? '', server.url);
    expect(target.pathname).toBe('/login');
    const back = new URL(target.searchParams.get('returnUrl') ?? '', server.url);
    expect(back.pathname).toBe('/oauth2/authorize');
    expect(Object.fromEntries(back.searchParams)).toEqual(request);
  });

  it('needs the session of a browser, not a key or a token', async () => {
    const tokens = await connect(server, server.accounts.ADMIN.cookie);
    for (const token of [server.accounts.ADMIN.key, server.adminSecret, tokens.access_token]) {
      const asked = await server.request.get('/oauth2/authorize').query(request).set(bearer(token));
      expect(asked.headers['location']).toMatch(/^\/login\?/);
      const cookie = `spandrel-access-token=${token}`;
      expect((await decide(server, cookie, request)).status).toBe(401);
      const decided = await server.request
        .post('/oauth2/authorize/decision')
        .set({ ...bearer(token), Origin: server.url })
        .send({ ...request, approved: true });
      expect(decided.status).toBe(401);
    }
  });

  it('leads a signed-in user to the consent page, with who asks', async () => {
    const answer = await ask({ ...request, client_name: 'Your bank', is_first_party: 'yes' });
    expect(answer.status).toBe(302);
    const target = new URL(answer.headers['location'] ?? '', server.url);
    expect(target.pathname).toBe('/oauth2/consent');
    expect(Object.fromEntries(target.searchParams)).toEqual({
      ...request,
      client_name: 'Phoenix CLI',
      is_first_party: 'true',
    });
    expect(target.searchParams.getAll('client_name')).toHaveLength(1);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each<[string, Record<string, string>]>([
    ['an unknown application', { client_id: 'px_dcr_0000000000000000000000' }],
    ['no application', { client_id: '' }],
    ['a client_id with a NUL', { client_id: 'phoenix-cli\0' }],
    ['a very long client_id', { client_id: 'a'.repeat(5000) }],
    ['no redirect_uri', { redirect_uri: '' }],
    ['another host', { redirect_uri: 'http://evil.example/callback' }],
    ['a host behind credentials', { redirect_uri: 'http://127.0.0.1:80@evil.example/callback' }],
    ['another path', { redirect_uri: 'http://127.0.0.1:53682/callback/../other' }],
    ['a query', { redirect_uri: 'http://127.0.0.1:53682/callback?next=evil' }],
    ['a fragment', { redirect_uri: 'http://127.0.0.1:53682/callback#code' }],
    ['TLS', { redirect_uri: 'https://127.0.0.1:53682/callback' }],
    ['a script', { redirect_uri: 'javascript:alert(1)' }],
    ['a NUL', { redirect_uri: 'http://127.0.0.1/callback\0' }],
  ])('gets no answer, but a page for the user, with %s', async (_, changes) => {
    const answer = await ask({ ...request, ...changes });
    expect(answer.status).toBe(400);
    expect(answer.headers['location']).toBeUndefined();
    expect(answer.headers['content-type']).toMatch('text/html');
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(answer.text).toContain('not registered');
    expect(answer.text).not.toContain('evil');
    const cookie = server.accounts.VIEWER.cookie;
    expect((await decide(server, cookie, { ...request, ...changes })).status).toBe(400);
  });

  it('leads nobody to an address that it registered itself, unless the user decides', async () => {
    const [address] = AGENT.redirect_uris as [string];
    const { body } = await register(server, AGENT);
    const own = { ...request, client_id: (body as { client_id: string }).client_id };
    const asked = { ...own, redirect_uri: address };
    for (const [name, value] of [
      ['response_type', 'token'],
      ['code_challenge', ''],
      ['state', ''],
    ] as const) {
      const answer = await ask({ ...asked, [name]: value });
      expect(answer.status).toBe(400);
      expect(answer.headers['location']).toBeUndefined();
      expect(answer.headers['content-type']).toMatch('text/html');
      expect(answer.text).toContain('What the application sent is not valid.');
      expect(answer.text).not.toContain(address);
    }
    expect((await ask(asked)).headers['location']).toMatch(/^\/oauth2\/consent\?/);
  });

  it('gets no answer if it names two applications or addresses', async () => {
    for (const name of ['client_id', 'redirect_uri'] as const) {
      const query = `${new URLSearchParams(request).toString()}&${name}=${encodeURIComponent(request[name]!)}`;
      expect((await ask(query)).status).toBe(400);
    }
  });

  it.each<[string, string, Record<string, string>]>([
    ['unsupported_response_type', 'no response_type', { response_type: '' }],
    ['unsupported_response_type', 'a token', { response_type: 'token' }],
    ['invalid_request', 'no challenge', { code_challenge: '' }],
    ['invalid_request', 'a short challenge', { code_challenge: 'abc' }],
    ['invalid_request', 'a plain challenge', { code_challenge_method: 'plain' }],
    ['invalid_request', 'no method', { code_challenge_method: '' }],
    ['invalid_request', 'a short state', { state: 'x'.repeat(21) }],
    ['invalid_request', 'no state', { state: '' }],
    ['invalid_target', 'another server', { resource: 'https://evil.example/mcp' }],
    ['invalid_target', 'another path', { resource: 'http://127.0.0.1/v1' }],
  ])('learns of %s for %s', async (error, _, changes) => {
    const answer = await ask({ ...request, ...changes });
    expect(answer.status).toBe(302);
    const decision = await decide(server, server.accounts.VIEWER.cookie, {
      ...request,
      ...changes,
    });
    expect(decision.status).toBe(200);
    const targets = [
      String(answer.headers['location']),
      (decision.body as { redirect_to: string }).redirect_to,
    ];
    for (const target of targets) {
      const url = new URL(target);
      expect(url.origin + url.pathname).toBe(request['redirect_uri']);
      expect(url.searchParams.get('error')).toBe(error);
      expect(url.searchParams.get('state')).toBe({ ...request, ...changes }['state'] || null);
      expect(url.searchParams.has('code')).toBe(false);
    }
  });

  it('accepts a state of 22 characters, any loopback port, and ignores scopes', async () => {
    const changes = {
      state: 'x'.repeat(22),
      scope: 'everything',
      redirect_uri: 'http://[::1]:9/callback',
    };
    const answer = await ask({ ...request, ...changes });
    expect(answer.headers['location']).toMatch(/^\/oauth2\/consent\?/);
  });
});

describe('the decision of a user', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  it('gives the application a code, for every role', async () => {
    for (const { cookie } of Object.values(server.accounts)) {
      const answer = await decide(server, cookie, request);
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
      const target = new URL((answer.body as { redirect_to: string }).redirect_to);
      expect(target.origin + target.pathname).toBe(request['redirect_uri']);
      expect([...target.searchParams.keys()].toSorted()).toEqual(['code', 'state']);
      expect(target.searchParams.get('state')).toBe(request['state']);
      expect(target.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
    }
  });

  it('tells the application if the user refuses', async () => {
    const answer = await decide(server, server.accounts.MEMBER.cookie, {
      ...request,
      approved: false,
    });
    const target = new URL((answer.body as { redirect_to: string }).redirect_to);
    expect(target.searchParams.get('error')).toBe('access_denied');
    expect(target.searchParams.get('state')).toBe(request['state']);
    expect(target.searchParams.has('code')).toBe(false);
  });

  it('is recorded, with the user', async () => {
    const { userId, cookie } = await server.createAccount('VIEWER');
    await decide(server, cookie, request);
    await decide(server, cookie, { ...request, approved: false });
    expect(
      await server.sql(
        'SELECT action, credential, subject_name FROM audit_events WHERE actor_id = $1 ORDER BY id',
        [userId],
      ),
    ).toEqual([
      { action: 'application.approved', credential: 'session', subject_name: 'Phoenix CLI' },
      { action: 'application.denied', credential: 'session', subject_name: 'Phoenix CLI' },
    ]);
  });

  it('needs a session before anything else', async () => {
    const answer = await server.request
      .post('/oauth2/authorize/decision')
      .send({ ...request, approved: true });
    expect(answer.status).toBe(401);
  });

  it.each([
    ['no page', undefined],
    ['another site', 'https://evil.example'],
    ['a private page', 'null'],
    ['another port of this host', 'http://127.0.0.1:1'],
    ['this host with TLS', 'https'],
    ['an origin that begins like this one', 'suffix'],
  ])('is refused if it comes from %s', async (_, given) => {
    const special: Record<string, string> = {
      https: server.url.replace('http:', 'https:'),
      suffix: `${server.url}.evil.example`,
    };
    const origin = given === undefined ? undefined : (special[given] ?? given);
    const sent = server.request
      .post('/oauth2/authorize/decision')
      .set('Cookie', server.accounts.ADMIN.cookie);
    if (origin !== undefined) sent.set('Origin', origin);
    expect((await sent.send({ ...request, approved: true })).status).toBe(403);
  });

  it('must be yes or no', async () => {
    for (const approved of [undefined, 'true', 1, null]) {
      const answer = await decide(server, server.accounts.ADMIN.cookie, { ...request, approved });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('approved');
    }
    const list = await server.request
      .post('/oauth2/authorize/decision')
      .set({ Cookie: server.accounts.ADMIN.cookie, Origin: server.url })
      .send([request]);
    expect(list.status).toBe(400);
  });

  it('waits until the user has changed a password that somebody else set', async () => {
    const { userId, cookie } = await server.createAccount('MEMBER');
    await server.sql('UPDATE users SET password_needs_reset = true WHERE id = $1', [userId]);
    const answer = await decide(server, cookie, request);
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('Change your password');
  });
});

describe('the origin of a decision', () => {
  it('counts like that of any other request if the check is off', async () => {
    const server = await startSecuredServer({ SPANDREL_OAUTH2_CONSENT_ORIGIN_CHECK: 'off' });
    const { cookie } = server.accounts.MEMBER;
    const send = (headers: Record<string, string>) =>
      server.request
        .post('/oauth2/authorize/decision')
        .set({ Cookie: cookie, ...headers })
        .send({ ...request, approved: true });
    expect((await send({})).status).toBe(200);
    expect((await send({ Origin: 'https://evil.example' })).status).toBe(401);
    await server.stop();
  });

  it('must be the public one, and trusted, if origins are listed', async () => {
    const server = await startSecuredServer({
      SPANDREL_ROOT_URL: 'https://spandrel.example.com/tracing',
      SPANDREL_HOST_ROOT_PATH: '/tracing',
      SPANDREL_CSRF_TRUSTED_ORIGINS: 'https://other.example.com',
    });
    const { cookie } = server.accounts.MEMBER;
    const send = (origin: string) =>
      server.request
        .post('/tracing/oauth2/authorize/decision')
        .set({ Cookie: cookie, Origin: origin })
        .send({ ...request, approved: true });
    expect((await send('https://spandrel.example.com')).status).toBe(200);
    expect((await send('https://other.example.com')).status).toBe(403);
    expect((await send('https://evil.example')).status).toBe(401);
    const asked = await server.request
      .get('/tracing/oauth2/authorize')
      .query(request)
      .set('Cookie', cookie);
    expect(asked.headers['location']).toMatch(/^\/tracing\/oauth2\/consent\?/);
    const stranger = await server.request.get('/tracing/oauth2/authorize').query(request);
    expect(stranger.headers['location']).toMatch(
      /^\/tracing\/login\?returnUrl=%2Foauth2%2Fauthorize%3F/,
    );
    await server.stop();
  });
});
