import {
  ADMIN_PASSWORD,
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { whenBlocked } from '../support/lock-waits.js';

const ADMIN = { email: 'admin@localhost', password: ADMIN_PASSWORD };

/** Returns the `name=value` pair of each cookie that a response sets. */
function cookiesOf(headers: Record<string, unknown>): string[] {
  return ((headers['set-cookie'] as string[] | undefined) ?? []).map(
    (cookie) => cookie.split(';')[0]!,
  );
}

describe('signing in', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());
  afterEach(() => server.sql('DELETE FROM login_attempts'));

  const login = (body: object) => server.request.post('/auth/login').send(body);

  it('sets two cookies that scripts cannot read and that authenticate API requests', async () => {
    const response = await login(ADMIN);
    expect(response.status).toBe(204);
    const cookies = response.headers['set-cookie'] as unknown as string[];
    expect(cookies).toEqual([
      expect.stringMatching(
        /^spandrel-access-token=[\w.-]+; HttpOnly; Max-Age=600; Path=\/; SameSite=strict$/,
      ),
      expect.stringMatching(
        /^spandrel-refresh-token=[\w.-]+; HttpOnly; Max-Age=604800; Path=\/; SameSite=strict$/,
      ),
    ]);
    const cookie = cookiesOf(response.headers).join('; ');
    expect((await server.request.get('/v1/projects').set('Cookie', cookie)).status).toBe(200);
  });

  it('opens no session with a password that is being replaced', async () => {
    const { userId, email } = await server.createAccount('MEMBER');
    await server.sql(
      `UPDATE users SET password_hash =
         (SELECT password_hash FROM users WHERE email = 'admin@localhost') WHERE id = $1`,
      [userId],
    );
    const change = server.dataSource.createQueryRunner();
    await change.startTransaction();
    await change.query("UPDATE users SET password_hash = '!' WHERE id = $1", [userId]);
    await change.query('DELETE FROM login_sessions WHERE user_id = $1', [userId]);
    const response = login({ email, password: ADMIN_PASSWORD }).then((answer) => answer);
    await whenBlocked(server);
    await change.commitTransaction();
    await change.release();
    expect((await response).status).toBe(401);
    const sessions = await server.sql('SELECT 1 FROM login_sessions WHERE user_id = $1', [userId]);
    expect(sessions).toHaveLength(0);
  });

  it('ignores case and blanks in the address', async () => {
    expect((await login({ ...ADMIN, email: ' ADMIN@LocalHost ' })).status).toBe(204);
  });

  it.each([
    ['a wrong password', { ...ADMIN, password: 'wrong' }],
    ['an unknown address', { ...ADMIN, email: 'nobody@example.com' }],
    ['the system user', { ...ADMIN, email: 'system@localhost' }],
    ['a user name instead of an address', { ...ADMIN, email: 'admin' }],
    ['a password that is far too long', { ...ADMIN, password: 'x'.repeat(100_000) }],
    ['NUL characters', { email: 'admin@localhost\0', password: '\0' }],
    ['SQL', { ...ADMIN, email: "' OR 1=1 --" }],
  ])('responds to %s like to any other failure', async (_, body) => {
    const response = await login(body);
    expect(response.status).toBe(401);
    expect(response.text).toBe('Invalid email and/or password');
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(response.headers['www-authenticate']).toContain('Bearer');
  });

  it.each([[{}], [{ email: 'a@b.c' }], [{ password: 'x' }], [{ email: '', password: '' }]])(
    'requires both for %j',
    async (body) => {
      const response = await login(body);
      expect(response.status).toBe(401);
      expect(response.text).toBe('Email and password required');
    },
  );

  it.each([[{ email: 1, password: 'x' }], [{ email: ['a'], password: {} }]])(
    'refuses the body %j',
    async (body) => {
      expect((await login(body)).status).toBe(422);
    },
  );

  it('refuses a body that is not JSON', async () => {
    const response = await server.request
      .post('/auth/login')
      .set('Content-Type', 'application/json')
      .send('{"email": ');
    expect(response.status).toBe(422);
  });

  it('allows ten simultaneous sign-ins to one account', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => login(ADMIN)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(204));
  });

  describe('too often with a wrong password', () => {
    const wrong = { ...ADMIN, password: 'wrong' };

    it('locks the account after five failures, even for the correct password', async () => {
      for (let attempt = 1; attempt <= 5; attempt++) expect((await login(wrong)).status).toBe(401);
      const locked = await login(ADMIN);
      expect(locked.status).toBe(429);
      expect(Number(locked.headers['retry-after'])).toBeGreaterThan(290);
      expect((await login({ ...ADMIN, email: 'Admin@LOCALHOST ' })).status).toBe(429);
    });

    it('starts over after a success', async () => {
      for (let attempt = 1; attempt <= 4; attempt++) await login(wrong);
      expect((await login(ADMIN)).status).toBe(204);
      for (let attempt = 1; attempt <= 4; attempt++) expect((await login(wrong)).status).toBe(401);
      expect((await login(ADMIN)).status).toBe(204);
    });

    it('checks at most five of forty simultaneous passwords', async () => {
      const answers = await Promise.all(Array.from({ length: 40 }, () => login(wrong)));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(5);
      expect(statuses.filter((status) => status === 429)).toHaveLength(35);
    });

    it('locks accounts that do not exist, too', async () => {
      const unknown = { email: 'ghost@example.com', password: 'x' };
      for (let attempt = 1; attempt <= 5; attempt++) await login(unknown);
      expect((await login(unknown)).status).toBe(429);
    });

    it('unlocks when the time is over, and starts counting again', async () => {
      for (let attempt = 1; attempt <= 5; attempt++) await login(wrong);
      await server.sql('UPDATE login_attempts SET locked_until = now()');
      expect((await login(wrong)).status).toBe(401);
      expect((await login(ADMIN)).status).toBe(204);
    });
  });

  it('does not accept a refresh token or a truncated token', async () => {
    const cookies = cookiesOf((await login(ADMIN)).headers);
    const [access, refresh] = cookies.map((cookie) => cookie.split('=')[1]!);
    const asBearer = (token: string) => server.request.get('/v1/projects').set(bearer(token));
    expect((await asBearer(access!)).status).toBe(200);
    expect((await asBearer(refresh!)).status).toBe(401);
    const [header, payload, signature] = access!.split('.');
    for (const broken of [
      `${header!.slice(0, -3)}.${payload}.${signature}`,
      `${header}.${payload!.slice(0, -3)}.${signature}`,
      `${header}.${payload}.${signature!.slice(0, -3)}`,
      `${header}.${payload}`,
      'x',
    ]) {
      expect((await asBearer(broken)).status).toBe(401);
    }
  });

  it('uses only the header if there is one', async () => {
    const { ADMIN: admin } = server.accounts;
    const response = await server.request
      .get('/v1/projects')
      .set({ ...cookieOf(admin), Authorization: 'Basic eDp5' });
    expect(response.status).toBe(401);
  });
});

