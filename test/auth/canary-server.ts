import * as grpc from '@grpc/grpc-js';
import pg from 'pg';
import { anOtlpSpan, protobufRequest } from '../ingest/otlp.js';
import { type ChildServer, startChildServer } from '../support/child-server.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import type { TestProvider } from '../support/oidc-provider.js';
import { providerEnv, startProvider } from './oidc-sign-in.js';

/** Credentials that a server gets, and that are nowhere to be seen again. */
export const CANARIES = {
  secret: 'canary-signing-0123456789-abcdefghijkl',
  previous: 'canary-earlier-0123456789-abcdefghijkl',
  adminSecret: 'canary-admin-9876543210-abcdefghijklmn',
  database: 'canary-database-password',
  password: 'canary password of the administrator',
  newPassword: 'canary password that was chosen',
  memberPassword: 'canary password for a member',
  wrongPassword: 'canary password that is wrong',
  wrongToken: 'spd_canary0123456789012345678901234567890123',
  stored: 'canary-key-of-a-model-provider',
};
const ROLE = 'checked_role';
const EXPORT = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';

/** Returns the URL for the role whose password the test database does check. */
function asCanary(url: string, password: string): string {
  const changed = new URL(url);
  changed.username = ROLE;
  changed.password = password;
  return changed.toString();
}

export type Headers = Record<string, string>;

/**
 * A server process that writes the most to its log, with canaries as credentials. Call it inside `describe`.
 */
export function canaryServer() {
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
    await owner.query(
      `INSERT INTO custom_model_providers (name, provider, sdk, sealed_config, key_id)
       VALUES ('sealed with another secret', 'Acme', 'openai', '\\x00', 'forgotten')`,
    );
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
  const send = async (method: string, path: string, headers: Headers, body?: unknown) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      redirect: 'manual',
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
    const key = json.data?.['key'] ?? /"jwt":"([^"]+)"/.exec(text)?.[1];
    if (key) made.add(key);
    else answers.push(JSON.stringify(others), text);
    return { status: response.status, data: json.data, text, key, cookie: cookies.join('; ') };
  };
  const gql = (headers: Headers, query: string, variables: object = {}) =>
    send('POST', '/graphql', headers, { query, variables });
  const post = (path: string, body?: unknown, headers: Headers = {}) =>
    send('POST', path, headers, body);
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

  const expectNothingTold = (stored = ''): void => {
    const told = `${server.output()}\n${answers.join('\n')}\n${stored}`;
    for (const value of [...Object.values(CANARIES), ...made].filter(({ length }) => length > 2)) {
      const bytes = Buffer.from(value);
      // PostgreSQL writes bytes in hex.
      const forms = [
        value,
        encodeURIComponent(value),
        bytes.toString('base64'),
        bytes.toString('hex'),
      ];
      expect(forms.some((form) => told.includes(form)) && `${value} was told`).toBe(false);
    }
  };

  /** Returns every row of every table as text. */
  const readEverythingStored = async (): Promise<string> => {
    const tables = await owner.query<{ name: string }>(
      "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    const rows = tables.rows.map(({ name }) => `SELECT t::text AS row FROM ${name} t`);
    const { rows: found } = await owner.query<{ row: string }>(rows.join(' UNION ALL '));
    return found.map(({ row }) => row).join('\n');
  };

  return {
    server: () => server,
    owner: () => owner,
    environment,
    answers,
    made,
    send,
    post,
    gql,
    exportSpans,
    expectNothingTold,
    readEverythingStored,
    login: (password = CANARIES.password) =>
      post('/auth/login', { email: 'admin@localhost', password }),
  };
}

export type CanaryServer = ReturnType<typeof canaryServer>;
