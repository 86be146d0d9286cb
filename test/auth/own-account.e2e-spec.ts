import {
  type Account,
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
  TEST_ADMIN_SECRET,
} from '../support/accounts.js';
import { globalId } from '../support/global-id.js';
import { whenBlocked } from '../support/lock-waits.js';

const PATCH = `mutation ($input: PatchViewerInput!) {
  patchViewer(input: $input) { user { username passwordNeedsReset } }
}`;
const PASSWORD = 'seven purple walnuts';
const NEXT = 'eight orange hazelnuts';

describe('your own account', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  const patch = (headers: Record<string, string>, input: object) =>
    server.request.post('/graphql').set(headers).send({ query: PATCH, variables: { input } });
  const textOf = (response: { body: { errors?: { message: string }[] } }) =>
    response.body.errors?.[0]?.message;
  const isAlive = async (cookie: string) =>
    (await server.request.get('/graphql').set('Cookie', cookie)).status === 200;
  const login = (email: string, password: string) =>
    server.request.post('/auth/login').send({ email, password });

  /** Creates a user whose password an administrator has set. */
  const withPassword = async (): Promise<Account> => {
    const account = await server.createAccount('VIEWER');
    const input = { userId: globalId('User', account.userId), newPassword: PASSWORD };
    await server.gqlAs(
      cookieOf(server.accounts.ADMIN),
      'mutation ($input: PatchUserInput!) { patchUser(input: $input) { user { id } } }',
      { input },
    );
    return { ...account, cookie: await server.signIn(account.userId) };
  };

  it('is shown to every identified user', async () => {
    const nameOf = async (headers: Record<string, string>) => {
      const answer = await server.gqlAs<{ viewer: { username: string } }>(
        headers,
        '{ viewer { username } }',
      );
      return answer.data?.viewer.username;
    };
    const { ADMIN, MEMBER, VIEWER } = server.accounts;
    for (const account of [ADMIN, MEMBER, VIEWER]) {
      expect(await nameOf(cookieOf(account))).toBe(account.username);
      expect(await nameOf(bearer(account.key))).toBe(account.username);
    }
    expect(await nameOf(bearer(TEST_ADMIN_SECRET))).toBe('system');
    expect(await nameOf(bearer(server.systemKey))).toBe('system');
  });

  it('is all that users can access until they change a password that somebody else set', async () => {
    const account = await withPassword();
    const as = (query: string) => server.gqlAs(cookieOf(account), query);
    expect((await as('{ viewer { passwordNeedsReset } }')).data).toEqual({
      viewer: { passwordNeedsReset: true },
    });
    expect((await as('{ projectCount }')).errors?.[0]?.message).toMatch(/Change your password/);
    const answer = await patch(cookieOf(account), { newPassword: NEXT, currentPassword: PASSWORD });
    expect(answer.body.data.patchViewer.user.passwordNeedsReset).toBe(false);
  });

  it('can get a new password, which ends every session and clears both cookies', async () => {
    const account = await withPassword();
    const other = await server.signIn(account.userId);
    const input = { newPassword: NEXT, currentPassword: PASSWORD };
    const response = await patch(cookieOf(account), input);
    expect(textOf(response)).toBeUndefined();
    const cookies = response.headers['set-cookie'] as unknown as string[];
    expect(cookies.map((cookie) => cookie.split(';')[0])).toEqual([
      'spandrel-access-token=""',
      'spandrel-refresh-token=""',
    ]);
    expect(await Promise.all([account.cookie, other].map(isAlive))).toEqual([false, false]);
    expect((await server.request.get('/v1/projects').set(bearer(account.key))).status).toBe(200);
    expect((await login(account.email, PASSWORD)).status).toBe(401);
    expect((await login(account.email, NEXT)).status).toBe(204);
    const events = await server.sql(
      "SELECT 1 FROM audit_events WHERE action = 'password.changed' AND actor_id = $1",
      [account.userId],
    );
    expect(events).toHaveLength(1);
  });

  it('can get a new name, which sets no cookie and ends no session', async () => {
    const account = await server.createAccount('VIEWER');
    const response = await patch(cookieOf(account), { newUsername: `${account.username}-2` });
    expect(response.body.data.patchViewer.user.username).toBe(`${account.username}-2`);
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(await isAlive(account.cookie)).toBe(true);
    const taken = await patch(cookieOf(account), { newUsername: server.accounts.ADMIN.username });
    expect(textOf(taken)).toBe('Username already exists.');
  });

  it.each([
    ['nothing', {}, /^newUsername or newPassword is required/],
    ['no current password', { newPassword: NEXT }, /^currentPassword is required/],
    [
      'an empty current password',
      { newPassword: NEXT, currentPassword: '' },
      /^currentPassword is required/,
    ],
    [
      'a wrong current password',
      { newPassword: NEXT, currentPassword: 'wrong' },
      /current password is wrong/,
    ],
    ['a short password', { newPassword: 'x', currentPassword: PASSWORD }, /at least 15/],
    ['the same password', { newPassword: PASSWORD, currentPassword: PASSWORD }, /must differ/],
    [
      'a valid name with a wrong password',
      { newUsername: 'other', newPassword: NEXT, currentPassword: 'wrong' },
      /current password is wrong/,
    ],
    ['a blank name', { newUsername: ' \t' }, /must not be empty/],
  ])('refuses %s and changes nothing', async (_, input, text) => {
    const account = await withPassword();
    const response = await patch(cookieOf(account), input);
    expect(textOf(response)).toMatch(text);
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(await isAlive(account.cookie)).toBe(true);
  });

  it('is locked by wrong current passwords, as by wrong passwords at sign-in', async () => {
    const account = await withPassword();
    const guess = (currentPassword: string) =>
      patch(cookieOf(account), { newPassword: NEXT, currentPassword });
    const texts = await Promise.all(Array.from({ length: 8 }, () => guess('wrong').then(textOf)));
    expect(texts.filter((text) => text === 'The current password is wrong.')).toHaveLength(5);
    expect(textOf(await guess(PASSWORD))).toMatch(/Too many/);
    expect((await login(account.email, PASSWORD)).status).toBe(429);
  });

  it('cannot be signed in to with the old password while it is being changed', async () => {
    const account = await withPassword();
    const runner = server.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query("UPDATE users SET password_hash = '!' WHERE id = $1", [account.userId]);
    const late = login(account.email, PASSWORD).then(({ status }) => status);
    await whenBlocked(server);
    await runner.commitTransaction();
    await runner.release();
    expect(await late).toBe(401);
  });

  it('gets only one of two passwords that are set at the same time', async () => {
    const account = await withPassword();
    const texts = await Promise.all(
      [NEXT, 'nine yellow chestnuts'].map((newPassword) =>
        patch(cookieOf(account), { newPassword, currentPassword: PASSWORD }).then(textOf),
      ),
    );
    expect(texts.filter((text) => text === undefined)).toHaveLength(1);
  });

  it('does not exist for the system user', async () => {
    for (const token of [TEST_ADMIN_SECRET, server.systemKey]) {
      const response = await patch(bearer(token), { newUsername: 'root' });
      expect(textOf(response)).toBe('This credential does not belong to a user account.');
    }
  });

  it('cannot get a password if the user signs in elsewhere', async () => {
    const account = await server.createAccount('MEMBER');
    await server.sql(
      "UPDATE users SET auth_method = 'OAUTH2', password_hash = NULL WHERE id = $1",
      [account.userId],
    );
    const response = await patch(cookieOf(account), { newPassword: NEXT, currentPassword: 'x' });
    expect(textOf(response)).toMatch(/^Only local accounts/);
  });
});

