import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, constants as zlib } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { ConflictError } from '../kernel/errors/errors.js';
import { PRODUCT_VERSION } from '../config/version.js';
import { type ConnectionSettings, connectionOptions } from '../database/connection.js';
import { type BackupManifest, writeManifest } from './backup-manifest.js';

/** Tables of the job queue, which may share the schema. Jobs are only signals that there is work. */
const JOB_TABLES = [
  'bam',
  'job_dependency',
  'queue',
  'queue_stats',
  'schedule',
  'subscription',
  'version',
  'warning',
];

/** TypeORM's list of migrations, which becomes a part of the manifest. */
const MIGRATIONS = 'migrations';

/** A table and its columns in their order. */
interface Table {
  name: string;
  columns: string[];
}

/**
 * Writes all tables as they are at one moment to a new directory, while servers go on. Everything that
 * was committed before is in it (docs/adr/0056-backups.md).
 * @param say gets lines about the progress.
 * @throws ConflictError if the directory has files, or the database has no tables.
 */
export async function writeBackup(
  settings: ConnectionSettings,
  directory: string,
  say: (line: string) => void,
): Promise<BackupManifest> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if ((await readdir(directory)).length > 0) throw new ConflictError(`${directory} is not empty.`);
  const client = new pg.Client(connectionOptions(settings));
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const tables = await listTables(client);
    if (!tables.some(({ name }) => name === MIGRATIONS)) {
      throw new ConflictError('The database has no tables of Spandrel.');
    }
    // The first statement that reads rows fixes the moment. From here on, nobody can change columns.
    await client.query(
      `LOCK TABLE ${tables.map(({ name }) => quote(name)).join(', ')} IN ACCESS SHARE MODE`,
    );
    const { rows: ran } = await client.query<{ name: string; now: string }>(
      `SELECT name, now()::text AS now FROM ${MIGRATIONS} ORDER BY id`,
    );
    const written = [];
    for (const table of tables.filter(({ name }) => name !== MIGRATIONS)) {
      const copied = await copyTable(client, table, directory);
      if (copied.rows > 0) say(`${table.name}: ${copied.rows.toLocaleString('en-US')} rows`);
      written.push(copied);
    }
    const manifest: BackupManifest = {
      format: 1,
      version: PRODUCT_VERSION,
      createdAt: ran[0]!.now,
      migrations: ran.map(({ name }) => name),
      tables: written,
      sequences: await readSequences(client),
    };
    await writeManifest(directory, manifest);
    return manifest;
  } finally {
    await client.end();
  }
}

async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT c.relname AS name,
            (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
              WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
                AND a.attgenerated = '') AS columns
       FROM pg_class c
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
        AND NOT c.relispartition AND c.relname <> ALL ($1)
      ORDER BY c.relname`,
    [JOB_TABLES],
  );
  return rows;
}

async function copyTable(
  client: pg.Client,
  { name, columns }: Table,
  directory: string,
): Promise<BackupManifest['tables'][number]> {
  const file = `${name}.copy.gz`;
  const hash = createHash('sha256');
  const rows = client.query(
    copyTo(`COPY ${quote(name)} (${columns.map(quote).join(', ')}) TO STDOUT`),
  );
  await pipeline(
    rows,
    createGzip({ level: zlib.Z_BEST_SPEED }),
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    }),
    createWriteStream(join(directory, file), { mode: 0o600, flush: true }),
  );
  return { name, columns, rows: rows.rowCount, file, sha256: hash.digest('hex') };
}

/** Sequences do not belong to the moment. A later number does no harm. */
async function readSequences(client: pg.ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
      WHERE schemaname = current_schema() AND last_value IS NOT NULL AND sequencename <> 'migrations_id_seq'`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
