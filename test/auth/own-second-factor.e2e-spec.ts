import {
  type Account,
  ADMIN_PASSWORD,
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { globalId } from '../support/global-id.js';
import {
  codeOf,
  CONFIRM,
  createLocalAccount,
  createProtectedAccount,
  REMOVE,
  REPLACE_CODES,
  RESET,
  START,
} from '../support/second-factor.js';

const STATE = '{ viewer { secondFactor { isMissing authenticatorAddedAt recoveryCodeCount } } }';
const password = ADMIN_PASSWORD;

type Data = Record<string, Record<string, unknown>>;

describe('your second factor', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  const send = (headers: Record<string, string>, query: string, input: object = {}) =>
    server.gqlAs<Data>(headers, query, { input });
  const refusal = async (headers: Record<string, string>, query: string, input: object) => {
    const { data, errors } = await send(headers, query, input);
    return data ? undefined : errors?.[0]?.message;
  };
  const loginStatus = async ({ email }: Account) =>
    (await server.request.post('/auth/login').send({ email, password })).status;
  const isAlive = async (account: Account) =>
    (await server.request.get('/graphql').set(cookieOf(account))).status === 200;
  const events = (userId: number) =>
    server.sql(
      `SELECT action, details FROM audit_events
       WHERE subject_id = $1 AND (action LIKE 'second_factor.%' OR action LIKE 'recovery_codes.%')
       ORDER BY id`,
      [String(userId)],
    );

  it('is an authenticator app that counts once its first code was entered', async () => {
    const account = await createLocalAccount(server);
    const { data } = await send(cookieOf(account), START, { password });
    const { secret, uri } = data!['startAuthenticator'] as { secret: string; uri: string };
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toBe(
      `otpauth://totp/Spandrel:${encodeURIComponent(account.email)}?issuer=Spandrel` +
        `&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(await loginStatus(account)).toBe(204);
    expect(await refusal(cookieOf(account), CONFIRM, { code: '000000' })).toMatch(/code is wrong/);
    expect(await loginStatus(account)).toBe(204);

    const confirmed = await send(cookieOf(account), CONFIRM, { code: codeOf(secret) });
    const codes = confirmed.data!['confirmAuthenticator']!['recoveryCodes'] as string[];
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    expect(await loginStatus(account)).toBe(200);
    const state = await send(cookieOf(account), STATE);
    expect(state.data!['viewer']).toEqual({
      secondFactor: {
        isMissing: false,
        authenticatorAddedAt: expect.stringMatching(/^20/),
        recoveryCodeCount: 10,
      },
    });
    expect(await events(account.userId)).toEqual([
      { action: 'second_factor.added', details: { kind: 'authenticator' } },
    ]);
  });

  it('replaces a secret that was not confirmed', async () => {
    const account = await createLocalAccount(server);
    const secretOf = async () =>
      (await send(cookieOf(account), START, { password })).data!['startAuthenticator']![
        'secret'
      ] as string;
    const [first, second] = [await secretOf(), await secretOf()];
    expect(await refusal(cookieOf(account), CONFIRM, { code: codeOf(first) })).toMatch(/wrong/);
    expect(await refusal(cookieOf(account), CONFIRM, { code: codeOf(second) })).toBeUndefined();
    expect(await refusal(cookieOf(account), START, { password })).toMatch(/already have/);
  });

  it('does not accept the code of the confirmation again at sign-in', async () => {
    const account = await createLocalAccount(server);
    const { data } = await send(cookieOf(account), START, { password });
    const code = codeOf(data!['startAuthenticator']!['secret'] as string);
    expect(await refusal(cookieOf(account), CONFIRM, { code })).toBeUndefined();
    const { email } = account;
    const login = await server.request.post('/auth/login').send({ email, password });
    const [ticket] = login.headers['set-cookie'] as unknown as string[];
    const second = await server.request
      .post('/auth/second-factor')
      .set('Cookie', ticket!.split(';')[0]!)
      .send({ code });
    expect([second.status, second.text]).toEqual([401, 'Invalid code']);
  });

  it('is not confirmed by trying all codes', async () => {
    const account = await createLocalAccount(server);
    const { data } = await send(cookieOf(account), START, { password });
    const confirm = (code: string) => refusal(cookieOf(account), CONFIRM, { code });
    for (let count = 1; count <= 5; count++) {
      expect(await confirm('000000')).toMatch(/code is wrong/);
    }
    const code = codeOf(data!['startAuthenticator']!['secret'] as string);
    expect(await confirm(code)).toMatch(/Too many failed/);
    // The password still opens the account.
    expect(await loginStatus(account)).toBe(204);
  });

  it('is confirmed within fifteen minutes', async () => {
    const account = await createLocalAccount(server);
    const { data } = await send(cookieOf(account), START, { password });
    await server.sql(
      `UPDATE totp_authenticators SET created_at = now() - interval '16 min' WHERE user_id = $1`,
      [account.userId],
    );
    const code = codeOf(data!['startAuthenticator']!['secret'] as string);
    expect(await refusal(cookieOf(account), CONFIRM, { code })).toBe(
      'That took too long. Begin again.',
    );
    const again = await send(cookieOf(account), START, { password });
    const newCode = codeOf(again.data!['startAuthenticator']!['secret'] as string);
    expect(await refusal(cookieOf(account), CONFIRM, { code: newCode })).toBeUndefined();
  });

  it('is stored sealed, and recovery codes as hashes', async () => {
    const { secret, recoveryCodes, userId } = await createProtectedAccount(server);
    const [row] = await server.sql<{ secret_sealed: Buffer }>(
      'SELECT secret_sealed FROM totp_authenticators WHERE user_id = $1',
      [userId],
    );
    expect(row!.secret_sealed.toString('latin1')).not.toContain(secret);
    const rows = await server.sql<{ code_hash: Buffer }>(
      'SELECT code_hash FROM recovery_codes WHERE user_id = $1',
      [userId],
    );
    expect(rows).toHaveLength(10);
    for (const { code_hash: hash } of rows) {
      expect(hash).toHaveLength(32);
      for (const code of recoveryCodes) expect(hash.toString('latin1')).not.toContain(code);
    }
  });

  it.each([
    ['to begin', START],
    ['to remove it', REMOVE],
    ['to replace recovery codes', REPLACE_CODES],
  ])('takes the password %s, and locks the account after five wrong ones', async (_, query) => {
    const account = await createProtectedAccount(server);
    for (let count = 1; count <= 5; count++) {
      const wrong = await refusal(cookieOf(account), query, { password: 'wrong' });
      expect(wrong).toBe('The password is wrong.');
    }
    expect(await refusal(cookieOf(account), query, { password })).toMatch(/Too many failed/);
    expect(await loginStatus(account)).toBe(429);
  });

  it('is removed together with the recovery codes', async () => {
    const account = await createProtectedAccount(server);
    const { data } = await send(cookieOf(account), REMOVE, { password });
    expect(data!['removeAuthenticator']!['user']).toEqual({
      secondFactor: { authenticatorAddedAt: null, recoveryCodeCount: 0 },
    });
    expect(await loginStatus(account)).toBe(204);
    expect(await refusal(cookieOf(account), REMOVE, { password })).toMatch(/no such/);
    expect(await refusal(cookieOf(account), REPLACE_CODES, { password })).toMatch(/first/);
    expect(await events(account.userId)).toEqual([
      { action: 'second_factor.added', details: { kind: 'authenticator' } },
      { action: 'second_factor.removed', details: { kind: 'authenticator' } },
    ]);
  });

  it('has recovery codes that can be replaced', async () => {
    const account = await createProtectedAccount(server);
    const { data } = await send(cookieOf(account), REPLACE_CODES, { password });
    const codes = data!['replaceRecoveryCodes']!['recoveryCodes'] as string[];
    const attempt = async (code: string) => {
      const login = await server.request
        .post('/auth/login')
        .send({ email: account.email, password });
      const Cookie = (login.headers['set-cookie'] as unknown as string[])[0]!.split(';')[0]!;
      return (await server.request.post('/auth/second-factor').set({ Cookie }).send({ code }))
        .status;
    };
    expect(await attempt(account.recoveryCodes[0]!)).toBe(401);
    expect(await attempt(codes[0]!)).toBe(204);
  });

  it('cannot be changed with an API key, and does not affect keys', async () => {
    const account = await createProtectedAccount(server);
    const key = bearer(account.key);
    expect(await refusal(key, REMOVE, { password })).toBe(
      'API keys cannot change how you sign in.',
    );
    expect((await server.request.get('/v1/projects').set(key)).status).toBe(200);
  });

  it('does not exist for accounts of a provider', async () => {
    const account = await server.createAccount('MEMBER');
    await server.sql(
      "UPDATE users SET auth_method = 'OAUTH2', password_hash = NULL WHERE id = $1",
      [account.userId],
    );
    expect((await send(cookieOf(account), STATE)).data).toEqual({ viewer: { secondFactor: null } });
    expect(await refusal(cookieOf(account), START, { password })).toMatch(/Only local accounts/);
  });

  it('survives a new password', async () => {
    const account = await createProtectedAccount(server);
    const input = { newPassword: 'seven purple walnuts', currentPassword: password };
    const change = `mutation ($input: PatchViewerInput!) { patchViewer(input: $input) { user { id } } }`;
    expect(await refusal(cookieOf(account), change, input)).toBeUndefined();
    const login = await server.request
      .post('/auth/login')
      .send({ email: account.email, password: 'seven purple walnuts' });
    expect(login.status).toBe(200);
  });

  it('is seen by its owner and administrators only', async () => {
    const { userId } = await createProtectedAccount(server);
    const query = `{ node(id: "${globalId('User', userId)}") {
      ... on User { secondFactor { recoveryCodeCount } } } }`;
    const seen = await server.gqlAs(cookieOf(server.accounts.ADMIN), query);
    expect(seen.data).toEqual({ node: { secondFactor: { recoveryCodeCount: 10 } } });
    const hidden = await server.gqlAs(cookieOf(server.accounts.MEMBER), query);
    expect(hidden.errors).toHaveLength(1);
  });

  describe('reset by an administrator', () => {
    const admin = () => cookieOf(server.accounts.ADMIN);
    const reset = (headers: Record<string, string>, userId: number) =>
      refusal(headers, RESET, { userId: globalId('User', userId) });

    it('is gone, and so are the sessions', async () => {
      const account = await createProtectedAccount(server);
      expect(await reset(admin(), account.userId)).toBeUndefined();
      expect(await isAlive(account)).toBe(false);
      expect(await loginStatus(account)).toBe(204);
      expect((await events(account.userId)).at(-1)).toEqual({
        action: 'second_factor.reset',
        details: {},
      });
      expect(await reset(admin(), account.userId)).toBe('The user has no second factor.');
    });

    it('must be that of somebody else', async () => {
      const account = await createProtectedAccount(server, 'ADMIN');
      expect(await reset(cookieOf(account), account.userId)).toMatch(/in your profile/);
      expect(await loginStatus(account)).toBe(200);
    });

    it.each([0, 987_654_321])('refuses the unknown user %d', async (userId) => {
      expect(await reset(admin(), userId)).toBe('User not found');
    });
  });
});
