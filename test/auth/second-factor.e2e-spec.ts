import {
  ADMIN_PASSWORD,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import {
  codeOf,
  createLocalAccount,
  createProtectedAccount,
  forgetStep,
  type ProtectedAccount,
  withinOneStep,
} from '../support/second-factor.js';

const START_OVER = 'Enter your password again.';

describe('signing in with an authenticator app', () => {
  let server: SecuredServer;
  let account: ProtectedAccount;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    account = await createProtectedAccount(server);
  });

  const login = (password = ADMIN_PASSWORD) =>
    server.request.post('/auth/login').send({ email: account.email, password });
  const ticket = async (): Promise<string> => ticketIn((await login()).headers);
  const complete = (Cookie: string, code: string) =>
    server.request.post('/auth/second-factor').set({ Cookie }).send({ code });
  const attempt = async (code: string) => {
    const { status, text } = await complete(await ticket(), code);
    return status === 204 ? status : [status, text];
  };
  const sessions = () =>
    server.sql('SELECT 1 FROM login_sessions WHERE user_id = $1', [account.userId]);

  it('takes a second step, which a cookie of the browser begins', async () => {
    const response = await login();
    expect([response.status, response.body]).toEqual([
      200,
      { second_factors: ['authenticator', 'recovery_code'] },
    ]);
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^spandrel-sign-in-ticket=\w{43}; HttpOnly; Max-Age=300; Path=\/; SameSite=strict$/,
      ),
    ]);
    const done = await complete(ticketIn(response.headers), codeOf(account.secret));
    expect(done.status).toBe(204);
    const cookies = done.headers['set-cookie'] as unknown as string[];
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([
      'spandrel-access-token',
      'spandrel-refresh-token',
      'spandrel-sign-in-ticket',
    ]);
    expect(cookies[2]).toContain('Max-Age=0');
    const Cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
    expect((await server.request.get('/v1/projects').set({ Cookie })).status).toBe(200);
  });

  it('does not reveal the second factor to a wrong password', async () => {
    const response = await login('wrong');
    expect([response.status, response.text]).toEqual([401, 'Invalid email and/or password']);
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  it('accepts the codes of the previous and the next thirty seconds', async () => {
    const answers = await withinOneStep(async () => {
      await forgetStep(server, account);
      const found: unknown[] = [];
      for (const steps of [2, -2, -1, 1]) found.push(await attempt(codeOf(account.secret, steps)));
      return found;
    });
    expect(answers).toEqual([[401, 'Invalid code'], [401, 'Invalid code'], 204, 204]);
  });

  it('accepts a code only once, and none before it', async () => {
    const code = codeOf(account.secret);
    expect(await attempt(code)).toBe(204);
    expect(await attempt(code)).toEqual([401, 'Invalid code']);
    expect(await attempt(codeOf(account.secret, -1))).toEqual([401, 'Invalid code']);
  });

  it('accepts a code from one of many simultaneous sign-ins', async () => {
    const code = codeOf(account.secret);
    const tickets = await Promise.all([ticket(), ticket(), ticket(), ticket()]);
    const answers = await Promise.all(tickets.map((own) => complete(own, code)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  });

  it('opens one session with one password', async () => {
    const own = await ticket();
    expect((await complete(own, codeOf(account.secret))).status).toBe(204);
    const again = await complete(own, codeOf(account.secret, 1));
    expect([again.status, again.text]).toEqual([401, START_OVER]);
    expect(await sessions()).toHaveLength(2);
  });

  it('accepts blanks in the code, as apps show it', async () => {
    const code = codeOf(account.secret);
    expect(await attempt(`${code.slice(0, 3)} ${code.slice(3)}`)).toBe(204);
  });

  it.each([
    ['without a cookie', async () => ''],
    ['with a made-up ticket', async () => `spandrel-sign-in-ticket=${'x'.repeat(43)}`],
    [
      'with an expired ticket',
      async () => {
        const own = await ticket();
        await server.sql('UPDATE sign_in_tickets SET expires_at = now()');
        return own;
      },
    ],
    [
      'after the password was replaced',
      async () => {
        const own = await ticket();
        const change =
          'mutation ($input: PatchUserInput!) { patchUser(input: $input) { user { id } } }';
        const userId = Buffer.from(`User:${account.userId}`).toString('base64');
        const input = { userId, newPassword: 'seven purple walnuts' };
        const { errors } = await server.gqlAs(cookieOf(server.accounts.ADMIN), change, { input });
        expect(errors).toBeUndefined();
        return own;
      },
    ],
  ])('begins with the password again %s', async (_, prepare) => {
    const cookie = await prepare();
    const before = await sessions();
    const response = await complete(cookie, codeOf(account.secret));
    expect([response.status, response.text]).toEqual([401, START_OVER]);
    expect(await sessions()).toHaveLength(before.length);
  });

  it.each([[{}], [{ code: 123456 }], [{ code: 'x'.repeat(101) }]])(
    'refuses the body %j',
    async (body) => {
      const response = await server.request.post('/auth/second-factor').send(body);
      expect(response.status).toBe(422);
    },
  );

  it('locks after five wrong codes, even if the password is correct each time', async () => {
    for (let count = 1; count <= 5; count++) {
      expect(await attempt('000000')).toEqual([401, 'Invalid code']);
    }
    const locked = await complete(await ticket(), codeOf(account.secret));
    expect(locked.status).toBe(429);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(290);
    const [event] = await server.sql(
      "SELECT actor_name, details FROM audit_events WHERE action = 'login.locked' ORDER BY id DESC",
    );
    expect(event).toEqual({ actor_name: account.email, details: { method: 'SECOND_FACTOR' } });
  });

  it('checks at most five of twenty simultaneous codes', async () => {
    const own = await ticket();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => complete(own, String(100_000 + index))),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  it('does not unlock with a new password', async () => {
    for (let count = 1; count <= 5; count++) await attempt('000000');
    await server.sql('DELETE FROM sign_in_tickets');
    expect((await complete(await ticket(), codeOf(account.secret))).status).toBe(429);
  });

  it('accepts each recovery code once, in any case and grouping', async () => {
    const [first, second] = account.recoveryCodes as [string, string];
    expect(await attempt(first)).toBe(204);
    expect(await attempt(first)).toEqual([401, 'Invalid code']);
    expect(await attempt(` ${second.toUpperCase().replaceAll('-', ' ')} `)).toBe(204);
    const left = await server.sql('SELECT 1 FROM recovery_codes WHERE user_id = $1', [
      account.userId,
    ]);
    expect(left).toHaveLength(8);
    const used = await server.sql(
      `SELECT details FROM audit_events
       WHERE action = 'recovery_code.used' AND subject_id = $1 ORDER BY id`,
      [String(account.userId)],
    );
    expect(used).toEqual([{ details: { left: 9 } }, { details: { left: 8 } }]);
  });

  it('does not accept the codes of somebody else', async () => {
    const other = await createProtectedAccount(server);
    expect(await attempt(codeOf(other.secret))).toEqual([401, 'Invalid code']);
    expect(await attempt(other.recoveryCodes[0]!)).toEqual([401, 'Invalid code']);
  });

  it('records which factor was used', async () => {
    await attempt('000000');
    await attempt(codeOf(account.secret));
    const events = await server.sql(
      `SELECT action, details FROM audit_events
       WHERE action LIKE 'login.%' AND actor_name IN ($1, $2) ORDER BY id`,
      [account.email, account.username],
    );
    const details = { method: 'LOCAL', secondFactor: 'authenticator' };
    expect(events).toEqual([
      { action: 'login.failed', details },
      { action: 'login.succeeded', details },
    ]);
  });

  it('leaves accounts without one as they are', async () => {
    const { email } = await createLocalAccount(server);
    const response = await server.request
      .post('/auth/login')
      .send({ email, password: ADMIN_PASSWORD });
    expect([response.status, response.text]).toEqual([204, '']);
  });
});

it('locks after five wrong codes, even if passwords may be wrong more often', async () => {
  const server = await startSecuredServer({
    SPANDREL_BRUTE_FORCE_LOGIN_PROTECTION_MAX_ATTEMPTS: '100',
  });
  const { email } = await createProtectedAccount(server);
  const login = await server.request.post('/auth/login').send({ email, password: ADMIN_PASSWORD });
  const Cookie = ticketIn(login.headers);
  const statuses: number[] = [];
  for (let count = 1; count <= 6; count++) {
    const response = await server.request
      .post('/auth/second-factor')
      .set({ Cookie })
      .send({ code: '000000' });
    statuses.push(response.status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  await server.stop();
});

/** Returns the value of a `Cookie` header with the ticket that a response sets. */
function ticketIn(headers: Record<string, unknown>): string {
  const [cookie] = headers['set-cookie'] as string[];
  return cookie!.split(';')[0]!;
}
