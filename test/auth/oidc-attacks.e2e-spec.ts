import { SignJWT } from 'jose';
import { STATE_PURPOSE } from '../../src/auth/sign-in-methods/oidc/login-state.js';
import { deriveKeys } from '../../src/kernel/security/server-keys.js';
import { type SecuredServer, startSecuredServer, TEST_SECRET } from '../support/accounts.js';
import type { Visit } from '../support/http-browser.js';
import type { TestProvider } from '../support/oidc-provider.js';
import { errorOf, providerEnv, SignIn, startProvider } from './oidc-sign-in.js';

const STATE = 'spandrel-oauth2-state';
const NONCE = 'spandrel-oauth2-nonce';
const VERIFIER = 'spandrel-oauth2-code-verifier';

describe('an OpenID Connect sign-in under attack', () => {
  let provider: TestProvider;
  let other: TestProvider;
  let server: SecuredServer;

  beforeAll(async () => {
    [provider, other] = await Promise.all([startProvider(), startProvider()]);
    server = await startSecuredServer({
      ...providerEnv('acme', provider),
      ...providerEnv('twin', provider),
      ...providerEnv('other', other),
    });
    for (const { people } of [provider, other]) {
      people.set('ada', { email: 'ada@example.com' });
      people.set('mallory', { email: 'mallory@example.com' });
    }
  });
  afterAll(async () => {
    await server.stop();
    await Promise.all([provider.stop(), other.stop()]);
  });

  /** Returns from the provider after `meddle` has changed the URL or the cookies. */
  const comeBack = async (
    meddle: (signIn: SignIn, callback: URL) => unknown,
    idp = 'acme',
  ): Promise<{ visit: Visit; signIn: SignIn }> => {
    const signIn = new SignIn(server);
    const callback = new URL(await signIn.toCallback(idp, 'ada'));
    await meddle(signIn, callback);
    return { visit: await signIn.browser.visit(callback.href), signIn };
  };

  const changed = (text: string): string => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
  const set = (name: string, change: (old: string) => string) => (signIn: SignIn, url: URL) => {
    if (name.startsWith('spandrel-')) signIn.cookies.set(name, change(signIn.cookies.get(name)!));
    else url.searchParams.set(name, change(url.searchParams.get(name) ?? ''));
  };
  const drop = (name: string) => (signIn: SignIn, url: URL) => {
    signIn.cookies.delete(name);
    url.searchParams.delete(name);
  };

  it.each<[string, (signIn: SignIn, url: URL) => unknown, string]>([
    ['another state in the URL', set('state', changed), 'invalid_state'],
    ['an invalid state in the URL', set('state', () => 'x'), 'invalid_state'],
    ['another state in the cookie', set(STATE, changed), 'invalid_state'],
    ['an invalid state in the cookie', set(STATE, () => 'x'), 'invalid_state'],
    ['a truncated state', set('state', (state) => state.slice(0, -3)), 'invalid_state'],
    [
      'the same forged state in both places',
      (signIn, url) => {
        set('state', changed)(signIn, url);
        set(STATE, changed)(signIn, url);
      },
      'invalid_state',
    ],
    ['another nonce', set(NONCE, changed), 'auth_failed'],
    ['another code', set('code', changed), 'oauth_error'],
    ['no code', drop('code'), 'auth_failed'],
    ['two codes', (_, url) => url.searchParams.append('code', 'x'), 'auth_failed'],
    ['another verifier', set(VERIFIER, changed), 'oauth_error'],
    ['no verifier', drop(VERIFIER), 'auth_failed'],
    ['another issuer', set('iss', () => 'https://evil.example'), 'auth_failed'],
    ['no issuer although the provider announced one', drop('iss'), 'auth_failed'],
    ['an error', set('error', () => 'access_denied'), 'auth_failed'],
    ['an error description without an error', set('error_description', () => 'No.'), 'auth_failed'],
    [
      'markup in an error description',
      set('error_description', () => '<script>alert(1)</script>'),
      'auth_failed',
    ],
  ])('%s is refused', async (_, meddle, code) => {
    const { visit, signIn } = await comeBack(meddle);
    expect(errorOf(visit)).toBe(code);
    expect(signIn.isSignedIn).toBe(false);
    expect(visit.body).not.toContain('<script>');
    for (const name of [STATE, NONCE, VERIFIER]) {
      expect(visit.setCookies).toContainEqual(
        expect.stringMatching(new RegExp(`^${name}="";.*Max-Age=0`)),
      );
    }
  });

  it.each<[string, (signIn: SignIn, url: URL) => unknown, (string | number)[]]>([
    ['no state in the URL', drop('state'), ['query', 'state']],
    ['two states', (_, url) => url.searchParams.append('state', 'x'), ['query', 'state']],
    ['no state in a cookie', drop(STATE), ['cookie', STATE]],
    ['an empty state in a cookie', set(STATE, () => '""'), ['cookie', STATE]],
    ['no nonce', drop(NONCE), ['cookie', NONCE]],
    ['no cookies at all', (signIn) => signIn.cookies.clear(), ['cookie', STATE]],
  ])('%s is not an attempt', async (_, meddle, loc) => {
    const { visit, signIn } = await comeBack(meddle);
    expect(visit.status).toBe(422);
    expect(JSON.parse(visit.body)).toEqual({
      detail: [{ type: 'missing', loc, msg: 'Field required' }],
    });
    expect(signIn.isSignedIn).toBe(false);
  });

  it('never signs in a browser that did not start it (login CSRF)', async () => {
    const mallory = new SignIn(server);
    const bait = await mallory.toCallback('acme', 'mallory');
    const innocent = new SignIn(server);
    expect((await innocent.browser.visit(bait)).status).toBe(422);
    const busy = new SignIn(server);
    await busy.start('acme');
    expect(errorOf(await busy.browser.visit(bait))).toBe('invalid_state');
    expect([innocent.isSignedIn, busy.isSignedIn]).toEqual([false, false]);
    // The URL was not used up, so it still works for the browser that started.
    expect((await mallory.browser.visit(bait)).status).toBe(302);
  });

  it('works once: neither state nor code is accepted again', async () => {
    const signIn = new SignIn(server);
    const callback = await signIn.toCallback('acme', 'ada');
    const kept = new Map(signIn.cookies);
    expect((await signIn.browser.visit(callback)).status).toBe(302);
    expect((await signIn.browser.visit(callback)).status).toBe(422);
    for (const [name, value] of kept) signIn.cookies.set(name, value);
    signIn.cookies.delete('spandrel-access-token');
    expect(errorOf(await signIn.browser.visit(callback))).toBe('invalid_state');

    const again = new SignIn(server);
    const fresh = new URL(await again.toCallback('acme', 'ada'));
    fresh.searchParams.set('code', new URL(callback).searchParams.get('code')!);
    expect(errorOf(await again.browser.visit(fresh.href))).toBe('oauth_error');
    expect([signIn.isSignedIn, again.isSignedIn]).toEqual([false, false]);
  });

  it('succeeds once if the same response arrives many times at once', async () => {
    const signIn = new SignIn(server);
    const callback = await signIn.toCallback('acme', 'ada');
    const cookie = [...signIn.cookies].map((pair) => pair.join('=')).join('; ');
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const answer = await fetch(callback, { headers: { cookie }, redirect: 'manual' });
        return answer.status;
      }),
    );
    expect(statuses.filter((status) => status === 302)).toHaveLength(1);
    expect(statuses.filter((status) => status === 307)).toHaveLength(7);
  });

  it('does not mix up the responses of two providers (mix-up)', async () => {
    const atWrongDoor = await comeBack((_, url) => {
      url.pathname = '/oauth2/other/tokens';
    });
    expect(errorOf(atWrongDoor.visit)).toBe('invalid_state');
    const atTwin = await comeBack((_, url) => {
      url.pathname = '/oauth2/twin/tokens';
    });
    expect(errorOf(atTwin.visit)).toBe('invalid_state');

    const stolen = new URL(await new SignIn(server).toCallback('acme', 'mallory'));
    const swap = (withIssuer: boolean) => (_: SignIn, url: URL) => {
      url.searchParams.set('code', stolen.searchParams.get('code')!);
      if (withIssuer) url.searchParams.set('iss', stolen.searchParams.get('iss')!);
    };
    expect(errorOf((await comeBack(swap(true), 'other')).visit)).toBe('auth_failed');
    expect(errorOf((await comeBack(swap(false), 'other')).visit)).toBe('oauth_error');
  });

  it('expires after 15 minutes', async () => {
    const [key] = deriveKeys([TEST_SECRET], STATE_PURPOSE);
    const expired = await new SignJWT({
      idp: 'acme',
      uri: `${server.url}/oauth2/acme/tokens`,
      pkce: true,
    })
      .setProtectedHeader({ alg: 'HS256', typ: 'oauth2-state+jwt', kid: key!.id })
      .setJti('1')
      .setExpirationTime('1 second ago')
      .sign(key!.key);
    const { visit } = await comeBack((signIn, url) => {
      signIn.cookies.set(STATE, expired);
      url.searchParams.set('state', expired);
    });
    expect(errorOf(visit)).toBe('invalid_state');
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    '/%2Fevil.example',
    '/%5Cevil.example',
    '/%09/evil.example',
    '/\t/evil.example',
    '/ok\r\nSet-Cookie: a=b',
    'javascript:alert(1)',
    'evil.example',
  ])('never redirects to %j', async (returnUrl) => {
    const signIn = new SignIn(server);
    const query = `?returnUrl=${encodeURIComponent(returnUrl)}`;
    const visit = await signIn.run('acme', 'ada', query);
    expect(errorOf(visit)).toBe('unsafe_return_url');
    expect(signIn.isSignedIn).toBe(false);
  });

  it('does not start with a URL that is too long for a cookie', async () => {
    const signIn = new SignIn(server);
    expect(errorOf(await signIn.start('acme', `?returnUrl=/${'a'.repeat(5000)}`))).toBe(
      'unsafe_return_url',
    );
  });

  it.each(['unknown', '_', '0'])('does not know the provider %s', async (idp) => {
    const signIn = new SignIn(server);
    expect(errorOf(await signIn.start(idp))).toBe('unknown_idp');
    const { visit } = await comeBack((_, url) => {
      url.pathname = `/oauth2/${idp}/tokens`;
    });
    expect(errorOf(visit)).toBe('unknown_idp');
  });

  it.each(['Acme', 'a-b', 'a%2fb', '%00', 'a'.repeat(10) + '%20', '<b>'])(
    'rejects %s as the name of a provider',
    async (idp) => {
      for (const path of [`${idp}/login`, `${idp}/tokens?state=x&code=y`]) {
        const visit = await new SignIn(server).browser.visit(`${server.url}/oauth2/${path}`);
        expect(visit.status).toBe(422);
        expect(JSON.parse(visit.body)).toMatchObject({ detail: [{ loc: ['path', 'idp'] }] });
      }
    },
  );

  it('uses the URL of the request, never that of the referring page', async () => {
    const signIn = new SignIn(server);
    const visit = await signIn.browser.visit(`${server.url}/oauth2/acme/login`, {
      headers: { referer: 'https://evil.example/login' },
    });
    expect(new URL(visit.location).searchParams.get('redirect_uri')).toBe(
      `${server.url}/oauth2/acme/tokens`,
    );
  });
});
