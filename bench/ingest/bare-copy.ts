import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';

const TABLES = ['projects', 'traces', 'project_sessions', 'spans', 'span_payloads'];
/** Those with most of the data, which may be loaded in parallel. */
const LARGE = ['spans', 'span_payloads'];
const CHUNK_BYTES = 1024 * 1024;

/** Writes the rows of the tables to files, with the spans and payloads in `parts` files of complete traces. */
export async function dumpTables(url: string, directory: string, parts: number): Promise<void> {
  await withClient(url, async (client) => {
    for (const table of TABLES) {
      for (let part = 0; part < (LARGE.includes(table) ? parts : 1); part++) {
        const where =
          LARGE.includes(table) && parts > 1
            ? `WHERE abs(hashtext(trace_id)) % ${parts} = ${part}`
            : '';
        const rows = client.query(
          to(`COPY (SELECT * FROM ${table} ${where}) TO STDOUT (FORMAT binary)`),
        );
        await pipeline(rows, createWriteStream(join(directory, `${table}.${parts}.${part}`)));
      }
    }
  });
}

/** Loads the files into empty tables, all parts of the spans in parallel. Returns how long it took. */
export async function loadTables(url: string, directory: string, parts: number): Promise<number> {
  await withClient(url, (client) =>
    client.query('TRUNCATE projects, spans, span_payloads CASCADE'),
  );
  await withClient(url, (client) => client.query('CHECKPOINT'));
  const started = performance.now();
  await withClient(url, async (client) => {
    for (const table of TABLES.filter((name) => !LARGE.includes(name))) {
      await load(client, table, join(directory, `${table}.${parts}.0`));
    }
  });
  await Promise.all(
    Array.from({ length: parts }, (_, part) =>
      withClient(url, async (client) => {
        for (const table of LARGE) {
          await load(client, table, join(directory, `${table}.${parts}.${part}`));
        }
      }),
    ),
  );
  return (performance.now() - started) / 1000;
}

async function load(client: pg.Client, table: string, file: string): Promise<void> {
  await pipeline(
    createReadStream(file, { highWaterMark: CHUNK_BYTES }),
    client.query(from(`COPY ${table} FROM STDIN (FORMAT binary)`)),
  );
}

/** Runs work on a separate connection. */
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
