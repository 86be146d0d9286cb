import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { DataSource, type MigrationInterface } from 'typeorm';
import { createLogger, dataSourceOptions, migrate, MIGRATIONS } from '../support/built.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const DIRECTORY = new URL('./states/', import.meta.url);
const silent = createLogger({ level: 'critical', structured: true });

/** The secret that sealed the states, and opens them again. See `write-upgrade-state.mjs`. */
export const STATE_SECRET = 'Upgrades-secret-0123456789abcdef0123456789';
export const STATE_PASSWORD = { email: 'ada@example.com', password: 'Analytical-engine-1843' };

/** The database as a server of an earlier version left it. */
export interface State {
  /** Its last migration. */
  name: string;
  /** All of them, in the order in which they ran. */
  migrations: string[];
  /** Inserts all rows. */
  sql: string;
}

/** Reads the files that `write-upgrade-state.mjs` wrote, oldest first. */
export async function readStates(): Promise<State[]> {
  const files = (await readdir(DIRECTORY)).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(new URL(file, DIRECTORY), 'utf8');
      const migrations = sql.slice('-- '.length, sql.indexOf('\n')).split(' ');
      return { name: file.replace('.sql', ''), migrations, sql };
    }),
  );
}

/** A migration, or one that only a test knows. */
export type MigrationClass = new () => MigrationInterface;

/** Runs migrations on a database: all, unless some are given. Logs nothing by default. */
export async function upgrade(
  { url }: { url: string },
  migrations: readonly MigrationClass[] = MIGRATIONS,
  options?: Parameters<typeof migrate>[3],
  log = silent,
): Promise<void> {
  const settings = { url, schema: undefined };
  const dataSource = new DataSource({
    ...dataSourceOptions({ ...settings, poolSize: 2 }),
    migrations: [...migrations],
  });
  try {
    await migrate(settings, dataSource, log, options);
  } finally {
    await dataSource.destroy();
  }
}

/** Returns the migrations with these names. */
export function named(names: readonly string[]): MigrationClass[] {
  return MIGRATIONS.filter(({ name }) => names.includes(name));
}

/** Creates a database as a server of an earlier version left it. */
export async function createAtState({ migrations, sql }: State): Promise<TestDatabase> {
  const database = await createTestDatabase({ migrated: false });
  await upgrade(database, named(migrations));
  await insertRows(database.url, sql);
  return database;
}

/** Replaces all rows of a database by those of a state. */
export async function insertRows(url: string, sql: string): Promise<void> {
  await withClient(url, async (client) => {
    // Switches triggers and foreign keys off.
    await client.query('SET session_replication_role = replica');
    const { rows } = await client.query<{ deletions: string }>(
      `SELECT string_agg('DELETE FROM ' || quote_ident(tablename), ';') AS deletions FROM pg_tables
        WHERE schemaname = 'public' AND tablename <> 'migrations'`,
    );
    await client.query(rows[0]!.deletions);
    await client.query(sql);
  });
}

export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Describes the columns, indexes, constraints, functions and triggers of a database, a line each. */
export async function describeSchema(
  query: (text: string) => Promise<{ line: string }[]>,
): Promise<string[]> {
  const rows = await query(
    `SELECT format('%s column %s %s%s%s%s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
                   CASE WHEN a.attnotnull THEN ' NOT NULL' END,
                   ' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid),
                   CASE WHEN a.attidentity <> '' THEN ' IDENTITY ' || a.attidentity::text END,
                   ' COLLATE ' || nullif(l.collname, 'default'), ' STORAGE ' || a.attstorage::text) AS line
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
       LEFT JOIN pg_collation l ON l.oid = a.attcollation
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0
        AND NOT a.attisdropped
      UNION ALL
     SELECT format('%s index %s%s', i.indrelid::regclass, pg_get_indexdef(i.indexrelid),
                   CASE WHEN NOT i.indisvalid THEN ' INVALID' END)
       FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
      WHERE c.relnamespace = 'public'::regnamespace
      UNION ALL
     SELECT format('%s constraint %s %s%s', conrelid::regclass, conname, pg_get_constraintdef(oid),
                   CASE WHEN NOT convalidated THEN ' NOT VALID' END)
       FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
      UNION ALL
     SELECT format('%s function %s', proname, pg_get_functiondef(oid))
       FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      UNION ALL
     SELECT format('%s trigger %s', t.tgrelid::regclass, pg_get_triggerdef(t.oid))
       FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal
      ORDER BY line`,
  );
  return rows.map(({ line }) => line);
}

/** Returns how a client runs a query for rows with one line each. */
export function linesOf(client: pg.ClientBase) {
  return async (text: string): Promise<{ line: string }[]> =>
    (await client.query<{ line: string }>(text)).rows;
}
