import { BuiltInUsersService } from '../support/built.js';
import { spawnServer } from '../support/child-server.js';
import { createTestDatabase } from '../support/database.js';
import { startMailServer } from '../support/mail-server.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { ADMINS, AUTH } from './named-admins.js';

const OIDC = {
  SPANDREL_OAUTH2_ACME_CLIENT_ID: 'spandrel',
  SPANDREL_OAUTH2_ACME_CLIENT_SECRET: 'secret',
  SPANDREL_OAUTH2_ACME_OIDC_CONFIG_URL: 'https://127.0.0.1:1/.well-known/openid-configuration',
};
const LDAP = {
  SPANDREL_LDAP_HOST: '127.0.0.1',
  SPANDREL_LDAP_USER_SEARCH_BASE_DNS: '["dc=example"]',
  SPANDREL_LDAP_GROUP_ROLE_MAPPINGS: '[{"group_dn": "*", "role": "MEMBER"}]',
};

interface Row {
  id: number;
  username: string;
  email: string;
  role: string;
  auth_method: string;
  password_hash: string | null;
  password_needs_reset: boolean;
}

const rowsOf = (server: TestServer) => server.sql<Row>('SELECT * FROM users ORDER BY id');
const login = async (url: string, password: string) =>
  (
    await fetch(`${url}/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'admin@localhost', password }),
    })
  ).status;

/** Returns the passwords that a server printed, each on its own line. */
const passwordsIn = (output: string) => output.match(/^ {4}\S{15,}$/gm)?.map((line) => line.trim());

/** Treats the users of a server as it does when it starts. Returns the password that it prints. */
const ensure = (server: TestServer) =>
  server.app.get(BuiltInUsersService, { strict: false }).ensure();

describe('built-in users', () => {
  it('are created at the first start and left alone at the second, with one welcome email', async () => {
    const mail = await startMailServer();
    const server = await startTestServer({ ...AUTH, ...ADMINS, ...mail.env });
    const made = await rowsOf(server);
    expect(made).toMatchObject([
      { id: 1, username: 'system', email: 'system@localhost', role: 'SYSTEM', password_hash: '!' },
      {
        id: 2,
        username: 'admin',
        email: 'admin@localhost',
        role: 'ADMIN',
        password_needs_reset: true,
      },
      {
        username: 'Ada, A = B',
        email: 'ada@example.com',
        role: 'ADMIN',
        auth_method: 'LOCAL',
        password_hash: '!',
        password_needs_reset: true,
      },
      { username: 'Grace Hopper', email: 'grace@example.com', role: 'ADMIN' },
    ]);
    server.change({
      SPANDREL_ADMINS: 'Other=ada@example.com;admin=x@y.z;New=new@example.com',
      SPANDREL_DEFAULT_ADMIN_INITIAL_PASSWORD: 'something else',
    });
    expect(await ensure(server)).toBeNull();
    const left = await rowsOf(server);
    await server.stop();
    expect(left.slice(0, 4)).toEqual(made);
    expect(left.slice(4)).toMatchObject([{ username: 'New', email: 'new@example.com' }]);
    expect(mail.mails.flatMap(({ recipients }) => recipients).toSorted()).toEqual([
      'ada@example.com',
      'grace@example.com',
      'new@example.com',
    ]);
    await mail.stop();
  });

  it('get a password when authentication is turned on, shown even if startup fails later', async () => {
    const database = await createTestDatabase();
    const ofDatabase = { SPANDREL_DATABASE_URL: database.url };
    const open = await startTestServer(ofDatabase);
    expect((await rowsOf(open)).map((row) => row.password_hash)).toEqual(['!', '!']);
    const planted = { email: 'eve@example.com', username: 'Eve', role: 'ADMIN' };
    const user = { ...planted, auth_method: 'LOCAL' };
    await open.request.post('/v1/users').send({ user, send_welcome_email: false });

    const child = await spawnServer({
      env: {
        ...ofDatabase,
        ...AUTH,
        // Where another server listens.
        SPANDREL_PORT: new URL(open.url).port,
        SPANDREL_LOGGING_LEVEL: 'debug',
        SPANDREL_LOG_SQL: 'true',
        SPANDREL_LOGGING_MODE: 'structured',
      },
    });
    expect(await child.exited).toBe(1);
    await open.stop();
    const output = child.output();
    expect(output).toContain('Spandrel cannot start.\n');
    const warning = /^.*administrators were created while authentication was off.*$/m.exec(output);
    expect(warning?.[0]).toContain('eve@example.com');
    // The password is printed once and never logged.
    const [password, ...more] = passwordsIn(output)!;
    expect(more).toEqual([]);
    expect(output.split(password!)).toHaveLength(2);
    expect(output.split('\n').filter((line) => line.includes(password!))).toEqual([
      `    ${password}`,
    ]);
    const closed = await startTestServer({ ...ofDatabase, ...AUTH });
    expect(await login(closed.url, password!)).toBe(204);
    await closed.stop();
    await database.drop();
  });
});

describe('the users that a server creates when it starts', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer(AUTH);
  });
  afterAll(() => server.stop());
  beforeEach(() => server.sql('DELETE FROM users'));

  /** As if a server with these settings started. */
  const restart = (env: Record<string, string> = {}) => {
    server.change(env);
    return ensure(server);
  };
  const OPEN = { SPANDREL_ENABLE_AUTH: 'false' };

  it.each([
    [{ ...OIDC }, 'OAUTH2'],
    [{ ...LDAP }, 'LDAP'],
    [{ ...OIDC, ...LDAP }, 'OAUTH2'],
  ])('sign in elsewhere on a server without passwords: %j', async (methods, expected) => {
    await restart({ ...ADMINS, ...methods, SPANDREL_DISABLE_BASIC_AUTH: 'true' });
    const rows = await rowsOf(server);
    expect(rows[1]).toMatchObject({ username: 'admin', password_hash: '!' });
    expect(rows[2]).toMatchObject({
      auth_method: expected,
      password_hash: null,
      password_needs_reset: false,
    });
  });

  it('are created even if another user has the name', async () => {
    await restart(OPEN);
    await server.sql(
      "UPDATE users SET role = 'VIEWER', email = 'someone@example.com' WHERE username = 'admin'",
    );
    await restart();
    expect((await rowsOf(server))[2]).toMatchObject({
      username: expect.stringMatching(/^admin \([0-9a-f]{6}\)$/),
      email: 'admin@localhost',
      role: 'ADMIN',
    });
  });

  describe('have a first password that', () => {
    it('is generated and shown once', async () => {
      const password = await restart();
      expect(password).toMatch(/^\S{15,}$/);
      expect(await login(server.url, password!)).toBe(204);
      expect(await restart()).toBeNull();
    });

    it('is taken from the environment if set, whatever the policy says', async () => {
      expect(await restart({ SPANDREL_DEFAULT_ADMIN_INITIAL_PASSWORD: 'admin' })).toBeNull();
      expect(await login(server.url, 'admin')).toBe(204);
    });

    it('must be changed only if it was generated', async () => {
      const needsReset = async () => (await rowsOf(server)).map((row) => row.password_needs_reset);
      await restart();
      expect(await needsReset()).toEqual([false, true]);
      await server.sql('DELETE FROM users');
      await restart(OPEN);
      const password = 'chosen by the operator';
      await restart({ SPANDREL_DEFAULT_ADMIN_INITIAL_PASSWORD: password });
      const signedIn = await server.request
        .post('/auth/login')
        .send({ email: 'admin@localhost', password });
      const cookies = signedIn.headers['set-cookie'] as unknown as string[];
      const list = await server.request.get('/v1/users').set('Cookie', cookies);
      expect(list.status).toBe(200);
      expect(await needsReset()).toEqual([false, false]);
    });
  });
});
