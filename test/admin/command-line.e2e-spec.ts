import {
  ADMIN_PASSWORD,
  type SecuredServer,
  startSecuredServer,
  TEST_SECRET,
} from '../support/accounts.js';
import { admin, spawnAdmin } from '../support/admin.js';
import { createProtectedAccount } from '../support/second-factor.js';
import { passwordIn } from './shown-password.js';

describe('npm run admin', () => {
  let server: SecuredServer;
  let env: Record<string, string>;

  beforeAll(async () => {
    server = await startSecuredServer();
    env = {
      SPANDREL_DATABASE_URL: server.databaseUrl,
      SPANDREL_ENABLE_AUTH: 'true',
      SPANDREL_SECRET: TEST_SECRET,
    };
  });
  afterAll(() => server.stop());

  const login = async (email: string, password: string) =>
    (await server.request.post('/auth/login').send({ email, password })).status;
  const create = (email: string, username: string, ...more: string[]) =>
    admin(
      ['create-user', '--email', email, '--username', username, '--role', 'ADMIN', ...more],
      env,
    );

  it('creates an administrator whose password is shown once and must be changed', async () => {
    const made = await create(' Kim@Example.com', 'Kim');
    expect([made.code, made.stderr]).toEqual([0, '']);
    expect(made.stdout).toContain('Created Kim (kim@example.com) with the role ADMIN.');
    expect(await login('kim@example.com', passwordIn(made)!)).toBe(204);
    const [row] = await server.sql(
      "SELECT role, password_needs_reset FROM users WHERE username = 'Kim'",
    );
    expect(row).toEqual({ role: 'ADMIN', password_needs_reset: true });
    const [event] = await server.sql(
      "SELECT actor_name, credential FROM audit_events WHERE action = 'user.created'",
    );
    expect(event).toEqual({ actor_name: 'command line', credential: 'none' });
  });

  it('creates a user who signs in elsewhere and has no password', async () => {
    const made = await create('lee@example.com', 'Lee', '--method', 'OAUTH2');
    expect([made.code, passwordIn(made)]).toEqual([0, undefined]);
  });

  it('resets a password, ends the sessions, unlocks the account and keeps API keys', async () => {
    const account = await server.createAccount('ADMIN');
    for (let attempt = 0; attempt < 6; attempt++) await login(account.email, 'wrong');
    const reset = await admin(['reset-password', account.email.toUpperCase()], env);
    expect([reset.code, reset.stderr]).toEqual([0, '']);
    expect((await server.request.get('/v1/user').set('Cookie', account.cookie)).status).toBe(401);
    expect(await login(account.email, passwordIn(reset)!)).toBe(204);
    const byKey = await server.request
      .get('/v1/user')
      .set('Authorization', `Bearer ${account.key}`);
    expect(byKey.body.data.password_needs_reset).toBe(true);
    const events = await server.sql(
      "SELECT actor_name FROM audit_events WHERE action = 'password.changed' AND subject_id = $1",
      [String(account.userId)],
    );
    expect(events).toEqual([{ actor_name: 'command line' }]);
  });

  it('resets a lost second factor, once', async () => {
    const { email, userId } = await createProtectedAccount(server, 'ADMIN');
    expect(await login(email, ADMIN_PASSWORD)).toBe(200);
    const reset = await admin(['reset-second-factor', email.toUpperCase()], env);
    expect([reset.code, reset.stderr]).toEqual([0, '']);
    expect(reset.stdout).toContain('without a second factor now');
    expect(await login(email, ADMIN_PASSWORD)).toBe(204);
    const events = await server.sql(
      "SELECT actor_name FROM audit_events WHERE action = 'second_factor.reset' AND subject_id = $1",
      [String(userId)],
    );
    expect(events).toEqual([{ actor_name: 'command line' }]);
    const again = await admin(['reset-second-factor', email], env);
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringContaining('The user has no second factor.'),
    ]);
  });

  it('lists the users without control characters', async () => {
    const account = await server.createAccount('VIEWER');
    await server.sql("UPDATE users SET username = E'x\\x1b[2Jy' WHERE id = $1", [account.userId]);
    const { code, stdout } = await admin(['list'], env);
    expect(code).toBe(0);
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^EMAIL +NAME +ROLE +SIGNS IN BY +PASSWORD$/);
    expect(lines[1]).toMatch(/^system@localhost +system +SYSTEM +LOCAL$/);
    expect(stdout).toMatch(new RegExp(`^${account.email} +x\\?\\[2Jy +VIEWER +LOCAL$`, 'm'));
  });

  it.each([
    ['an address that is taken', () => create('admin@localhost.de', 'admin'), 'already exists'],
    ['an invalid address', () => create('kim', 'New Kim'), 'This is not a valid email address.'],
    ['an unknown user', () => admin(['reset-password', 'no@example.com'], env), 'No user has'],
    ['the system user', () => admin(['reset-password', 'system@localhost'], env), 'No user has'],
  ])('refuses %s with exit code 1', async (_, run, text) => {
    const { code, stdout, stderr } = await run();
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(text);
  });

  it('refuses to set a password for a user who signs in elsewhere', async () => {
    await create('max@example.com', 'Max', '--method', 'LDAP');
    const { code, stderr } = await admin(['reset-password', 'max@example.com'], env);
    expect([code, stderr]).toEqual([1, 'Only local accounts have a password.\n']);
  });

  it('says what is missing to distribute traces', async () => {
    const refused = await admin(['distribute'], env);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('citus_add_node for each worker');
  });

  it('shows its usage, with exit code 2 for an invalid command', async () => {
    const help = await admin([], {});
    expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('npm run admin --')]);
    const wrong = await spawnAdmin(['create-user', '--password', 'x'], {}).outcome;
    expect([wrong.code, wrong.stdout]).toEqual([2, '']);
    expect(wrong.stderr).toContain('npm run admin --');
  });

  it('reports mistakes in the environment and an unreachable database', async () => {
    const bad = await admin(['list'], { ...env, SPANDREL_SECRET: 'short' });
    expect([bad.code, bad.stderr]).toEqual([1, expect.stringMatching(/^SPANDREL_SECRET is/)]);
    const url = 'postgresql://nobody@127.0.0.1:1/none';
    const gone = await admin(['list'], { ...env, SPANDREL_DATABASE_URL: url });
    expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('ECONNREFUSED')]);
  });
});
