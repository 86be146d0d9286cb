import pg from 'pg';
import { type ChildServer, startChildServer } from '../support/child-server.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';

const SECRETS = {
  secret: 'canary-signing-0123456789-abcdefghijkl',
  adminSecret: 'canary-admin-9876543210-abcdefghijklmn',
  password: 'canary password of the administrator',
  newPassword: 'canary password that was chosen',
  memberPassword: 'canary password for a member',
  stored: 'canary-key-of-a-model-provider',
  wrongPassword: 'canary password that is wrong',
  wrongToken: 'spd_canary0123456789012345678901234567890123',
};

const BY_VARIABLE = 'query ($password: Int) { projects(first: $password) { __typename } }';

describe('a server with debug logs', () => {
  let database: TestDatabase;
  let server: ChildServer;
  /** Headers and bodies of all responses, without cookies, which contain the tokens. */
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

  const changePasswords = async (headers: Record<string, string>): Promise<void> => {
    const { password, newPassword, wrongPassword } = SECRETS;
    const query = `mutation ($input: PatchViewerInput!) { patchViewer(input: $input) { __typename } }`;
    const change = (input: object) => post('/graphql', { query, variables: { input } }, headers);
    await change({ currentPassword: wrongPassword, newPassword });
    await change({ currentPassword: [password], newPassword });
    await change({ currentPassword: password, newPassword: { newPassword } });
    await change({ currentPassword: password, newPassword: password });
    await change({ currentPassword: password, newPassword });
  };

  const addMember = async (headers: Record<string, string>): Promise<void> => {
    const { memberPassword: password } = SECRETS;
    const query = `mutation ($input: CreateUserInput!) {
      createUser(input: $input) { user { id username email } }
    }`;
    const add = (input: object) =>
      post('/graphql', { query, variables: { input: { role: 'MEMBER', ...input } } }, headers);
    const member = { email: 'member@example.com', username: 'member', password };
    await add({ ...member, email: password });
    await add({ ...member, role: 'KING' });
    await add(member);
    await add(member);
    for (const body of [
      { user: member },
      { user: [member] },
      { user: { ...member, auth_method: 'LOCAL' } },
    ]) {
      await post('/v1/users', body, headers);
    }
    const list = '{ users { edges { node { id username email authMethod } } } }';
    await post('/graphql', { query: list }, headers);
    await ask('/v1/users', { headers });
  };

  const keepSecrets = async (headers: Record<string, string>): Promise<void> => {
    const { stored } = SECRETS;
    for (const value of [stored, [stored], { stored }]) {
      const secrets = [{ key: 'OPENAI_API_KEY', value }];
      const query = `mutation ($input: UpsertOrDeleteSecretsMutationInput!) {
        upsertOrDeleteSecrets(input: $input) { upsertedSecrets { key } }
      }`;
      await post('/graphql', { query, variables: { input: { secrets } } }, headers);
      await ask('/v1/secrets', {
        method: 'PUT',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ secrets }),
      });
    }
    await post(
      '/graphql',
      { query: '{ secrets { edges { node { key value { __typename } } } } }' },
      headers,
    );
  };

  /** Creates and uses a key, without recording the only response that contains it. */
  const useKey = async (headers: Record<string, string>): Promise<void> => {
    const query = `mutation { createUserApiKey(input: { name: "bird" }) { jwt } }`;
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    });
    const { data } = (await response.json()) as { data: { createUserApiKey: { jwt: string } } };
    const { jwt } = data.createUserApiKey;
    tokens.add(jwt);
    const asKey = { authorization: `Bearer ${jwt}` };
    await ask('/v1/projects', { headers: asKey });
    await ask('/v1/user/api_keys', { headers });
    await post('/v1/user/api_keys', { data: { name: jwt.slice(0, 12) } }, asKey);
    await post('/graphql', { query: '{ viewer { apiKeys { name prefix } } }' }, headers);
  };

  /** Returns every row of every table as text. */
  const everythingStored = async (): Promise<string> => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const tables = await client.query<{ name: string }>(
      "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    const texts: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
      texts.push(...rows.map(({ row }) => row));
    }
    await client.end();
    return texts.join('\n');
  };

  it('shows no credential in a response, in its log or in the database', async () => {
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
    await changePasswords(asSession);
    const again = { email, password: SECRETS.newPassword };
    const asAdmin = { cookie: await post('/auth/login', again) };
    await addMember(asAdmin);
    await keepSecrets(asAdmin);
    await useKey(asAdmin);
    const events = '{ auditEvents { edges { node { action actorName subjectName details } } } }';
    await post('/graphql', { query: events }, asAdmin);
    await ask('/v1/audit_events/export', { headers: asAdmin });
    const renewed = await post('/auth/refresh', '', asAdmin);
    await post('/auth/refresh', '', asAdmin);
    await post('/auth/logout', '', { cookie: renewed });
    await ask('/auth/logout', { headers: { cookie: renewed, 'x-request-id': 'last' } });
    await eventually('the line of the last request', () =>
      Promise.resolve(/answered[\s\S]*logout/.test(server.output())),
    );

    expect(answers.join()).toContain('member@example.com');
    expect(answers.join()).toContain('password.changed');
    const stored = await everythingStored();
    expect(stored).toContain('OPENAI_API_KEY');
    const told = `${server.output()}\n${answers.join('\n')}\n${stored}`;
    for (const value of [...Object.values(SECRETS), ...tokens]) {
      // PostgreSQL writes bytes in hex.
      const hex = Buffer.from(value).toString('hex');
      const isTold = told.includes(value) || told.includes(hex);
      expect(isTold && `${value} was told`).toBe(false);
    }
    expect(server.output()).not.toContain('canary');
  });
});
