import { randomBytes } from 'node:crypto';
import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads the password from the data directory; undefined if there is none. */
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

/** Generates a password: 32 random bytes as base64url, which needs no escaping in SQL or in a URL. */
export function generatePassword(): string {
  return randomBytes(32).toString('base64url');
}

/** Stores the password in the data directory, readable only by its owner. */
export async function savePassword(dataDir: string, password: string): Promise<void> {
  const draft = `${passwordFile(dataDir)}.new`;
  await writeFile(draft, `${password}\n`, { mode: 0o600, flush: true });
  // Writing to an existing draft would keep its mode.
  await chmod(draft, 0o600);
  await rename(draft, passwordFile(dataDir));
}

function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres.password');
}
