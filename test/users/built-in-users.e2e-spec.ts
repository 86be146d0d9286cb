import { TEST_SECRET } from '../support/accounts.js';
import { type ChildServer, spawnServer, startChildServer } from '../support/child-server.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startMailServer } from '../support/mail-server.js';
import { startTestServer, type TestServer } from '../support/server.js';

const AUTH = { SPANDREL_ENABLE_AUTH: 'true', SPANDREL_SECRET: TEST_SECRET };
const ADMINS = { SPANDREL_ADMINS: 'Ada, A = B=Ada@Example.com;Grace Hopper=grace@example.com' };
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

describe('built-in users', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const start = (env: Record<string, string> = {}) =>
    startTestServer({ SPANDREL_DATABASE_URL: database.url, ...env });

  it('are created at the first start and left alone at the second', async () => {
    const first = await start({ ...AUTH, ...ADMINS });
    const made = await rowsOf(first);
    await first.stop();
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
    const second = await start({
      ...AUTH,
      SPANDREL_ADMINS: 'Other=ada@example.com;admin=x@y.z;New=new@example.com',
      SPANDREL_DEFAULT_ADMIN_INITIAL_PASSWORD: 'something else',
    });
    const left = await rowsOf(second);
    await second.stop();
    expect(left.slice(0, 4)).toEqual(made);
    expect(left.slice(4)).toMatchObject([{ username: 'New', email: 'new@example.com' }]);
  });

  it('are created once if servers start together', async () => {
    const servers = await Promise.all([1, 2, 3].map(() => start({ ...AUTH, ...ADMINS })));
    expect(await rowsOf(servers[0]!)).toHaveLength(4);
    for (const server of servers) await server.stop();
  });

  it('exist without authentication, and get a password when it is turned on', async () => {
    const open = await start();
    expect((await rowsOf(open)).map((row) => row.password_hash)).toEqual(['!', '!']);
    const planted = { email: 'eve@example.com', username: 'Eve', role: 'ADMIN' };
    const user = { ...planted, auth_method: 'LOCAL' };
    await open.request.post('/v1/users').send({ user, send_welcome_email: false });
    await open.stop();
    const closed = await startChildServer({
      env: { SPANDREL_DATABASE_URL: database.url, ...AUTH },
    });
    const [password] = passwordsIn(closed.output())!;
    expect(await login(closed.url, password!)).toBe(204);
    expect(closed.output()).toMatch(
      /administrators were created while authentication was off[^]*eve@example.com/,
    );
    await closed.kill('SIGTERM');
  });

  it.each([
    [{ ...OIDC }, 'OAUTH2'],
    [{ ...LDAP }, 'LDAP'],
    [{ ...OIDC, ...LDAP }, 'OAUTH2'],
  ])('sign in elsewhere on a server without passwords: %j', async (methods, expected) => {
    const server = await start({
      ...AUTH,
      ...ADMINS,
      ...methods,
      SPANDREL_DISABLE_BASIC_AUTH: 'true',
    });
    const rows = await rowsOf(server);
    await server.stop();
    expect(rows[1]).toMatchObject({ username: 'admin', password_hash: '!' });
    expect(rows[2]).toMatchObject({
      auth_method: expected,
      password_hash: null,
      password_needs_reset: false,
    });
  });

  it('are created even if another user has the name', async () => {
    const before = await start();
    await before.sql(
      "UPDATE users SET role = 'VIEWER', email = 'someone@example.com' WHERE id = 2",
    );
    await before.stop();
    const server = await start(AUTH);
    const rows = await rowsOf(server);
    await server.stop();
    expect(rows[2]).toMatchObject({
      username: expect.stringMatching(/^admin \([0-9a-f]{6}\)$/),
      email: 'admin@localhost',
      role: 'ADMIN',
    });
  });

  it('that are named in the environment get one welcome email', async () => {
    const mail = await startMailServer();
    for (const _ of ['first', 'second']) {
      const server = await start({ ...AUTH, ...ADMINS, ...mail.env });
      await server.stop();
    }
    expect(mail.mails.flatMap(({ recipients }) => recipients).toSorted()).toEqual([
      'ada@example.com',
      'grace@example.com',
    ]);
    await mail.stop();
  });

  describe('have a first password that', () => {
    const started = async (server: Promise<ChildServer>) => {
      const child = await server;
      await child.kill('SIGTERM');
      return child.output();
    };
    const env = () => ({ SPANDREL_DATABASE_URL: database.url, ...AUTH });

    it('is generated, printed once and never logged', async () => {
      const first = await started(
        startChildServer({
          env: {
            ...env(),
            SPANDREL_LOGGING_LEVEL: 'debug',
            SPANDREL_LOG_SQL: 'true',
            SPANDREL_LOGGING_MODE: 'structured',
          },
        }),
      );
      const [password, ...more] = passwordsIn(first)!;
      expect(more).toEqual([]);
      expect(first.split(password!)).toHaveLength(2);
      expect(first.split('\n').filter((line) => line.includes(password!))).toEqual([
        `    ${password}`,
      ]);
      expect(passwordsIn(await started(startChildServer({ env: env() })))).toBeUndefined();
    });

    it('is shown even if startup fails later', async () => {
      const blocker = await startTestServer();
      const child = await spawnServer({
        env: { ...env(), SPANDREL_PORT: new URL(blocker.url).port },
      });
      expect(await child.exited).toBe(1);
      expect(passwordsIn(child.output())).toHaveLength(1);
      await blocker.stop();
    });

    it('is taken from the environment if set, whatever the policy says', async () => {
      const server = await startChildServer({
        env: { ...env(), SPANDREL_DEFAULT_ADMIN_INITIAL_PASSWORD: 'admin' },
      });
      expect(await login(server.url, 'admin')).toBe(204);
      await server.kill('SIGTERM');
      expect(passwordsIn(server.output())).toBeUndefined();
    });

    it('must be changed only if it was generated', async () => {
      const needsReset = async (server: TestServer) => {
        const rows = await rowsOf(server);
        await server.stop();
        return rows.map((row) => row.password_needs_reset);
      };
      await needsReset(await start());
      const chosen = { ...AUTH, SPANDREL_DEFAULT_ADMIN_INITIAL_PASSWORD: 'chosen by the operator' };
      const server = await start(chosen);
      const signedIn = await server.request
        .post('/auth/login')
        .send({ email: 'admin@localhost', password: 'chosen by the operator' });
      const cookies = signedIn.headers['set-cookie'] as unknown as string[];
      const list = await server.request.get('/v1/users').set('Cookie', cookies);
      expect(list.status).toBe(200);
      expect(await needsReset(server)).toEqual([false, false]);
    });
  });
});
