import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type supertest from 'supertest';
import { DataSource } from 'typeorm';
import { createLogger, DatabaseReader, readEnv, startServer } from './built.js';
import { requestsTo } from './cheap-requests.js';
import { type CountedQueries, countQueries } from './count-queries.js';
import { countStart } from './count-starts.js';
import { createTestDatabase } from './database.js';
import { forgetCopies, isLive, replaceSettings } from './live-settings.js';
import { keepToOneConnection } from './one-connection.js';
import { takeServer } from './server-pool.js';

/** A raw GraphQL response. */
export interface GraphqlAnswer<T> {
  data?: T | null;
  errors?: { message: string; path?: (string | number)[]; extensions: { code: string } }[];
}

export interface TestServer {
  /** `http://127.0.0.1:port`, without a trailing slash. */
  url: string;
  /** `127.0.0.1:port`, for OTLP over gRPC. */
  grpcAddress: string;
  databaseUrl: string;
  /** Supertest bound to this server. */
  request: ReturnType<typeof supertest>;
  /** The running Nest application. */
  app: Awaited<ReturnType<typeof startServer>>['app'];
  dataSource: DataSource;
  reader: InstanceType<typeof DatabaseReader>;
  /** Sends one GraphQL operation. Does not check the response for errors. */
  gql<T = Record<string, unknown>>(
    query: string,
    variables?: Record<string, unknown>,
  ): Promise<GraphqlAnswer<T>>;
  /** Runs SQL on the server's database and returns the rows. */
  sql<Row = Record<string, unknown>>(text: string, parameters?: unknown[]): Promise<Row[]>;
  /** Runs `work` and returns the SQL statements that it and all requests send while it runs. */
  countQueries<T>(
    work: () => Promise<T>,
    options?: { withBackground: boolean },
  ): Promise<CountedQueries<T>>;
  /** Lets the running server follow other values of live settings, and drops those of an earlier call. */
  change(live: Record<string, string>): void;
  /** Stops the server and removes its database. */
  stop(): Promise<void>;
}

/** Other settings with which a server may be shared, because few values of them are in use. */
const SHAREABLE = new Set([
  'SPANDREL_ADMIN_SECRET',
  'SPANDREL_DEFAULT_ADMIN_INITIAL_PASSWORD',
  'SPANDREL_ENABLE_AUTH',
  'SPANDREL_HOST_ROOT_PATH',
  'SPANDREL_SECRET',
  'SPANDREL_SMTP_HOSTNAME',
]);

export interface StartOptions {
  /** Whether the server may be shared with other test files, one after the other. */
  isShared?: boolean;
}

/**
 * Starts the built server in the test process, on free ports and with its own database, or reuses
 * one from an earlier test file that differs at most in live settings. `env` overrides `SPANDREL_*`
 * variables. A database from `SPANDREL_DATABASE_URL` is used as it is, and `stop` does not drop it.
 */
export async function startTestServer(
  env: Record<string, string> = {},
  {
    isShared = Object.keys(env).every((name) => isLive(name, env) || SHAREABLE.has(name)),
  }: StartOptions = {},
): Promise<TestServer> {
  if (!isShared) {
    countStart('server with own settings');
    return startNewServer(env);
  }
  const variables = Object.entries(env);
  const own = Object.fromEntries(variables.filter(([name]) => !isLive(name, env)));
  const server = await takeServer(own, () => startNewServer(own));
  server.change(Object.fromEntries(variables.filter(([name]) => isLive(name, env))));
  return server;
}

async function startNewServer(env: Record<string, string>): Promise<TestServer> {
  const given = env['SPANDREL_DATABASE_URL'];
  const database = given
    ? { url: given, drop: () => Promise.resolve() }
    : await createTestDatabase();
  const workingDir = await mkdtemp(join(tmpdir(), 'spandrel-server-'));
  const readSettings = (live: Record<string, string>) => ({
    ...readEnv({
      SPANDREL_PORT: '0',
      SPANDREL_GRPC_PORT: '0',
      SPANDREL_WORKING_DIR: workingDir,
      SPANDREL_LOGGING_LEVEL: 'critical',
      SPANDREL_DATABASE_POOL_SIZE: '5',
      ...env,
      ...live,
      SPANDREL_DATABASE_URL: database.url,
    }),
    databaseUrl: database.url,
  });
  const settings = readSettings({});
  const log = createLogger({ level: settings.logLevel, structured: true });
  const server = await startServer(settings, log);
  const url = `http://127.0.0.1:${server.port}`;
  const request = requestsTo(url);
  const dataSource = server.app.get(DataSource);
  keepToOneConnection(dataSource);
  return {
    url,
    grpcAddress: `127.0.0.1:${server.grpcPort}`,
    databaseUrl: database.url,
    request,
    app: server.app,
    dataSource,
    reader: server.app.get(DatabaseReader, { strict: false }),
    async gql(query, variables = {}) {
      const response = await request.post('/graphql').send({ query, variables });
      return response.body;
    },
    sql: (text, parameters) => dataSource.query(text, parameters),
    countQueries: (work, options) => countQueries(database.url, work, options),
    change(live) {
      replaceSettings(settings, readSettings(live));
      forgetCopies(server.app, settings);
    },
    async stop() {
      await server.stop();
      await database.drop();
      await rm(workingDir, { recursive: true, force: true });
    },
  };
}
