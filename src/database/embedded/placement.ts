import { createHash, randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, readlink, realpath, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { canEnter, foreignOwner, giveTo } from './account.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import type { Account } from './run-command.js';

/** What PostgreSQL's account has to reach is kept here when it cannot reach the original. */
export const SHARED_DIRECTORY = '/var/lib/spandrel';

/** Where the files of PostgreSQL are. */
export interface Placement {
  /** The cluster directory, without symbolic links; it need not exist yet. */
  clusterDir: string;
  logFile: string;
  /** The account PostgreSQL runs under, undefined for that of this process. */
  account: Account | undefined;
}

/**
 * Decides where the cluster of a data directory lives: in it, or below `sharedDirectory` with a
 * symbolic link in the data directory when PostgreSQL's account cannot enter that (it is below
 * `/root`, for example). A cluster that exists stays where it is, and with whom it belongs to.
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
        `PostgreSQL's account cannot enter ${dataDir}: the database is kept in ` +
          `${await readlink(path)}, which ${path} links to`,
      );
    }
  }
  const clusterDir = await follow(path);
  refuseUnquotable(clusterDir);
  const logFile = await follow(`${path}.log`);
  return { clusterDir, logFile, account: account && (await ownerOf(clusterDir, account)) };
}

/** pg_ctl puts the path into a shell command between double quotes. */
function refuseUnquotable(path: string): void {
  if (/["$`\\\n]/.test(path)) {
    throw new EmbeddedPostgresError(
      `PostgreSQL cannot keep its files in ${path}: the path must not contain quotes, dollar ` +
        'signs, backticks, backslashes or line breaks. Choose another data directory.',
    );
  }
}

async function moveOut(dataDir: string, sharedDirectory: string): Promise<void> {
  // The random part gives a data directory that was deleted and made anew a database anew.
  const key = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const home = join(sharedDirectory, `${key}-${randomBytes(4).toString('hex')}`);
  await mkdir(home, { recursive: true });
  // Whatever the umask is: PostgreSQL's account has to pass.
  await chmod(sharedDirectory, 0o755);
  await chmod(home, 0o755);
  for (const name of ['postgres.log', 'postgres']) {
    await symlink(join(home, name), join(dataDir, name)).catch(ignoreExisting);
  }
}

/** Where a path leads; what it leads to need not exist yet, but the folder that holds it must. */
async function follow(path: string): Promise<string> {
  const info = await lstat(path).catch(() => undefined);
  const target = info?.isSymbolicLink() ? resolve(dirname(path), await readlink(path)) : path;
  try {
    return join(await realpath(dirname(target)), basename(target));
  } catch {
    throw new EmbeddedPostgresError(
      `${path} links to ${target}, which is gone: the database was kept there. Bring it back ` +
        '(in a container, mount it as a volume), or remove the link to start with an empty one.',
    );
  }
}

async function ownerOf(clusterDir: string, account: Account): Promise<Account> {
  if (await isMissing(clusterDir)) {
    return account;
  }
  const owner = await foreignOwner(clusterDir);
  if (owner === undefined) {
    // For example a backup that root has put back.
    await giveTo(account, clusterDir);
  }
  if (!(await canEnter(clusterDir, owner ?? account))) {
    throw new EmbeddedPostgresError(
      `PostgreSQL runs under uid ${(owner ?? account).uid}, which cannot enter ${clusterDir}. Make ` +
        'the folders above it accessible (chmod o+x), or move it to where they are.',
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
