import * as grpc from '@grpc/grpc-js';
import pg from 'pg';
import { anOtlpSpan, jsonRequest, protobufRequest } from '../ingest/otlp.js';
import { type ChildServer, spawnServer, startChildServer } from '../support/child-server.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import type { TestProvider } from '../support/oidc-provider.js';
import { messageOf } from '../support/refused-env.js';
import { CLIENT, errorOf, providerEnv, SignIn, startProvider } from './oidc-sign-in.js';

const CANARIES = {
  secret: 'canary-signing-0123456789-abcdefghijkl',
  previous: 'canary-earlier-0123456789-abcdefghijkl',
  adminSecret: 'canary-admin-9876543210-abcdefghijklmn',
  database: 'canary-database-password',
  password: 'canary password of the administrator',
  stored: 'canary-key-of-a-model-provider',
};
const ROLE = 'canary_role';
const EXPORT = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';

/** Makes every insert violate a constraint, so that PostgreSQL's error contains the row. */
const BREAK = ['users', 'api_keys', 'secrets', 'login_sessions', 'login_tokens'].map(
  (table) => `ALTER TABLE ${table} ADD CONSTRAINT never CHECK (false) NOT VALID`,
);
const MEND = ['users', 'api_keys', 'secrets', 'login_sessions', 'login_tokens'].map(
  (table) => `ALTER TABLE ${table} DROP CONSTRAINT never`,
);

/** Returns the URL for the canary role, whose password the test database does check. */
function asCanary(url: string, password: string): string {
  const changed = new URL(url);
  changed.username = ROLE;
  changed.password = password;
  return changed.toString();
}

