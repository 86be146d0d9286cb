import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { base64url, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import type { Visit } from '../support/http-browser.js';
import type { TestProvider } from '../support/oidc-provider.js';
import { CLIENT, errorOf, providerEnv, SignIn, startProvider } from './oidc-sign-in.js';

type Claims = Record<string, unknown>;
const now = () => Math.floor(Date.now() / 1000);
const hour = 3600;

/** Providers whose discovery documents each test changes before the server reads them. */
const FRESH = ['symmetric', 'd0', 'd1', 'd2', 'd3', 'd4', 'd5', 'd6'];

describe('an OpenID Connect provider that is broken or hostile', () => {
  let provider: TestProvider;
  let server: SecuredServer;

  beforeAll(async () => {
    provider = await startProvider();
    server = await startSecuredServer({
      ...providerEnv('acme', provider),
      ...providerEnv('roles', provider, { ROLE_ATTRIBUTE_PATH: 'role' }),
      // Only one test reads each discovery document.
      ...Object.assign({}, ...FRESH.map((name) => providerEnv(name, provider))),
    });
    provider.people.set('ada', { email: 'ada@example.com' });
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
  });
  afterEach(() => {
    for (const path of ['/token', '/me', '/jwks']) provider.answers.delete(path);
    for (const name of Object.keys(provider.discovery)) delete provider.discovery[name];
  });

  /** Signs in while the provider's token endpoint returns what `answer` creates from the nonce. */
  const withTokens = async (
    answer: (nonce: string) => Promise<unknown>,
    { idp = 'acme', status = 200 }: { idp?: string; status?: number } = {},
  ): Promise<Visit> => {
    const signIn = new SignIn(server);
    const callback = await signIn.toCallback(idp, 'ada');
    const body = await answer(signIn.cookies.get('spandrel-oauth2-nonce')!);
    provider.answers.set('/token', (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
    const visit = await signIn.browser.visit(callback);
    if (visit.status !== 302) expect(signIn.isSignedIn).toBe(false);
    return visit;
  };

  const good = (nonce: string): Claims => ({
    sub: 'ada',
    aud: CLIENT.client_id,
    nonce,
    email: 'ada@example.com',
  });
  const tokens = (id_token: unknown, more: Claims = {}) => ({
    access_token: 'access',
    token_type: 'Bearer',
    id_token,
    ...more,
  });
  const signed = (change: (claims: Claims) => Claims) => async (nonce: string) =>
    tokens(await provider.signIdToken(change(good(nonce))));

  it('signs in with a completely correct ID token', async () => {
    expect((await withTokens(signed((claims) => claims))).status).toBe(302);
    const hash = createHash('sha256').update('access').digest().subarray(0, 16);
    const at_hash = base64url.encode(hash);
    expect((await withTokens(signed((claims) => ({ ...claims, at_hash })))).status).toBe(302);
    const lists = signed((claims) => ({ ...claims, aud: [CLIENT.client_id] }));
    expect((await withTokens(lists)).status).toBe(302);
  });

  it.each<[string, (claims: Claims) => Claims, string]>([
    ['of another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' }), 'auth_failed'],
    ['for another client', (claims) => ({ ...claims, aud: 'somebody' }), 'auth_failed'],
    [
      'for other clients too',
      (claims) => ({ ...claims, aud: [CLIENT.client_id, 'somebody'] }),
      'auth_failed',
    ],
    [
      'that another client requested',
      (claims) => ({ ...claims, aud: [CLIENT.client_id, 'x'], azp: 'x' }),
      'auth_failed',
    ],
    ['without a nonce', (claims) => ({ ...claims, nonce: undefined }), 'auth_failed'],
    ['with another nonce', (claims) => ({ ...claims, nonce: 'x' }), 'auth_failed'],
    ['that has expired', (claims) => ({ ...claims, exp: now() - 300 }), 'auth_failed'],
    [
      'issued in the future',
      (claims) => ({ ...claims, iat: now() + hour, exp: now() + 2 * hour }),
      'auth_failed',
    ],
    ['that is not valid yet', (claims) => ({ ...claims, nbf: now() + hour }), 'auth_failed'],
    ['for another access token', (claims) => ({ ...claims, at_hash: 'x' }), 'auth_failed'],
    ['about nobody', (claims) => ({ ...claims, sub: undefined }), 'missing_email_scope'],
    ['with an empty subject', (claims) => ({ ...claims, sub: '' }), 'missing_email_scope'],
    ['about a list', (claims) => ({ ...claims, sub: ['ada'] }), 'missing_email_scope'],
    ['without an address', (claims) => ({ ...claims, email: null }), 'missing_email_scope'],
  ])('is refused with an ID token %s', async (_, change, code) => {
    provider.answers.set('/me', (_request, response) => response.writeHead(500).end());
    expect(errorOf(await withTokens(signed(change)))).toBe(code);
  });

  it('may have a clock that differs by two minutes', async () => {
    const late = signed((claims) => ({ ...claims, exp: now() - 60, iat: now() - 600 }));
    expect((await withTokens(late)).status).toBe(302);
    const early = signed((claims) => ({ ...claims, iat: now() + 60, exp: now() + 600 }));
    expect((await withTokens(early)).status).toBe(302);
  });

  it('is refused with an ID token that it did not sign', async () => {
    const claims = (nonce: string) => ({
      ...good(nonce),
      iss: provider.issuer,
      iat: now(),
      exp: now() + hour,
    });
    const stranger = await generateKeyPair('RS256');
    const bySecret = new TextEncoder().encode(CLIENT.client_secret);
    const forged = [
      (nonce: string) => new UnsecuredJWT(claims(nonce)).encode(),
      (nonce: string) =>
        new SignJWT(claims(nonce))
          .setProtectedHeader({ alg: 'RS256', kid: 'one' })
          .sign(stranger.privateKey),
      (nonce: string) =>
        new SignJWT(claims(nonce)).setProtectedHeader({ alg: 'HS256' }).sign(bySecret),
      async (nonce: string) => {
        const [header, , signature] = (await provider.signIdToken(good(nonce))).split('.');
        const payload = base64url.encode(JSON.stringify({ ...claims(nonce), sub: 'root' }));
        return `${header}.${payload}.${signature}`;
      },
      () => 'a.b.c',
      () => 'x',
    ];
    for (const forge of forged) {
      const visit = await withTokens(async (nonce) => tokens(await forge(nonce)));
      expect(errorOf(visit)).toBe('auth_failed');
    }
  });

  it.each<[string, unknown, string, number?]>([
    ['no ID token', { access_token: 'a', token_type: 'bearer' }, 'no_oidc_support'],
    ['no access token', { token_type: 'bearer', id_token: 'x' }, 'oauth_error'],
    ['no token type', { access_token: 'a', id_token: 'x' }, 'oauth_error'],
    ['another token type', tokens('x', { token_type: 'mac' }), 'auth_failed'],
    ['an error', { error: 'invalid_grant', error_description: 'hush' }, 'oauth_error', 400],
    ['a list', [], 'oauth_error'],
    ['no JSON', '<html>', 'oauth_error'],
    ['nothing', '', 'oauth_error'],
    ['a failure', '{}', 'oauth_error', 500],
    ['another status', tokens('x'), 'oauth_error', 201],
    ['a redirect', '', 'oauth_error', 302],
    ['far too much', JSON.stringify('x'.repeat(2_000_000)), 'oauth_error'],
  ])('is refused if it returns %s instead of tokens', async (_, body, code, status = 200) => {
    expect(errorOf(await withTokens(() => Promise.resolve(body), { status }))).toBe(code);
  });

  describe('the UserInfo endpoint', () => {
    const bare = signed(({ sub, aud, nonce }) => ({ sub, aud, nonce }));
    const userInfo = (status: number, body: unknown) =>
      provider.answers.set('/me', (_request, response) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      });

    it('is queried only for claims that the ID token lacks', async () => {
      userInfo(200, { sub: 'ada', email: 'ada@example.com' });
      provider.requested.length = 0;
      expect((await withTokens(signed((claims) => claims))).status).toBe(302);
      expect(provider.requested).not.toContain('/me');
      expect((await withTokens(bare)).status).toBe(302);
      expect(provider.requested).toContain('/me');
    });

    it('is not trusted about another user', async () => {
      userInfo(200, { sub: 'root', email: 'root@example.com', role: 'ADMIN' });
      expect(errorOf(await withTokens(bare))).toBe('auth_failed');
      const named = signed((claims) => claims);
      expect(errorOf(await withTokens(named, { idp: 'roles' }))).toBe('auth_failed');
    });

    it.each([
      [500, {}],
      [401, {}],
      [200, 'x'],
      [200, {}],
    ])('may fail (%s %j): the ID token then has to suffice', async (status, body) => {
      userInfo(status, body);
      expect(errorOf(await withTokens(bare))).toBe('missing_email_scope');
      const visit = await withTokens(
        signed((claims) => claims),
        { idp: 'roles' },
      );
      expect(visit.status).toBe(302);
    });
  });

  it('may use a published symmetric key on this machine', async () => {
    const key = crypto.getRandomValues(new Uint8Array(32));
    provider.discovery['id_token_signing_alg_values_supported'] = ['HS256'];
    provider.answers.set('/jwks', (_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ keys: [{ kty: 'oct', kid: 'x', k: base64url.encode(key) }] }));
    });
    const sign = (secret: Uint8Array) => async (nonce: string) =>
      tokens(
        await new SignJWT({ ...good(nonce), iss: provider.issuer })
          .setProtectedHeader({ alg: 'HS256' })
          .setIssuedAt()
          .setExpirationTime('5m')
          .sign(secret),
      );
    expect((await withTokens(sign(key), { idp: 'symmetric' })).status).toBe(302);
    const stranger = crypto.getRandomValues(new Uint8Array(32));
    expect(errorOf(await withTokens(sign(stranger), { idp: 'symmetric' }))).toBe('auth_failed');
  });

  it('does not keep the server from starting, and works as soon as it responds', async () => {
    const held = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => held.once('listening', resolve));
    const { port } = held.address() as { port: number };
    await new Promise((resolve) => held.close(resolve));
    const settings = providerEnv('late', provider, {
      OIDC_CONFIG_URL: `http://127.0.0.1:${port}/config`,
    });
    const late = await startSecuredServer(settings, { isShared: false });
    expect(errorOf(await new SignIn(late).start('late'))).toBe('oauth_error');
    const answering = createServer((_request, response) => {
      void fetch(provider.configUrl).then(async (answer) => response.end(await answer.text()));
    }).listen(port, '127.0.0.1');
    await new Promise((resolve) => answering.once('listening', resolve));
    expect((await new SignIn(late).start('late')).status).toBe(302);
    answering.close();
    await late.stop();
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no issuer', { issuer: undefined }, 'd0'],
    ['no authorization endpoint', { authorization_endpoint: undefined }, 'd1'],
    ['a remote token endpoint without TLS', { token_endpoint: 'http://idp.example/token' }, 'd2'],
    ['keys in a file', { jwks_uri: 'file:///etc/passwd' }, 'd3'],
    ['a script URL', { authorization_endpoint: 'javascript:alert(1)' }, 'd4'],
    ['a UserInfo endpoint that is not a URL', { userinfo_endpoint: 7 }, 'd5'],
    [
      'a remote sign-out endpoint without TLS',
      { end_session_endpoint: 'http://idp.example/end' },
      'd6',
    ],
  ])('is not used if its discovery document has %s', async (_, discovery, idp) => {
    Object.assign(provider.discovery, discovery);
    expect(errorOf(await new SignIn(server).start(idp))).toBe('oauth_error');
  });

  it("cannot speak for another provider's issuer", async () => {
    const liar = await startProvider();
    liar.discovery['issuer'] = provider.issuer;
    server.change({ ...providerEnv('acme', provider), ...providerEnv('liar', liar) });
    expect(errorOf(await new SignIn(server).start('liar'))).toBe('oauth_error');
    expect((await new SignIn(server).start('acme')).status).toBe(302);
    await liar.stop();
  });
});
