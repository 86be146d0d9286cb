import { chown, lchown, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { runCommand, type Account } from './run-command.js';

/** Accounts that systems have for such a purpose, best first; macOS has `_postgres`. */
const UNPRIVILEGED_NAMES = ['postgres', '_postgres', 'nobody', 'daemon'];

/**
 * The account PostgreSQL has to run under, which refuses to run as root: undefined when the server
 * itself is not root, otherwise an unprivileged account of this system.
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
    'The embedded PostgreSQL cannot run as root, and this system has no account to run it under ' +
      `(looked for ${UNPRIVILEGED_NAMES.join(', ')}). Create one, run the server as another ` +
      'user, or set SPANDREL_DATABASE_URL.',
  );
}

/** The account that owns a directory, or undefined when it is root or this very process. */
export async function foreignOwner(directory: string): Promise<Account | undefined> {
  const { uid, gid } = await stat(directory);
  return uid === 0 || uid === process.getuid?.() ? undefined : { uid, gid };
}

/** Whether the account (this process when undefined) can enter the directory. */
export async function canEnter(directory: string, account: Account | undefined): Promise<boolean> {
  // Asked of the system itself: modes, ACLs and mounts of every folder above have their say.
  const { code } = await runCommand('/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory], { account });
  return code === 0;
}

/** Gives a directory with everything in it to the account. Symbolic links are not followed. */
export async function giveTo(account: Account, directory: string): Promise<void> {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), account.uid, account.gid);
  }
  await chown(directory, account.uid, account.gid);
}

/** A container may run us as root and yet forbid to change the account. */
async function checkSwitch(account: Account): Promise<void> {
  const { code, stderr } = await runCommand('/bin/sh', ['-c', ':'], { account });
  if (code !== 0) {
    throw new EmbeddedPostgresError(
      'The embedded PostgreSQL cannot run as root, and this process may not start programs under ' +
        `uid ${account.uid} (${stderr.trim()}). Allow it (capabilities SETUID, SETGID, CHOWN, ` +
        'DAC_OVERRIDE and KILL), run the server as another user, or set SPANDREL_DATABASE_URL.',
    );
  }
}

async function lookUp(name: string): Promise<Account | undefined> {
  const [user, group] = await Promise.all([
    runCommand('id', ['-u', name]),
    runCommand('id', ['-g', name]),
  ]);
  if (user.code !== 0 || group.code !== 0) {
    return undefined;
  }
  const account = { uid: Number(user.stdout), gid: Number(group.stdout) };
  return account.uid === 0 ? undefined : account;
}
