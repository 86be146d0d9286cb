import { type SecuredServer, startSecuredServer, TEST_SECRET } from '../support/accounts.js';
import type { TestProvider } from '../support/oidc-provider.js';
import { startTestServer } from '../support/server.js';
import { CLIENT, providerEnv, SignIn, startProvider } from './oidc-sign-in.js';

describe('settings around OpenID Connect', () => {
  let provider: TestProvider;
  const running: { stop(): Promise<void> }[] = [];

  beforeAll(async () => {
    provider = await startProvider();
    provider.people.set('ada', { email: 'ada@example.com', name: 'Ada' });
  });
  afterEach(async () => {
    for (const server of running.splice(0)) await server.stop();
  });
  afterAll(() => provider.stop());

  const start = async (env: Record<string, string>): Promise<SecuredServer> => {
    const server = await startSecuredServer(env);
    running.push(server);
    return server;
  };

  describe('a server with a public URL', () => {
    let server: SecuredServer;

    beforeAll(async () => {
      server = await startSecuredServer({
        ...providerEnv('acme', provider),
        SPANDREL_HOST_ROOT_PATH: '/spandrel',
        SPANDREL_ROOT_URL: 'https://llm.example.com/spandrel/',
        SPANDREL_DISABLE_RATE_LIMIT: 'false',
      });
    });
    afterAll(() => server.stop());

    it('derives the redirect URI from it, and makes cookies secure', async () => {
      const visit = await new SignIn(server).start('acme');
      expect(new URL(visit.location).searchParams.get('redirect_uri')).toBe(
        'https://llm.example.com/spandrel/oauth2/acme/tokens',
      );
      for (const cookie of visit.setCookies) expect(cookie).toMatch(/; Secure$/);
    });

    it('too many attempts from one address are told when to retry', async () => {
      const statuses: number[] = [];
      for (let i = 0; i < 40; i++) statuses.push((await new SignIn(server).start('acme')).status);
      expect(statuses[0]).toBe(302);
      expect(statuses.at(-1)).toBe(429);
      const start429 = await server.request.get('/oauth2/acme/login').redirects(0);
      expect(Number(start429.headers['retry-after'])).toBeGreaterThan(0);
      for (let i = 0; i < 40; i++) {
        const back = await server.request
          .get('/oauth2/acme/tokens?state=x&code=y')
          .set('Cookie', 'spandrel-oauth2-state=x; spandrel-oauth2-nonce=y')
          .redirects(0);
        statuses.push(back.status);
      }
      expect(statuses.at(-1)).toBe(429);
    });
  });

  it('puts the root path before every page in a redirect', async () => {
    const server = await start({
      ...providerEnv('acme', provider),
      SPANDREL_HOST_ROOT_PATH: '/spandrel',
    });
    const signIn = new SignIn(server);
    const callback = await signIn.toCallback('acme', 'ada', '?returnUrl=/projects');
    expect(callback).toMatch(`${server.url}/spandrel/oauth2/acme/tokens?`);
    const visit = await signIn.browser.visit(callback);
    expect(visit.location).toBe(`${server.url}/spandrel/projects`);
    const refused = await signIn.start('nobody');
    expect(new URL(refused.location).pathname).toBe('/spandrel/login');
  });

  it('leads errors to a page that does not sign in again, without passwords', async () => {
    const server = await start({
      ...providerEnv('acme', provider, { AUTO_LOGIN: 'true' }),
      SPANDREL_DISABLE_BASIC_AUTH: 'true',
    });
    const signIn = new SignIn(server);
    const automatic = await signIn.browser.visit(`${server.url}/login?returnUrl=%2Fprojects`);
    expect([automatic.status, automatic.location]).toEqual([
      307,
      `${server.url}/oauth2/acme/login?returnUrl=%2Fprojects`,
    ]);
    const { location } = await signIn.browser.visit(automatic.location);
    expect(location).toMatch(provider.issuer);
    expect((await signIn.run('acme', 'nobody')).location).toBe(
      `${server.url}/logout?error=auth_failed`,
    );
    const out = await signIn.browser.visit(`${server.url}/auth/logout`);
    expect([out.status, out.location]).toEqual([302, `${server.url}/logout`]);
  });

  it('lets the sign-in page decide whether to redirect to the provider, with passwords', async () => {
    const server = await start(providerEnv('acme', provider, { AUTO_LOGIN: 'true' }));
    const { browser } = new SignIn(server);
    expect((await browser.visit(`${server.url}/login`)).status).not.toBe(307);
    // The sign-in page would sign the user in again immediately.
    const out = await browser.visit(`${server.url}/auth/logout`);
    expect([out.status, out.location]).toEqual([302, `${server.url}/logout`]);
  });

  it('have no effect while authentication is off', async () => {
    const server = await startTestServer(providerEnv('acme', provider));
    running.push(server);
    for (const path of ['login', 'tokens?state=x&code=y']) {
      const answer = await server.request
        .get(`/oauth2/acme/${path}`)
        .set('Cookie', 'spandrel-oauth2-state=x; spandrel-oauth2-nonce=y')
        .redirects(0);
      expect(answer.status).toBe(404);
    }
  });

  describe('a server with several providers', () => {
    let brief: TestProvider;
    let env: Record<string, string>;
    let server: SecuredServer;

    beforeAll(async () => {
      brief = await startProvider();
      brief.people.set('bob', { email: 'bob@example.com' });
      const logout = { RP_INITIATED_LOGOUT: 'true' };
      env = {
        ...providerEnv('acme', provider, { ...logout, DISPLAY_NAME: 'Acme & Sons' }),
        ...providerEnv('brief', brief, logout),
        ...providerEnv('quiet', provider),
      };
      server = await startSecuredServer(env);
    });
    afterAll(() => server.stop());

    it('signing out also ends the session at the provider if configured', async () => {
      const signIn = new SignIn(server);
      await signIn.run('acme', 'ada');
      const out = await signIn.browser.visit(`${server.url}/auth/logout`);
      expect(out.status).toBe(302);
      const url = new URL(out.location);
      expect(url.origin + url.pathname).toBe(`${provider.issuer}/session/end`);
      expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${server.url}/login`);
      expect(url.searchParams.get('client_id')).toBe(CLIENT.client_id);
      const hint = url.searchParams.get('id_token_hint')!;
      const claims = JSON.parse(Buffer.from(hint.split('.')[1]!, 'base64url').toString()) as object;
      expect(claims).toMatchObject({ sub: 'ada', aud: CLIENT.client_id });
      expect(signIn.isSignedIn).toBe(false);
      expect(await server.sql("SELECT 1 FROM login_sessions WHERE provider = 'acme'")).toEqual([]);

      await signIn.run('quiet', 'ada');
      const quiet = await signIn.browser.visit(`${server.url}/auth/logout`);
      expect(quiet.location).toBe(`${server.url}/login`);
    });

    it('signing out works even if the provider is unavailable', async () => {
      const signIn = new SignIn(server);
      await signIn.run('brief', 'bob');
      await brief.stop();
      // The server forgets the discovery document, as if it had not read it.
      server.change(env);
      const cookie = [...signIn.cookies].map((pair) => pair.join('=')).join('; ');
      const out = await server.request.get('/auth/logout').set('Cookie', cookie).redirects(0);
      expect([out.status, out.headers['location']]).toEqual([302, '/login']);
    });

    it('accepts users who are returning from the provider after its secret has changed', async () => {
      const signIn = new SignIn(server);
      const callback = new URL(await signIn.toCallback('acme', 'ada'));
      const renewed = await startTestServer({
        ...env,
        SPANDREL_ENABLE_AUTH: 'true',
        SPANDREL_SECRET: 'another-secret-0123456789-abcdefghijk',
        SPANDREL_PREVIOUS_SECRETS: TEST_SECRET,
        SPANDREL_DATABASE_URL: server.databaseUrl,
      });
      const cookie = [...signIn.cookies].map((pair) => pair.join('=')).join('; ');
      const path = `${callback.pathname}${callback.search}`;
      const back = await renewed.request.get(path).set('Cookie', cookie).redirects(0);
      expect([back.status, back.headers['location']]).toEqual([302, '/']);
      await renewed.stop();
    });

    it('tells the page the names of providers and nothing else about them', async () => {
      const { text } = await server.request.get('/login');
      expect(text).not.toContain(CLIENT.client_id + '"');
      expect(text).not.toContain(CLIENT.client_secret);
    });
  });
});
