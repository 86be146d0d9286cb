import { randomBytes } from 'node:crypto';
import {
  appendFile,
  chown,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Binaries } from './binaries.js';
import { CONFIGURATION_FILE } from './configuration.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { tellsOfFullDisk } from './log-file.js';
import type { Placement } from './placement.js';
import { runProcess } from './run-process.js';

/** The cluster's superuser and the database that it owns. */
export const ROLE = 'spandrel';
export const DATABASE = 'spandrel';

/** Returns the URL to connect to the cluster as its superuser. */
export function buildClusterUrl(
  port: number,
  password: string,
  database: string = DATABASE,
): string {
  return `postgres://${ROLE}:${password}@127.0.0.1:${port}/${database}`;
}

const DRAFT = /\.[0-9a-f]{8}\.new(\.password)?$/;

/** Returns whether the cluster exists. It gets its name only when it is complete. */
export async function clusterExists({ clusterDir }: Placement): Promise<boolean> {
  return stat(clusterDir).then(
    () => true,
    () => false,
  );
}

/** Deletes what interrupted attempts to create the cluster have left behind. */
export async function removeDrafts({ clusterDir }: Placement): Promise<void> {
  const parent = dirname(clusterDir);
  for (const name of await readdir(parent)) {
    if (name.startsWith(`${basename(clusterDir)}.`) && DRAFT.test(name)) {
      // The initdb of a killed server may still be writing; the next start deletes what it leaves.
      await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

/** Creates a cluster, under a temporary name until it is complete. */
export async function createCluster(
  { clusterDir, account }: Placement,
  binaries: Binaries,
  password: string,
  durable: boolean,
): Promise<void> {
  const draft = `${clusterDir}.${randomBytes(4).toString('hex')}.new`;
  const passwordFile = `${draft}.password`;
  await mkdir(draft, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account !== undefined) {
    await chown(draft, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  try {
    const args = [
      `--pgdata=${draft}`,
      `--username=${ROLE}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      // Built into PostgreSQL, so sort order and character classes are the same on every machine.
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(durable ? [] : ['--no-sync']),
    ];
    const { code, stdout, stderr } = await runProcess(binaries.initdb, args, { account });
    if (code !== 0) {
      throw new EmbeddedPostgresError(explainInitdb(clusterDir, (stderr || stdout).trim()));
    }
    const include = `\ninclude '${CONFIGURATION_FILE}'\n`;
    await appendFile(join(draft, 'postgresql.conf'), include, { flush: true });
    await rename(draft, clusterDir);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

/** Returns what to do about an initdb that failed, by what it printed. */
export function explainInitdb(clusterDir: string, printed: string): string {
  if (tellsOfFullDisk(printed)) {
    return (
      `The embedded PostgreSQL could not create its database, because the disk of ${clusterDir} is full. ` +
      'Make room on it, then start again.'
    );
  }
  return (
    `The embedded PostgreSQL could not create its database in ${clusterDir}. The directory may not be ` +
    `writable, or the user may have no entry in /etc/passwd. initdb said:\n${printed}`
  );
}

/** @throws EmbeddedPostgresError unless the cluster has the same major version as the programs. */
export async function checkVersion({ clusterDir }: Placement, binaries: Binaries): Promise<void> {
  let major: string;
  try {
    major = (await readFile(join(clusterDir, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    throw new EmbeddedPostgresError(
      `${clusterDir} cannot be read as a PostgreSQL cluster (${(error as Error).message}). Run the ` +
        'server as the user who owns it, restore it from a backup, or move it to another location.',
    );
  }
  if (major !== binaries.major) {
    throw new EmbeddedPostgresError(
      `The database in ${clusterDir} was created by PostgreSQL ${major}, but this version of ` +
        `Spandrel includes PostgreSQL ${binaries.major}, which cannot read it. Go back to your previous ` +
        `version, save the database with pg_dump ${major}, rename ${clusterDir}, start this ` +
        `version and load the dump with psql. Or serve this database with your own PostgreSQL ${major} and set ` +
        'SPANDREL_DATABASE_URL.',
    );
  }
}

/** Sets the password of the superuser. The cluster must exist and must not be running. */
export async function resetPassword(
  { clusterDir, account }: Placement,
  binaries: Binaries,
  password: string,
): Promise<void> {
  const args = ['--single', '-D', clusterDir, 'postgres'];
  const input = `ALTER ROLE ${ROLE} PASSWORD '${password}'\n`;
  const { code, stderr } = await runProcess(binaries.postgres, args, { account, input });
  if (code !== 0) {
    throw new EmbeddedPostgresError(
      `postgres.password is missing, and a new password could not be set in ${clusterDir}. Restore ` +
        `the file from a backup. PostgreSQL said:\n${stderr.trim()}`,
    );
  }
}
