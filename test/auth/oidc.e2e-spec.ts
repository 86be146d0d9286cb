import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import type { TestProvider } from '../support/oidc-provider.js';
import { errorOf, PLAIN_CLIENT, providerEnv, SignIn, startProvider } from './oidc-sign-in.js';

interface Row {
  id: number;
  username: string;
  email: string;
  role: string;
  auth_method: string;
  profile_picture_url: string | null;
  oauth2_issuer: string | null;
  oauth2_client_id: string | null;
  oauth2_user_id: string | null;
}

describe('signing in with OpenID Connect', () => {
  let provider: TestProvider;
  let server: SecuredServer;
  let folder: string;

  beforeAll(async () => {
    provider = await startProvider();
    folder = await mkdtemp(join(tmpdir(), 'spandrel-oidc-'));
    server = await startSecuredServer({
      ...providerEnv('acme', provider),
      ...providerEnv('twin', provider, { ALLOW_SIGN_UP: 'false' }),
      // Only one test reads the discovery documents of these two.
      ...providerEnv('old', provider),
      ...providerEnv('forced', provider, { USE_PKCE: 'true' }),
      ...providerEnv('plain', provider, {
        CLIENT_ID: PLAIN_CLIENT.client_id,
        CLIENT_SECRET: PLAIN_CLIENT.client_secret,
      }),
      ...providerEnv('post', provider, {
        CLIENT_ID: 'by-post',
        TOKEN_ENDPOINT_AUTH_METHOD: 'client_secret_post',
      }),
      ...providerEnv('public', provider, {
        CLIENT_ID: 'public',
        TOKEN_ENDPOINT_AUTH_METHOD: 'none',
      }),
      ...providerEnv('assertion', provider, {
        CLIENT_ID: 'by-assertion',
        TOKEN_ENDPOINT_AUTH_METHOD: 'client_assertion_jwt',
        CLIENT_ASSERTION_FILE: join(folder, 'assertion'),
      }),
    });
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
    await rm(folder, { recursive: true });
  });
  afterEach(() => {
    provider.people.clear();
    for (const name of Object.keys(provider.discovery)) delete provider.discovery[name];
  });

  const userOf = async (email: string): Promise<Row | undefined> =>
    (await server.sql<Row>('SELECT * FROM users WHERE email = $1', [email]))[0];

  describe('the redirects', () => {
    it('first go to the provider, with every value that ties its response to this attempt', async () => {
      const signIn = new SignIn(server);
      const visit = await signIn.start(
        'acme',
        '?returnUrl=%2Fprojects&return_to=%2F%2Fevil.example',
      );
      expect(visit.status).toBe(302);
      const url = new URL(visit.location);
      expect(url.origin + url.pathname).toBe(`${provider.issuer}/auth`);
      expect(Object.fromEntries(url.searchParams)).toEqual({
        response_type: 'code',
        client_id: 'spandrel',
        redirect_uri: `${server.url}/oauth2/acme/tokens`,
        scope: 'openid email profile',
        state: signIn.cookies.get('spandrel-oauth2-state'),
        nonce: signIn.cookies.get('spandrel-oauth2-nonce'),
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: 'S256',
      });
      const named = visit.setCookies.filter((cookie) => !cookie.includes('attempt'));
      expect(named).toHaveLength(3);
      for (const cookie of named) {
        expect(cookie).toMatch(
          /^spandrel-oauth2-(state|nonce|code-verifier)=[\w.-]+; HttpOnly; Max-Age=900; Path=\/; SameSite=lax$/,
        );
      }
    });

    it('end at the consent page if an application asks', async () => {
      provider.people.set('olga', { email: 'olga@example.com', email_verified: true });
      const signIn = new SignIn(server);
      const query = '?returnUrl=%2Foauth2%2Fauthorize%3Fclient_id%3Da%26state%3Db';
      const visit = await signIn.run('acme', 'olga', query);
      expect(visit.location).toBe(`${server.url}/oauth2/consent?client_id=a&state=b`);
    });

    it('end signed in at the requested page', async () => {
      provider.people.set('ada', {
        email: 'Ada@Example.com',
        email_verified: true,
        name: 'Ada Lovelace',
        picture: 'https://pictures.example/ada.png',
      });
      const signIn = new SignIn(server);
      const visit = await signIn.run('acme', 'ada', '?returnUrl=%2Fprojects%3Fsort%3Dname');
      expect(visit.status).toBe(302);
      expect(visit.location).toBe(`${server.url}/projects?sort=name`);
      expect([...signIn.cookies.keys()].toSorted()).toEqual([
        'spandrel-access-token',
        'spandrel-refresh-token',
      ]);
      for (const name of ['state', 'nonce', 'code-verifier']) {
        expect(visit.setCookies).toContainEqual(
          expect.stringMatching(new RegExp(`^spandrel-oauth2-${name}="";.*Max-Age=0;`)),
        );
      }
      expect(visit.setCookies).toContainEqual(
        expect.stringMatching(/^spandrel-access-token=[\w.-]+; HttpOnly; Max-Age=600; Path=\/;/),
      );
      const me = await signIn.browser.visit(`${server.url}/v1/projects`);
      expect(me.status).toBe(200);
      expect(await userOf('ada@example.com')).toMatchObject({
        username: 'Ada Lovelace',
        role: 'VIEWER',
        auth_method: 'OAUTH2',
        profile_picture_url: 'https://pictures.example/ada.png',
        oauth2_issuer: provider.issuer,
        oauth2_client_id: 'spandrel',
        oauth2_user_id: 'ada',
      });
    });

    it('lead to the same account the next time, and to the start page by default', async () => {
      provider.people.set('bob', { email: 'bob@example.com' });
      await new SignIn(server).run('acme', 'bob');
      const before = await userOf('bob@example.com');
      expect(before?.username).toBe('bob');
      provider.people.set('bob', { email: 'robert@example.com', name: 'Robert' });
      const visit = await new SignIn(server).run('acme', 'bob');
      expect(visit.location).toBe(`${server.url}/`);
      expect(await userOf('robert@example.com')).toMatchObject({
        id: before?.id,
        username: 'bob',
      });
    });

    it('use no PKCE with a provider that does not offer it', async () => {
      provider.people.set('cleo', { email: 'cleo@example.com' });
      provider.discovery['code_challenge_methods_supported'] = undefined;
      const signIn = new SignIn(server);
      const url = new URL((await signIn.start('old')).location);
      expect([...url.searchParams.keys()]).not.toContain('code_challenge');
      expect(signIn.cookies.has('spandrel-oauth2-code-verifier')).toBe(false);
      expect((await new SignIn(server).run('old', 'cleo')).status).toBe(302);
      const forced = new URL((await new SignIn(server).start('forced')).location);
      expect(forced.searchParams.get('code_challenge_method')).toBe('S256');
      expect((await new SignIn(server).run('forced', 'cleo')).status).toBe(302);
    });

    it('can start with a form', async () => {
      const signIn = new SignIn(server);
      const visit = await signIn.browser.visit(`${server.url}/oauth2/acme/login`, {
        method: 'POST',
      });
      expect(visit.status).toBe(302);
      expect(visit.location).toContain(provider.issuer);
    });

    it('work in several tabs of one browser', async () => {
      provider.people.set('dora', { email: 'dora@example.com' });
      const signIn = new SignIn(server);
      const first = await signIn.toCallback('acme', 'dora', '?returnUrl=%2Ffirst');
      const second = await signIn.toCallback('acme', 'dora', '?returnUrl=%2Fsecond');
      const third = await signIn.toCallback('acme', 'dora', '?returnUrl=%2Fthird');
      expect((await signIn.browser.visit(first)).location).toBe(`${server.url}/first`);
      expect((await signIn.browser.visit(third)).location).toBe(`${server.url}/third`);
      expect((await signIn.browser.visit(second)).location).toBe(`${server.url}/second`);
    });

    it('keep at most four attempts per browser', async () => {
      const signIn = new SignIn(server);
      for (let i = 0; i < 7; i++) await signIn.start('acme');
      const kept = [...signIn.cookies.keys()].filter((name) => name.includes('attempt'));
      expect(kept).toHaveLength(4);
    });

    it('create one account for many simultaneous first sign-ins', async () => {
      provider.people.set('eve', { email: 'eve@example.com', name: 'Eve' });
      const callbacks = await Promise.all(
        Array.from({ length: 6 }, async () => {
          const signIn = new SignIn(server);
          return { signIn, url: await signIn.toCallback('acme', 'eve') };
        }),
      );
      const visits = await Promise.all(
        callbacks.map(({ signIn, url }) => signIn.browser.visit(url)),
      );
      expect(visits.map(({ status }) => status)).toEqual(Array(6).fill(302));
      const rows = await server.sql("SELECT 1 FROM users WHERE oauth2_user_id = 'eve'");
      expect(rows).toHaveLength(1);
    });
  });

  describe('client authentication', () => {
    it.each(['acme', 'plain', 'post', 'public'])('works with %s', async (idp) => {
      provider.people.set(`client-${idp}`, { email: `${idp}@clients.example.com` });
      const visit = await new SignIn(server).run(idp, `client-${idp}`);
      expect([visit.status, visit.location]).toEqual([302, `${server.url}/`]);
    });

    it('sends credentials unencoded if they read the same either way', async () => {
      provider.people.set('client-plain', { email: 'plain@clients.example.com' });
      const seen: (string | undefined)[] = [];
      provider.answers.set('/token', (request, response) => {
        seen.push(request.headers.authorization);
        response.writeHead(400).end();
      });
      await new SignIn(server).run('plain', 'client-plain');
      provider.answers.delete('/token');
      const { client_id, client_secret } = PLAIN_CLIENT;
      expect(seen).toEqual([
        `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
      ]);
    });

    it('works with an assertion from a file that is read each time', async () => {
      provider.people.set('fay', { email: 'fay@example.com' });
      const callback = () => new SignIn(server).run('assertion', 'fay');
      expect(errorOf(await callback())).toBe('oauth_error');
      const write = async (secret: string) => {
        const jwt = await new SignJWT({})
          .setProtectedHeader({ alg: 'HS256' })
          .setIssuer('by-assertion')
          .setSubject('by-assertion')
          .setAudience(provider.issuer)
          .setJti(crypto.randomUUID())
          .setIssuedAt()
          .setExpirationTime('1m')
          .sign(new TextEncoder().encode(secret));
        await writeFile(join(folder, 'assertion'), `${jwt}\n`);
      };
      await write('some-other-secret-of-32-characters!!');
      expect(errorOf(await callback())).toBe('oauth_error');
      await write('a-secret-of-at-least-32-characters!');
      expect((await callback()).status).toBe(302);
    });
  });

  it('records every sign-in and every refusal in the audit log', async () => {
    await server.sql('SELECT 1');
    provider.people.set('oda', { email: 'oda@example.com' });
    await new SignIn(server).run('acme', 'oda');
    await new SignIn(server).run('acme', 'nobody');
    const events = await server.sql(
      `SELECT action, outcome, actor_name, address, details FROM audit_events
       WHERE action LIKE 'login.%' ORDER BY id DESC LIMIT 2`,
    );
    expect(events).toMatchObject([
      {
        action: 'login.failed',
        outcome: 'failure',
        details: {
          method: 'OAUTH2',
          provider: 'acme',
          code: 'auth_failed',
          reason: 'provider_said_no',
        },
      },
      {
        action: 'login.succeeded',
        outcome: 'success',
        actor_name: 'oda',
        details: { method: 'OAUTH2', provider: 'acme' },
      },
    ]);
  });
});
