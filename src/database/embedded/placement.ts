import { createHash, randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, readlink, realpath, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { canEnter, foreignOwner, giveTo } from './account.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import type { Account } from './run-process.js';

/** Directory for copies of files that PostgreSQL's account cannot reach in their original place. */
export const SHARED_DIRECTORY = '/var/lib/spandrel';

/** The locations of PostgreSQL's files. */
export interface Placement {
  /** The cluster directory, without symbolic links. It may not exist yet. */
  clusterDir: string;
  logFile: string;
  /** The account that PostgreSQL runs as; undefined for the current user. */
  account: Account | undefined;
}

/**
 * Decides where the cluster of a data directory lives. If PostgreSQL's account cannot enter the data
 * directory (for example, because it is under `/root`), the cluster lives under `sharedDirectory`, with
 * a symbolic link in the data directory. An existing cluster keeps its place and its owner.
 */
export async function placeCluster(
  dataDir: string,
  account: Account | undefined,
  sharedDirectory: string,
  log: (message: string) => void,
): Promise<Placement> {
  const path = join(dataDir, 'postgres');
  if (await isMissing(path)) {
    if (!(await canEnter(dataDir, account))) {
      await moveOut(dataDir, sharedDirectory);
      log(
        `The PostgreSQL account cannot enter ${dataDir}: the database is kept in ` +
          `${await readlink(path)}, which ${path} links to`,
      );
    }
  }
  const clusterDir = await follow(path);
  refuseUnquotable(clusterDir);
  const logFile = await follow(`${path}.log`);
  return { clusterDir, logFile, account: account && (await findOwner(clusterDir, account)) };
}

/** pg_ctl puts the path between double quotes in a shell command. */
function refuseUnquotable(path: string): void {
  if (/["$`\\\n]/.test(path)) {
    throw new EmbeddedPostgresError(
      `PostgreSQL cannot keep its files in ${path}: the path must not contain quotes, dollar ` +
        'signs, backticks, backslashes or line breaks. Set SPANDREL_WORKING_DIR to a different directory.',
    );
  }
}

async function moveOut(dataDir: string, sharedDirectory: string): Promise<void> {
  // Because of the random part, a data directory that is deleted and created again gets a new database.
  const key = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const home = join(sharedDirectory, `${key}-${randomBytes(4).toString('hex')}`);
  await mkdir(home, { recursive: true });
  // PostgreSQL's account must be able to enter it, whatever the umask.
  await chmod(sharedDirectory, 0o755);
  await chmod(home, 0o755);
  for (const name of ['postgres.log', 'postgres']) {
    await symlink(join(home, name), join(dataDir, name)).catch(ignoreExisting);
  }
}

/** Resolves a path. Its target may not exist yet, but the target's parent directory must. */
async function follow(path: string): Promise<string> {
  const info = await lstat(path).catch(() => undefined);
  const target = info?.isSymbolicLink() ? resolve(dirname(path), await readlink(path)) : path;
  try {
    return join(await realpath(dirname(target)), basename(target));
  } catch {
    throw new EmbeddedPostgresError(
      `${path} links to ${target}, where the database was kept, but that is gone. Restore it ` +
        '(in a container, mount it as a volume), or delete the link to start with an empty database.',
    );
  }
}

async function findOwner(clusterDir: string, account: Account): Promise<Account> {
  if (await isMissing(clusterDir)) {
    return account;
  }
  const owner = await foreignOwner(clusterDir);
  if (owner === undefined) {
    // For example, a backup that root has restored.
    await giveTo(account, clusterDir);
  }
  if (!(await canEnter(clusterDir, owner ?? account))) {
    throw new EmbeddedPostgresError(
      `PostgreSQL runs as uid ${(owner ?? account).uid}, which cannot enter ${clusterDir}. Make ` +
        'its parent directories accessible (chmod o+x), or move it to an accessible directory.',
    );
  }
  return owner ?? account;
}

async function isMissing(path: string): Promise<boolean> {
  return lstat(path).then(
    () => false,
    () => true,
  );
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') {
    throw error;
  }
}
