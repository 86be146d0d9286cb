import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** The template that `global-setup.mjs` migrates once; every test server gets a copy of it. */
export const TEMPLATE_DATABASE = 'spandrel_template';

/** Set by `global-setup.mjs` to the superuser URL of this run's PostgreSQL. */
export const SERVER_URL_VARIABLE = 'TEST_POSTGRES_URL';

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
  name = `test_${randomBytes(6).toString('hex')}`,
  migrated = true,
  template = '',
} = {}): Promise<TestDatabase> {
  const source = template || (migrated ? TEMPLATE_DATABASE : 'template0');
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY FILE_COPY`);
  return {
    url: databaseUrl(name),
    drop: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** Returns the URL of a database in this run's PostgreSQL. */
export function databaseUrl(name: string): string {
  const server = process.env[SERVER_URL_VARIABLE];
  if (!server) throw new Error(`${SERVER_URL_VARIABLE} is not set: global-setup.mjs did not run.`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl('postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