describe('sessions over GraphQL', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  interface Shown {
    id: string;
    isCurrent: boolean;
    authMethod: string;
  }
  const END = 'mutation ($id: ID!) { endLoginSession(input: { id: $id }) { user { username } } }';
  const sessionsOf = async ({ cookie }: Pick<Account, 'cookie'>) => {
    const { data } = await server.gqlAs<{ viewer: { sessions: Shown[] } }>(
      { Cookie: cookie },
      '{ viewer { sessions { id isCurrent authMethod lastUsedAt expiresAt address } } }',
    );
    return data!.viewer.sessions;
  };
  const end = async (headers: Record<string, string>, id: string) =>
    (await server.gqlAs(headers, END, { id })).errors?.[0]?.message;
  const isAlive = async (cookie: string) =>
    (await server.request.get('/graphql').set('Cookie', cookie)).status === 200;

  it('are listed newest first, and one of them is the current one', async () => {
    const account = await server.createAccount('VIEWER');
    const other = await server.signIn(account.userId);
    const sessions = await sessionsOf(account);
    expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
    expect((await sessionsOf({ cookie: other })).map((one) => one.isCurrent)).toEqual([
      true,
      false,
    ]);
    expect(sessions[0]).toMatchObject({ authMethod: 'LOCAL' });
  });

  it('are not listed once they can no longer be refreshed', async () => {
    const account = await server.createAccount('VIEWER');
    const other = await server.signIn(account.userId);
    await server.sql(
      `UPDATE login_tokens SET refresh_expires_at = now() WHERE session_id =
         (SELECT max(id) FROM login_sessions WHERE user_id = $1)`,
      [account.userId],
    );
    expect(await sessionsOf(account)).toHaveLength(1);
    expect(other).toBeDefined();
  });

  it('can be ended by their user and by administrators, one at a time or all except the current one', async () => {
    const account = await server.createAccount('VIEWER');
    const cookies = [account.cookie];
    for (let count = 0; count < 3; count++) cookies.push(await server.signIn(account.userId));
    const [newest, next] = await sessionsOf(account);
    expect(await end(cookieOf(account), newest!.id)).toBeUndefined();
    expect(await end(cookieOf(server.accounts.ADMIN), next!.id)).toBeUndefined();
    expect(await Promise.all(cookies.map(isAlive))).toEqual([true, true, false, false]);
    const others = 'mutation { endOtherLoginSessions { user { sessions { isCurrent } } } }';
    expect((await server.gqlAs(cookieOf(account), others)).data).toEqual({
      endOtherLoginSessions: { user: { sessions: [{ isCurrent: true }] } },
    });
    expect(await Promise.all(cookies.map(isAlive))).toEqual([true, false, false, false]);
  });

  it('reports sessions of other users as unknown', async () => {
    const account = await server.createAccount('MEMBER');
    const [session] = await sessionsOf(account);
    const stranger = cookieOf(server.accounts.MEMBER);
    expect(await end(stranger, session!.id)).toBe('Session not found.');
    expect(await end(stranger, globalId('LoginSession', 99_999))).toBe('Session not found.');
    expect(await end(stranger, globalId('User', 1))).toMatch(/ is not the ID of a LoginSession\.$/);
    expect(await isAlive(account.cookie)).toBe(true);
  });

  it('cannot be ended by a key', async () => {
    const account = await server.createAccount('ADMIN');
    const [session] = await sessionsOf(account);
    expect(await end(bearer(account.key), session!.id)).toMatch(/^API keys/);
    const others = 'mutation { endOtherLoginSessions { user { id } } }';
    const answers = [
      await server.gqlAs(bearer(account.key), others),
      await server.gqlAs(bearer(TEST_ADMIN_SECRET), others),
    ];
    expect(answers.map(({ errors }) => errors?.length)).toEqual([1, 1]);
    expect(await isAlive(account.cookie)).toBe(true);
  });
});