describe('a session', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  const refresh = (cookie: string) => server.request.post('/auth/refresh').set('Cookie', cookie);
  const isAlive = async (cookie: string) =>
    (await server.request.get('/graphql').set('Cookie', cookie)).status === 200;

  it('is refreshed by the cookie, which invalidates both old tokens', async () => {
    const { cookie } = await server.createAccount('MEMBER');
    const response = await refresh(cookie);
    expect(response.status).toBe(204);
    expect(await isAlive(cookie)).toBe(false);
    expect(await isAlive(cookiesOf(response.headers).join('; '))).toBe(true);
  });

  const countReuses = async () =>
    (await server.sql("SELECT 1 FROM audit_events WHERE action = 'token.reused'")).length;

  it('ends if a refresh token is used twice, seconds apart', async () => {
    const { cookie, userId } = await server.createAccount('MEMBER');
    const reuses = await countReuses();
    const next = cookiesOf((await refresh(cookie)).headers).join('; ');
    await server.sql(
      `UPDATE login_tokens SET consumed_at = now() - interval '11 seconds'
       WHERE consumed_at IS NOT NULL
         AND session_id IN (SELECT id FROM login_sessions WHERE user_id = $1)`,
      [userId],
    );
    const replayed = await refresh(cookie);
    expect([replayed.status, replayed.text]).toEqual([401, 'Invalid refresh token']);
    expect(await isAlive(next)).toBe(false);
    expect(await countReuses()).toBe(reuses + 1);
  });

  it('ends at once if another client uses a refresh token a second time', async () => {
    const { cookie } = await server.createAccount('MEMBER');
    const reuses = await countReuses();
    const next = cookiesOf((await refresh(cookie)).headers).join('; ');
    expect((await refresh(cookie).set('User-Agent', 'another browser')).status).toBe(401);
    expect(await isAlive(next)).toBe(false);
    expect(await countReuses()).toBe(reuses + 1);
  });

  it.each([3, 8])(
    'is refreshed by one of %i simultaneous requests, and lives on',
    async (count) => {
      const { cookie } = await server.createAccount('MEMBER');
      const reuses = await countReuses();
      const answers = await Promise.all(Array.from({ length: count }, () => refresh(cookie)));
      const [winner, ...others] = answers.toSorted((a, b) => a.status - b.status);
      expect(winner!.status).toBe(204);
      for (const { status, text, headers } of others) {
        expect([status, text]).toEqual([401, 'Invalid refresh token']);
        expect(headers['set-cookie']).toBeUndefined();
      }
      const next = cookiesOf(winner!.headers).join('; ');
      // A late tab changes nothing either.
      expect((await refresh(cookie)).status).toBe(401);
      expect([await isAlive(cookie), await isAlive(next)]).toEqual([false, true]);
      expect((await refresh(next)).status).toBe(204);
      expect(await countReuses()).toBe(reuses);
    },
  );

  it('needs the refresh cookie', async () => {
    const missing = await server.request.post('/auth/refresh');
    expect([missing.status, missing.text]).toEqual([401, 'Missing refresh token']);
    const wrong = await refresh('spandrel-refresh-token=nonsense');
    expect([wrong.status, wrong.text]).toEqual([401, 'Invalid refresh token']);
  });

  it('ends when its total time is over', async () => {
    const { cookie, userId } = await server.createAccount('MEMBER');
    await server.sql('UPDATE login_sessions SET expires_at = now() WHERE user_id = $1', [userId]);
    expect(await isAlive(cookie)).toBe(false);
    expect((await refresh(cookie)).status).toBe(401);
  });

  it('ends alone with POST', async () => {
    const { cookie, userId } = await server.createAccount('VIEWER');
    const other = await server.signIn(userId);
    const response = await server.request.post('/auth/logout').set('Cookie', cookie);
    expect(response.status).toBe(204);
    expect([await isAlive(cookie), await isAlive(other)]).toEqual([false, true]);
  });

  it('ends everywhere with GET, and redirects to the sign-in page', async () => {
    const { cookie, userId, key } = await server.createAccount('VIEWER');
    const other = await server.signIn(userId);
    const response = await server.request.get('/auth/logout').set('Cookie', cookie).redirects(0);
    expect([response.status, response.headers['location']]).toEqual([302, '/login']);
    expect(cookiesOf(response.headers)).toEqual([
      'spandrel-access-token=""',
      'spandrel-refresh-token=""',
      'spandrel-oauth2-state=""',
      'spandrel-oauth2-nonce=""',
    ]);
    expect([await isAlive(cookie), await isAlive(other)]).toEqual([false, false]);
    expect((await server.request.get('/v1/projects').set(bearer(key))).status).toBe(200);
  });

  it('ends with its refresh cookie alone, but never with a key', async () => {
    const { cookie, key } = await server.createAccount('VIEWER');
    await server.request.get('/auth/logout').set(bearer(key)).redirects(0);
    expect(await isAlive(cookie)).toBe(true);
    const refreshOnly = cookie.split('; ')[1]!;
    await server.request.get('/auth/logout').set('Cookie', refreshOnly).redirects(0);
    expect(await isAlive(cookie)).toBe(false);
  });

  it('cannot be ended without signing in, which still redirects to the page', async () => {
    const response = await server.request.get('/auth/logout').redirects(0);
    expect([response.status, response.headers['location']]).toEqual([302, '/login']);
  });

  it('has the current role of its user', async () => {
    const { cookie, key, userId } = await server.createAccount('MEMBER');
    const create = (headers: Record<string, string>, name: string) =>
      server.request.post('/v1/projects').set(headers).send({ name });
    expect((await create({ Cookie: cookie }, 'as-member')).status).toBe(200);
    await server.sql("UPDATE users SET role = 'VIEWER' WHERE id = $1", [userId]);
    expect((await create({ Cookie: cookie }, 'as-viewer')).status).toBe(403);
    expect((await create(bearer(key), 'as-viewer')).status).toBe(403);
    await server.sql('DELETE FROM users WHERE id = $1', [userId]);
    expect((await create({ Cookie: cookie }, 'gone')).status).toBe(401);
    expect((await create(bearer(key), 'gone')).status).toBe(401);
  });
});
