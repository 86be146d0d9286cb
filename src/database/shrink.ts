import { BadRequestError } from '../kernel/errors/errors.js';
import type { DatabaseWriter } from './database-writer.js';

/** Smaller tables do not matter. */
const SMALLEST_BYTES = 1024 * 1024;
const BYTES_OF_MB = 1024 * 1024;

/** The indexes that an interrupted `REINDEX CONCURRENTLY` leaves behind. */
const LEFTOVERS = `
  SELECT i.indexrelid::regclass::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
   WHERE NOT i.indisvalid AND c.relname ~ '_ccnew[0-9]*$'
     AND c.relnamespace = current_schema()::regnamespace`;

const TABLES = `
  SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
   WHERE schemaname = current_schema()
     AND pg_total_relation_size(format('%I.%I', schemaname, tablename)::regclass) >= $1
   ORDER BY pg_total_relation_size(format('%I.%I', schemaname, tablename)::regclass) DESC`;

/**
 * Returns space that deleted rows left in the files of tables to the operating system: that in indexes
 * and at the end of tables while servers read and write, or all of it while they wait.
 * @param locks whether each table may be locked while it is written again.
 * @param say gets a line about each table.
 * @returns how many bytes it returned.
 */
export async function shrink(
  database: DatabaseWriter,
  locks: boolean,
  say: (line: string) => void,
): Promise<number> {
  if (database.distribution.hasWorkers) {
    throw new BadRequestError(
      'Files cannot be shrunk from here, because traces are distributed over several databases.',
    );
  }
  for (const { name } of await database.query<{ name: string }[]>(LEFTOVERS)) {
    await database.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  }
  let returned = 0;
  for (const { name } of await database.query<{ name: string }[]>(TABLES, [SMALLEST_BYTES])) {
    const started = performance.now();
    const before = await readSize(database, name);
    if (locks) {
      await database.query(`VACUUM (FULL, ANALYZE) ${name}`);
    } else {
      await database.query(`VACUUM ${name}`);
      await database.query(`REINDEX TABLE CONCURRENTLY ${name}`);
    }
    const after = await readSize(database, name);
    returned += before - after;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    say(`${name}: ${formatMegabytes(before)}, now ${formatMegabytes(after)}, in ${seconds} s`);
  }
  return returned;
}

/** Returns a size as `1,234 MB`. */
export function formatMegabytes(bytes: number): string {
  return `${Math.round(bytes / BYTES_OF_MB).toLocaleString('en-US')} MB`;
}

async function readSize(database: DatabaseWriter, table: string): Promise<number> {
  const [row] = await database.query<{ bytes: number }[]>(
    'SELECT pg_total_relation_size($1::regclass) AS bytes',
    [table],
  );
  return row!.bytes;
}
