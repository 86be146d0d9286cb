import { type ChildServer, startChildServer } from '../support/child-server.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';

const SECRETS = {
  secret: 'canary-signing-0123456789-abcdefghijkl',
  adminSecret: 'canary-admin-9876543210-abcdefghijklmn',
  password: 'canary password of the administrator',
  wrongPassword: 'canary password that is wrong',
  wrongToken: 'spd_canary0123456789012345678901234567890123',
};

const BY_VARIABLE = 'query ($password: Int) { projects(first: $password) { __typename } }';

describe('a server at its most talkative', () => {
  let database: TestDatabase;
  let server: ChildServer;
  /** Everything it answered, bodies and headers; cookies apart, which are how tokens leave. */
  const answers: string[] = [];
  const tokens = new Set<string>();

  beforeAll(async () => {
    database = await createTestDatabase();
    server = await startChildServer({
      env: {
        SPANDREL_DATABASE_URL: database.url,
        SPANDREL_LOGGING_LEVEL: 'debug',
        SPANDREL_LOG_SQL: 'true',
        SPANDREL_MASK_INTERNAL_SERVER_ERRORS: 'false',
        SPANDREL_ENABLE_AUTH: 'true',
        SPANDREL_SECRET: SECRETS.secret,
        SPANDREL_ADMIN_SECRET: SECRETS.adminSecret,
        SPANDREL_DEFAULT_ADMIN_INITIAL_PASSWORD: SECRETS.password,
      },
    });
  });
  afterAll(async () => {
    await server.kill('SIGTERM');
    await database.drop();
  });

  const ask = async (path: string, init: RequestInit = {}): Promise<string> => {
    const response = await fetch(`${server.url}${path}`, { redirect: 'manual', ...init });
    const { 'set-cookie': _, ...headers } = Object.fromEntries(response.headers);
    answers.push(JSON.stringify(headers), await response.text());
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!);
    for (const cookie of cookies) {
      const value = cookie.slice(cookie.indexOf('=') + 1);
      if (value.length > 2) tokens.add(value);
    }
    return cookies.join('; ');
  };

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  it('tells nobody a credential, neither in an answer nor in its log', async () => {
    const email = 'admin@localhost';
    const { password, wrongPassword, adminSecret, wrongToken } = SECRETS;
    await post('/auth/login', { email, password: wrongPassword });
    await post('/auth/login', { email: wrongPassword, password });
    await post('/auth/login', { email, password: [password] });
    await post('/auth/login', `{"email": "${email}", "password": "${password}`);
    const cookie = await post('/auth/login', { email, password });
    expect(tokens.size).toBe(2);
    const asSession = { cookie };
    const query = '{ __typename viewer { nothing } }';
    for (const headers of [
      asSession,
      { authorization: `Bearer ${adminSecret}` },
      { authorization: `Bearer ${wrongToken}` },
      { authorization: adminSecret },
      { cookie: `spandrel-access-token=${wrongToken}` },
    ]) {
      await ask('/v1/projects', { headers });
      await ask(`/v1/user?token=${wrongToken}`, { headers });
      await ask(`/v1/nothing/${encodeURIComponent('a b')}`, { headers });
      await post('/graphql', { query }, headers);
      await post('/graphql', { query: '{', variables: { password } }, headers);
      await post('/graphql', { query: BY_VARIABLE, variables: { password: [password] } }, headers);
      await post('/graphql', `{"variables": ${password}`, headers);
      await post('/v1/traces', 'not json', headers);
    }
    const renewed = await post('/auth/refresh', '', asSession);
    await post('/auth/refresh', '', asSession);
    await post('/auth/logout', '', { cookie: renewed });
    await ask('/auth/logout', { headers: { cookie: renewed, 'x-request-id': 'last' } });
    await eventually('the line of the last request', () =>
      Promise.resolve(/answered[\s\S]*logout/.test(server.output())),
    );

    const told = `${server.output()}\n${answers.join('\n')}`;
    for (const value of [...Object.values(SECRETS), ...tokens]) {
      expect(told.includes(value) && `${value} was told`).toBe(false);
    }
    expect(server.output()).not.toContain('canary');
  });
});