describe('credentials', () => {
  let database: TestDatabase;
  let owner: pg.Client;
  let server: ChildServer;
  let provider: TestProvider;
  /** Headers and bodies of all responses, except those that return a new key. */
  const answers: string[] = [];
  /** Keys and tokens that the server issued. */
  const made = new Set<string>();

  beforeAll(async () => {
    provider = await startProvider();
    provider.people.set('ada', { email: 'ada@example.com', name: 'Ada' });
    database = await createTestDatabase();
    owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    await owner.query(`DROP ROLE IF EXISTS ${ROLE}`);
    await owner.query(`CREATE ROLE ${ROLE} SUPERUSER LOGIN PASSWORD '${CANARIES.database}'`);
    server = await startChildServer({ env: environment(CANARIES.database) });
  });
  afterAll(async () => {
    await server.kill('SIGTERM');
    await provider.stop();
    // The server created the job tables, so they belong to the role.
    await owner.query(`DROP OWNED BY ${ROLE}`);
    await owner.query(`DROP ROLE ${ROLE}`);
    await owner.end();
    await database.drop();
  });

  const environment = (databasePassword: string): Record<string, string> => ({
    ...providerEnv('acme', provider),
    SPANDREL_DATABASE_URL: asCanary(database.url, databasePassword),
    SPANDREL_LOGGING_LEVEL: 'debug',
    SPANDREL_LOG_SQL: 'true',
    SPANDREL_MASK_INTERNAL_SERVER_ERRORS: 'false',
    SPANDREL_ENABLE_AUTH: 'true',
    SPANDREL_SECRET: CANARIES.secret,
    SPANDREL_PREVIOUS_SECRETS: CANARIES.previous,
    SPANDREL_ADMIN_SECRET: CANARIES.adminSecret,
    SPANDREL_DEFAULT_ADMIN_INITIAL_PASSWORD: CANARIES.password,
  });

  /** @returns the parsed body, if any, and the cookies. */
  const send = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: unknown,
  ) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const { 'set-cookie': _, ...others } = Object.fromEntries(response.headers);
    const text = await response.text();
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!);
    for (const cookie of cookies) made.add(cookie.slice(cookie.indexOf('=') + 1));
    const isJson = response.headers.get('content-type')?.includes('application/json');
    const json = isJson ? (JSON.parse(text) as { data?: Record<string, string> }) : {};
    // Only the response that creates a key may contain it.
    if (json.data?.['key']) made.add(json.data['key']);
    else answers.push(JSON.stringify(others), text);
    return { status: response.status, data: json.data, cookie: cookies.join('; ') };
  };
  const gql = (headers: Record<string, string>, query: string, variables: object = {}) =>
    send('POST', '/graphql', headers, { query, variables });
  const exportSpans = (key: string) =>
    new Promise<void>((resolve) => {
      const client = new grpc.Client(
        `127.0.0.1:${server.grpcPort}`,
        grpc.credentials.createInsecure(),
      );
      const metadata = new grpc.Metadata();
      metadata.set('authorization', `Bearer ${key}`);
      const same = (bytes: Buffer): Buffer => bytes;
      const body = protobufRequest([anOtlpSpan()]);
      client.makeUnaryRequest(EXPORT, same, same, body, metadata, (error) => {
        answers.push(String(error?.message));
        client.close();
        resolve();
      });
    });

  const expectNothingTold = (): void => {
    const told = `${server.output()}\n${answers.join('\n')}`;
    for (const value of [...Object.values(CANARIES), ...made].filter(({ length }) => length > 2)) {
      const forms = [value, encodeURIComponent(value), Buffer.from(value).toString('base64')];
      expect(forms.some((form) => told.includes(form)) && `${value} was told`).toBe(false);
    }
  };

  const login = () =>
    send('POST', '/auth/login', {}, { email: 'admin@localhost', password: CANARIES.password });

  it('appear nowhere while everything works', async () => {
    await owner.query('UPDATE users SET password_needs_reset = false');
    const { cookie } = await login();
    const asAdmin = { cookie };
    const bySecret = { authorization: `Bearer ${CANARIES.adminSecret}` };
    const own = await send('POST', '/v1/user/api_keys', asAdmin, { data: { name: 'own' } });
    const system = await send('POST', '/v1/system/api_keys', bySecret, { data: { name: 'ci' } });
    for (const { data } of [own, system]) {
      const key = data!['key']!;
      const byKey = { authorization: `Bearer ${key}` };
      await send('GET', '/v1/projects', byKey);
      await send('POST', '/v1/user/api_keys', byKey, { data: { name: 'x' } });
      await send('POST', '/v1/traces', byKey, jsonRequest([anOtlpSpan()]));
      await exportSpans(key);
      await exportSpans(`${key}x`);
    }
    const secrets = [{ key: 'OPENAI_API_KEY', value: CANARIES.stored }];
    await send('PUT', '/v1/secrets', asAdmin, { secrets });
    await gql(asAdmin, '{ secrets { edges { node { key value { __typename } } } } }');
    await gql(asAdmin, '{ userApiKeys { name prefix } systemApiKeys { name prefix } }');
    await gql(asAdmin, '{ auditEvents(first: 1000) { edges { node { action details } } } }');
    await send('GET', '/v1/audit_events/export?format=jsonl', bySecret);
    await send('GET', '/v1/users/api_keys', asAdmin);
    await send('GET', '/v1/system/api_keys', asAdmin);
    await send('DELETE', `/v1/user/api_keys/${own.data!['id']}`, asAdmin);
    expect(made.size).toBe(4);
    expect(answers.join()).toContain('apikey.created');
    expectNothingTold();
  });

  it('appear nowhere while nothing can be stored', async () => {
    const { cookie } = await login();
    const asAdmin = { cookie };
    for (const statement of BREAK) await owner.query(statement);
    const secrets = [{ key: 'OPENAI_API_KEY', value: CANARIES.stored }];
    const statuses = [
      await send('PUT', '/v1/secrets', asAdmin, { secrets }),
      await send('POST', '/v1/user/api_keys', asAdmin, { data: { name: 'x' } }),
      await login(),
      await send('POST', '/auth/refresh', asAdmin),
    ].map(({ status }) => status);
    expect(statuses).toEqual([500, 500, 500, 500]);
    const query = `mutation ($input: CreateUserInput!) {
      createUser(input: $input) { user { id } }
    }`;
    const input = { email: 'a@example.com', username: 'a', role: 'VIEWER' };
    await gql(asAdmin, query, { input: { ...input, password: CANARIES.password } });
    for (const statement of MEND) await owner.query(statement);
    await eventually('the errors in the log', () =>
      Promise.resolve(server.output().split('violates check constraint').length > 5),
    );
    expectNothingTold();
    // Nor may their hashes or sealed forms appear.
    expect(server.output()).not.toMatch(/\$argon2id|Failing row|\\x[0-9a-f]{32}/);
  });

  it('writes no code, state, nonce, verifier, token or secret of OpenID Connect to its log', async () => {
    const start = server.output().length;
    const seen = new Set<string>([CLIENT.client_secret]);
    const remember = (signIn: SignIn) => {
      for (const value of signIn.cookies.values()) {
        for (const part of value.split('.')) if (part.length > 20) seen.add(part);
      }
    };
    const good = new SignIn(server);
    const callback = new URL(await good.toCallback('acme', 'ada'));
    remember(good);
    seen.add(callback.searchParams.get('code')!);
    expect((await good.browser.visit(callback.href)).status).toBe(302);
    remember(good);
    const bad = new SignIn(server);
    const second = new URL(await bad.toCallback('acme', 'ada'));
    remember(bad);
    second.searchParams.set('code', 'canary-code-of-somebody-else');
    seen.add('canary-code-of-somebody-else');
    expect(errorOf(await bad.browser.visit(second.href))).toBe('oauth_error');
    const sealed = 'eyJ';
    const log = server.output().slice(start);
    expect(log).toContain('sign-in refused');
    expect(log).toContain('login.succeeded');
    expect([...seen].filter((secret) => log.includes(secret))).toEqual([]);
    expect(log).not.toContain(sealed);
  });

  it('appear nowhere when the server cannot start', async () => {
    const valid = environment('canary-x');
    const outputs = await Promise.all(
      [environment('canary-wrong-password'), { ...valid, SPANDREL_SECRET: 'canary' }].map(
        async (env) => {
          const child = await spawnServer({ env });
          expect(await child.exited).toBe(1);
          return child.output().replaceAll(ROLE, '');
        },
      ),
    );
    // A server prints these messages as they are.
    const settings: Record<string, string>[] = [
      { SPANDREL_DATABASE_URL: 'mysql://canary:canary@x/y' },
      { SPANDREL_SECRET: 'canary' },
      { SPANDREL_ADMIN_SECRET: CANARIES.secret },
      { SPANDREL_PREVIOUS_SECRETS: CANARIES.adminSecret },
    ];
    const messages = settings.map((setting) => messageOf({ ...valid, ...setting })!);
    expect(outputs[1]).toContain(messages[1]);
    for (const output of [...outputs, ...messages]) {
      expect(output).toContain('SPANDREL_');
      expect(output).not.toContain('canary');
    }
  });
});
