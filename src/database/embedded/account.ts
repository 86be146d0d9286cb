import { chown, lchown, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { runProcess, type Account } from './run-process.js';

/** Unprivileged accounts that systems commonly have, best first. macOS has `_postgres`. */
const UNPRIVILEGED_NAMES = ['postgres', '_postgres', 'nobody', 'daemon'];

/**
 * Returns the account that PostgreSQL must run as, because it refuses to run as root: undefined if
 * the server itself is not root, otherwise one of the system's unprivileged accounts.
 */
export async function unprivilegedAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) {
    return undefined;
  }
  for (const name of UNPRIVILEGED_NAMES) {
    const account = await lookUp(name);
    if (account !== undefined) {
      await checkSwitch(account);
      return account;
    }
  }
  throw new EmbeddedPostgresError(
    'The embedded PostgreSQL cannot run as root, and this system has no other account for it ' +
      `(looked for ${UNPRIVILEGED_NAMES.join(', ')}). Create one, run the server as a different ` +
      'user, or set SPANDREL_DATABASE_URL.',
  );
}

/** Returns the account that owns a directory, or undefined if that is root or the current user. */
export async function foreignOwner(directory: string): Promise<Account | undefined> {
  const { uid, gid } = await stat(directory);
  return uid === 0 || uid === process.getuid?.() ? undefined : { uid, gid };
}

/** Returns whether the account (by default, the current user) can enter the directory. */
export async function canEnter(directory: string, account: Account | undefined): Promise<boolean> {
  // The only way to know is to try, because modes, ACLs and mounts of every parent directory
  // matter.
  const { code } = await runProcess('/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory], { account });
  return code === 0;
}

/** Makes the account the owner of a directory and its contents, without following symbolic links. */
export async function giveTo(account: Account, directory: string): Promise<void> {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), account.uid, account.gid);
  }
  await chown(directory, account.uid, account.gid);
}

/** A container may run the server as root but forbid switching to another account. */
async function checkSwitch(account: Account): Promise<void> {
  const { code, stderr } = await runProcess('/bin/sh', ['-c', ':'], { account });
  if (code !== 0) {
    throw new EmbeddedPostgresError(
      'The embedded PostgreSQL cannot run as root, and this process is not allowed to start programs as ' +
        `uid ${account.uid} (${stderr.trim()}). Allow it (capabilities SETUID, SETGID, CHOWN, ` +
        'DAC_OVERRIDE and KILL), run the server as a different user, or set SPANDREL_DATABASE_URL.',
    );
  }
}

async function lookUp(name: string): Promise<Account | undefined> {
  const [user, group] = await Promise.all([
    runProcess('id', ['-u', name]),
    runProcess('id', ['-g', name]),
  ]);
  if (user.code !== 0 || group.code !== 0) {
    return undefined;
  }
  const account = { uid: Number(user.stdout), gid: Number(group.stdout) };
  return account.uid === 0 ? undefined : account;
}
