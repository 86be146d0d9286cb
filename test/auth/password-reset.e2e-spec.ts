import {
  type Account,
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { queuedMails } from '../mail/queued-mails.js';
import { eventually } from '../support/eventually.js';
import { linkOf, type MailServer, startMailServer } from '../support/mail-server.js';

const ROOT_URL = 'https://spandrel.example.com/base';
const PASSWORD = 'seven purple walnuts';
const NEXT = 'eight orange hazelnuts';

describe('a forgotten password', () => {
  let mail: MailServer;
  let server: SecuredServer;

  beforeAll(async () => {
    mail = await startMailServer();
    server = await startSecuredServer({ ...mail.env, SPANDREL_ROOT_URL: ROOT_URL });
  });
  afterAll(async () => {
    await server.stop();
    await mail.stop();
  });

  const request = (body: object, headers: Record<string, string> = {}) =>
    server.request.post('/auth/password-reset-email').set(headers).send(body);
  const complete = (body: object) => server.request.post('/auth/password-reset').send(body);
  const login = async (email: string, password: string) =>
    (await server.request.post('/auth/login').send({ email, password })).status;
  const isAlive = async (cookie: string) =>
    (await server.request.get('/graphql').set('Cookie', cookie)).status === 200;
  const tokenFor = async ({ email }: Pick<Account, 'email'>): Promise<string> => {
    expect((await request({ email })).status).toBe(204);
    const url = new URL(linkOf(await mail.next(email, 'reset'), 'reset-url'));
    return url.searchParams.get('token')!;
  };

  const whenSent = () =>
    eventually('an empty queue', async () => (await queuedMails(server)).length === 0);

  it('is replaced with a link in an email', async () => {
    const account = await server.createAccount('MEMBER');
    await server.sql('UPDATE users SET password_needs_reset = true WHERE id = $1', [
      account.userId,
    ]);
    const response = await request(
      { email: ` ${account.email.toUpperCase()} ` },
      { Referer: 'https://evil.example/x', Origin: ROOT_URL.replace('/base', '') },
    );
    expect([response.status, response.text]).toEqual([204, '']);
    const sent = await mail.next(account.email);
    expect(sent.headers['subject']).toBe('[Spandrel] Password reset request');
    expect(sent.headers['to']).toBe(account.email);
    expect([sent.isSecure, sent.user]).toEqual([true, 'mailer']);
    const link = linkOf(sent, 'reset-url');
    expect(link).toMatch(
      /^https:\/\/spandrel\.example\.com\/base\/reset-password-with-token\?token=[\w.-]+$/,
    );
    expect(sent.text).toContain(link);
    expect(await isAlive(account.cookie)).toBe(true);

    const token = new URL(link).searchParams.get('token')!;
    expect((await complete({ token, password: NEXT })).status).toBe(204);
    expect(await isAlive(account.cookie)).toBe(false);
    expect((await server.request.get('/v1/projects').set(bearer(account.key))).status).toBe(200);
    expect(await login(account.email, NEXT)).toBe(204);
    const [user] = await server.sql('SELECT password_needs_reset FROM users WHERE id = $1', [
      account.userId,
    ]);
    expect(user).toEqual({ password_needs_reset: false });
    await whenSent();
    expect(mail.mails.filter(({ recipients }) => recipients.includes(account.email))).toEqual([
      sent,
    ]);
    const events = await server.sql<{ action: string }>(
      "SELECT action FROM audit_events WHERE subject_id = $1 AND action LIKE 'password.%' ORDER BY id",
      [String(account.userId)],
    );
    expect(events.map(({ action }) => action)).toEqual([
      'password.reset_requested',
      'password.reset',
    ]);
  });

  it('is in an email that has been sent when the request is answered, once for two of them', async () => {
    const account = await server.createAccount('MEMBER');
    await Promise.all([request({ email: account.email }), request({ email: account.email })]);
    const own = mail.mails.filter(({ recipients }) => recipients.includes(account.email));
    expect(own).toHaveLength(1);
    const token = new URL(linkOf(own[0]!, 'reset-url')).searchParams.get('token')!;
    expect((await complete({ token, password: NEXT })).status).toBe(204);
  });

  it('is answered after the same time for every address', async () => {
    const timeOf = async (email: string): Promise<number> => {
      const start = performance.now();
      await request({ email });
      return performance.now() - start;
    };
    const { email } = await server.createAccount('MEMBER');
    for (const address of [email, 'nobody@example.com']) {
      expect(await timeOf(address)).toBeGreaterThan(1_200);
    }
  });

  it('can be reset only once per link, even by simultaneous requests', async () => {
    const account = await server.createAccount('VIEWER');
    const token = await tokenFor(account);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => complete({ token, password: NEXT })),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([204, 401, 401, 401, 401, 401]);
    const again = await complete({ token, password: PASSWORD });
    expect([again.status, again.text]).toEqual([401, 'Invalid token']);
    // Another link can be requested right away.
    expect((await complete({ token: await tokenFor(account), password: PASSWORD })).status).toBe(
      204,
    );
  });

  it('is replaced only with the newest link', async () => {
    const account = await server.createAccount('VIEWER');
    const [first, second] = [await tokenFor(account), await tokenFor(account)];
    expect((await complete({ token: first, password: NEXT })).status).toBe(401);
    expect((await complete({ token: second, password: NEXT })).status).toBe(204);
  });

  it('is not replaced by one that the policy refuses, and the link stays valid', async () => {
    const account = await server.createAccount('VIEWER');
    const token = await tokenFor(account);
    const weak = await complete({ token, password: 'short' });
    expect([weak.status, weak.text]).toEqual([
      422,
      'The password must have at least 15 characters.',
    ]);
    expect((await complete({ token, password: account.email.repeat(2) })).status).toBe(422);
    expect((await complete({ token, password: NEXT })).status).toBe(204);
  });

  it('unlocks the account', async () => {
    const account = await server.createAccount('VIEWER');
    const token = await tokenFor(account);
    for (let attempt = 0; attempt < 5; attempt++) await login(account.email, 'wrong');
    expect(await login(account.email, 'wrong')).toBe(429);
    await complete({ token, password: NEXT });
    expect(await login(account.email, NEXT)).toBe(204);
  });

  it.each([
    ['expired', 'UPDATE password_reset_tokens SET expires_at = now() WHERE user_id = $1'],
    ['whose user is gone', 'DELETE FROM users WHERE id = $1'],
    [
      'whose user now signs in elsewhere',
      "UPDATE users SET auth_method = 'OAUTH2', password_hash = NULL WHERE id = $1",
    ],
  ])('is not replaced with a link %s', async (_, change) => {
    const account = await server.createAccount('VIEWER');
    const token = await tokenFor(account);
    await server.sql(change, [account.userId]);
    const response = await complete({ token, password: NEXT });
    expect([response.status, response.text]).toEqual([401, 'Invalid token']);
  });

  it('is not replaced with a link that predates a password change', async () => {
    const account = await server.createAccount('VIEWER');
    const token = await tokenFor(account);
    await server.gqlAs(
      cookieOf(server.accounts.ADMIN),
      'mutation ($input: PatchUserInput!) { patchUser(input: $input) { user { id } } }',
      {
        input: {
          userId: Buffer.from(`User:${account.userId}`).toString('base64'),
          newPassword: PASSWORD,
        },
      },
    );
    expect((await complete({ token, password: NEXT })).status).toBe(401);
  });

  it('is not replaced with invalid, foreign or truncated tokens', async () => {
    const account = await server.createAccount('VIEWER');
    const token = await tokenFor(account);
    const access = /access-token=([^;]+)/.exec(account.cookie)![1]!;
    const [header, payload, signature] = token.split('.');
    for (const bad of [
      undefined,
      null,
      '',
      'x',
      access,
      `${header!.slice(0, -3)}.${payload}.${signature}`,
      `${header}.${payload!.slice(0, -3)}.${signature}`,
      `${header}.${payload}.`,
      'a'.repeat(100_000),
      '\0',
    ]) {
      const response = await complete({ token: bad, password: NEXT });
      expect([response.status, response.text]).toEqual([401, 'Invalid token']);
    }
    // The row contains only a hash of the token.
    const rows = await server.sql<{ row: string }>(
      'SELECT t::text AS row FROM password_reset_tokens t',
    );
    const { jti } = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as { jti: string };
    expect(jti).toMatch(/^PasswordResetToken:\d+:[\w-]{43}$/);
    expect(JSON.stringify(rows)).not.toContain(jti.split(':')[2]);
    expect(await isAlive(account.cookie)).toBe(true);
  });

  it('gets the same response for every address, but an email only for accounts with a password', async () => {
    const elsewhere = await server.createAccount('VIEWER');
    await server.sql(
      "UPDATE users SET auth_method = 'OAUTH2', password_hash = NULL WHERE id = $1",
      [elsewhere.userId],
    );
    const known = await server.createAccount('VIEWER');
    await whenSent();
    const before = mail.mails.length;
    const emails = [
      'nobody@example.com',
      elsewhere.email,
      'system@localhost',
      'admin@localhost',
      'no address',
      'a@b.c\r\nBcc: eve@example.com',
      '\0',
      'x'.repeat(10_000),
    ];
    for (const response of await Promise.all(emails.map((email) => request({ email })))) {
      expect([response.status, response.text]).toEqual([204, '']);
    }
    // Requests are carried out in turn, so this is the last one.
    await tokenFor(known);
    await whenSent();
    expect(mail.mails).toHaveLength(before + 1);
    const [row] = await server.sql<{ count: number }>(
      'SELECT count(*) FROM password_reset_tokens WHERE user_id = 1',
    );
    expect(row!.count).toBe(0);
  });

  it.each([
    ['/auth/password-reset-email', {}, 422, 'Email required'],
    ['/auth/password-reset-email', { email: ' ' }, 422, 'Email required'],
    ['/auth/password-reset', {}, 422, 'Password required'],
    ['/auth/password-reset', { token: 'x', password: '' }, 422, 'Password required'],
    ['/auth/password-reset', { password: NEXT }, 401, 'Invalid token'],
  ])('%s responds to %j with %s', async (path, body, status, text) => {
    const response = await server.request.post(path).send(body);
    expect([response.status, response.text]).toEqual([status, text]);
  });

  it.each([
    ['/auth/password-reset-email', { email: 1 }],
    ['/auth/password-reset-email', { email: ['a@b.c'] }],
    ['/auth/password-reset', { token: {}, password: NEXT }],
    ['/auth/password-reset', { token: 'x', password: 5 }],
    ['/auth/password-reset', []],
  ])('%s refuses the body %j', async (path, body) => {
    expect((await server.request.post(path).send(body)).status).toBe(422);
  });
});
