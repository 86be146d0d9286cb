import { randomBytes } from 'node:crypto';
import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The password kept in the data directory, or undefined when there is none. */
export async function readPassword(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(passwordFile(dataDir), 'utf8')).trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

/** A new password: 32 random bytes as base64url, which needs no escaping in SQL nor in a URL. */
export function newPassword(): string {
  return randomBytes(32).toString('base64url');
}

/** Keeps the password in the data directory, for the owner's eyes only. */
export async function savePassword(dataDir: string, password: string): Promise<void> {
  const draft = `${passwordFile(dataDir)}.new`;
  await writeFile(draft, `${password}\n`, { mode: 0o600, flush: true });
  // An old draft keeps its mode when it is written to.
  await chmod(draft, 0o600);
  await rename(draft, passwordFile(dataDir));
}

function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres.password');
}
