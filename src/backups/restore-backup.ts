import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Logger } from 'pino';
import { BadRequestError, ConflictError } from '../kernel/errors/errors.js';
import { type ConnectionSettings, connectionOptions } from '../database/connection.js';
import { MIGRATIONS } from '../database/data-source.js';
import { createTables } from '../database/migrate.js';
import { type BackupManifest, findLine, readManifest } from './backup-manifest.js';
import { quote } from './write-backup.js';

/**
 * Fills a database that has no data with a backup: checks all its files, creates the tables as they were, loads their rows in
 * one transaction, and then runs the migrations that the backup does not have.
 * @param say gets lines about the progress.
 * @throws NotFoundError without a complete backup, ConflictError if the database has data or the backup
 * is of a newer version, BadRequestError if a file is damaged.
 */
export async function restoreBackup(
  settings: ConnectionSettings,
  directory: string,
  log: Logger,
  say: (line: string) => void,
): Promise<BackupManifest> {
  const manifest = await readManifest(directory);
  refuseNewer(manifest);
  for (const table of manifest.tables) await verifyFile(table, directory);
  const client = new pg.Client(connectionOptions(settings));
  await client.connect();
  try {
    await refuseUsed(client, manifest);
    const names = new Set(manifest.migrations);
    await createTables(
      settings,
      MIGRATIONS.filter(({ name }) => names.has(name)),
      log,
    );
    await client.query('BEGIN');
    await load(client, manifest, directory, say);
    await client.query('COMMIT');
    await createTables(settings, MIGRATIONS, log);
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
  return manifest;
}

function refuseNewer({ migrations, version }: BackupManifest): void {
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  const unknown = migrations.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new ConflictError(
    `The backup is of a newer version (${version}): this one does not know the migration ${unknown[0]}. ` +
      'Restore it with that version or a later one.',
  );
}

async function refuseUsed(client: pg.ClientBase, { migrations }: BackupManifest): Promise<void> {
  const hasTable = async (name: string): Promise<boolean> => {
    const { rows } = await client.query<{ found: boolean }>(
      `SELECT to_regclass($1) IS NOT NULL AS found`,
      [name],
    );
    return rows[0]!.found;
  };
  // Every server creates users when it first starts.
  const isUsed =
    (await hasTable('users')) && (await client.query('SELECT FROM users LIMIT 1')).rowCount !== 0;
  if (isUsed) {
    throw new ConflictError(
      'The database has data. Restore into a new database, or with a new SPANDREL_WORKING_DIR.',
    );
  }
  if (!(await hasTable('migrations'))) return;
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
  const later = rows.find(({ name }) => !migrations.includes(name));
  if (!later) return;
  throw new ConflictError(
    `The database has tables that the backup does not have, from the migration ${later.name}. Restore into a new database.`,
  );
}

async function load(
  client: pg.Client,
  { tables, sequences }: BackupManifest,
  directory: string,
  say: (line: string) => void,
): Promise<void> {
  // Tables refer to each other in circles, so no order of loading would satisfy their keys.
  const keys = await dropForeignKeys(client);
  for (const { name } of tables) await removeInitialRows(client, name);
  for (const table of tables) {
    await loadTable(client, table, directory);
    if (table.rows > 0) say(`${table.name}: ${table.rows.toLocaleString('en-US')} rows`);
  }
  for (const [name, last] of Object.entries(sequences)) {
    await client.query('SELECT setval(to_regclass($1), $2)', [quote(name), last]);
  }
  for (const { table, name, definition } of keys) {
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${quote(name)} ${definition}`);
  }
}

async function dropForeignKeys(
  client: pg.ClientBase,
): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT k.conrelid::regclass::text AS table, k.conname AS name,
            pg_get_constraintdef(k.oid) AS definition
       FROM pg_constraint k
      WHERE k.contype = 'f' AND k.connamespace = current_schema()::regnamespace
        AND k.conparentid = 0`,
  );
  for (const { table, name } of rows) {
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quote(name)}`);
  }
  return rows;
}

/** Migrations create some rows, which are in the backup, too. */
async function removeInitialRows(client: pg.ClientBase, name: string): Promise<void> {
  const { rowCount } = await client.query(`SELECT FROM ${quote(name)} LIMIT 1`);
  if (rowCount !== 0) await client.query(`TRUNCATE ${quote(name)}`);
}

/** @throws BadRequestError unless the file is the one that was written. */
async function verifyFile(
  { file, sha256 }: BackupManifest['tables'][number],
  directory: string,
): Promise<void> {
  const path = join(directory, file);
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch (error) {
    throw new BadRequestError(`${path} cannot be read: ${(error as Error).message}.`);
  }
  if (hash.digest('hex') === sha256) return;
  const place = await findLine(directory, file);
  throw new BadRequestError(
    `${path} is damaged: it is not the file that ${place} describes. Nothing was restored.`,
  );
}

async function loadTable(
  client: pg.Client,
  { name, columns, rows, file }: BackupManifest['tables'][number],
  directory: string,
): Promise<void> {
  const copy = client.query(
    copyFrom(`COPY ${quote(name)} (${columns.map(quote).join(', ')}) FROM STDIN`),
  );
  const path = join(directory, file);
  try {
    await pipeline(createReadStream(path), createGunzip(), copy);
  } catch (error) {
    // The message of PostgreSQL can contain values of the row, such as what users wrote.
    const { code = 'unknown error', message } = error as NodeJS.ErrnoException;
    const reason = error instanceof pg.DatabaseError ? `PostgreSQL refuses it (${code})` : message;
    const place = await findLine(directory, file);
    throw new BadRequestError(
      `${path} cannot be restored as ${place} describes it: ${reason}. Nothing was restored.`,
    );
  }
  if (copy.rowCount === rows) return;
  const place = await findLine(directory, file);
  throw new BadRequestError(
    `${path} has ${copy.rowCount} rows, but ${place} says ${rows}. Nothing was restored.`,
  );
}
