import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** The template that `global-setup.mjs` migrates once; every test server gets a copy of it. */
export const TEMPLATE_DATABASE = 'spandrel_template';

/** Set by `global-setup.mjs` to the superuser URL of this run's PostgreSQL. */
export const SERVER_URL_VARIABLE = 'TEST_POSTGRES_URL';

/** URLs of the `postgres` databases of a Citus cluster, the coordinator first, separated by commas. */
const CITUS_VARIABLE = 'SPANDREL_TEST_CITUS';

export interface TestDatabase {
  url: string;
  /** Closes every connection to the database and drops it. */
  drop(): Promise<void>;
}

/**
 * Creates a separate database for one test: a copy of the migrated template, of another database, or an
 * empty one.
 */
export async function createTestDatabase({
  // The process ID tells `scripts/cpu-sampler.mjs` for which worker PostgreSQL works.
  name = `test_${process.pid}_${randomBytes(6).toString('hex')}`,
  migrated = true,
  template = '',
} = {}): Promise<TestDatabase> {
  const source = template || (migrated ? TEMPLATE_DATABASE : 'template0');
  await onServers(`CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY FILE_COPY`);
  return {
    url: databaseUrl(name),
    drop: async () => void (await onServers(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  };
}

/** Drops what earlier runs have left on a cluster. */
export async function dropTestDatabases(): Promise<void> {
  const names = await onServers(
    `SELECT datname AS name FROM pg_database WHERE datname = '${TEMPLATE_DATABASE}' OR datname LIKE 'test_%'`,
  );
  for (const name of new Set(names))
    await onServers(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** Returns the URL of a database in this run's PostgreSQL. */
export function databaseUrl(name: string): string {
  const server = process.env[SERVER_URL_VARIABLE];
  if (!server) throw new Error(`${SERVER_URL_VARIABLE} is not set: global-setup.mjs did not run.`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
}

/**
 * Runs a statement on this run's PostgreSQL or, with Citus, on each of its nodes. Returns the column
 * `name` of all rows.
 */
async function onServers(statement: string): Promise<string[]> {
  const nodes = listCitusNodes();
  const names: string[] = [];
  for (const url of nodes.length > 0 ? nodes : [databaseUrl('postgres')]) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const { rows } = await client.query<{ name: string }>(statement);
      names.push(...rows.map(({ name }) => name));
    } finally {
      await client.end();
    }
  }
  return names;
}

/** The URLs of the nodes of the cluster that the tests run on; none if they run on one PostgreSQL. */
export function listCitusNodes(): string[] {
  const nodes = process.env[CITUS_VARIABLE];
  return nodes ? nodes.split(',') : [];
}

/**
 * Makes databases of one name, one on each node, a cluster. Those of the workers must be empty.
 * @param last the address under which the coordinator knows the last worker, if it is another one.
 */
export async function joinCitusDatabases(name: string, last?: string): Promise<void> {
  const urls = listCitusNodes().map((node) => Object.assign(new URL(node), { pathname: name }));
  for (const url of urls) await onDatabase(url, 'CREATE EXTENSION citus');
  const [coordinator, ...workers] = urls;
  if (last) workers.splice(-1, 1, new URL(last));
  const address = ({ hostname, port }: URL): string => `'${hostname}', ${port}`;
  await onDatabase(
    coordinator!,
    `SELECT citus_set_coordinator_host(${address(coordinator!)})`,
    ...workers.map((worker) => `SELECT citus_add_node(${address(worker)})`),
  );
}

/**
 * Ends the connections of Citus to databases of one name, and lets it open no new ones, so that they
 * can be copied.
 */
export async function closeCitusDatabases(name: string): Promise<void> {
  for (const node of listCitusNodes()) {
    await onDatabase(
      new URL(node),
      `ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`,
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
  }
}

async function onDatabase(url: URL, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url.toString() });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
