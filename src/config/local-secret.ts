import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Env } from './env.js';
import { isSecretStrong } from './secret-rules.js';
import { ConfigurationError } from './variables.js';

const FILE = 'spandrel.secret';

/**
 * Generates a secret for a server with the embedded database and keeps it next to that database, so
 * the server can seal stored values before `SPANDREL_SECRET` is set. Once it is set, it comes first,
 * and values sealed with the generated secret stay readable.
 * @throws ConfigurationError if the file does not contain a valid secret.
 */
export async function withLocalSecret(env: Env): Promise<Env> {
  if (env.databaseUrl !== undefined) return env;
  const path = join(resolve(env.workingDir), FILE);
  const known = await readSecret(path);
  if (known === null && env.auth.secrets.length > 0) return env;
  const secret = known ?? (await makeSecret(path));
  const secrets = [...new Set([...env.auth.secrets, secret])];
  return { ...env, auth: { ...env.auth, secrets } };
}

async function readSecret(path: string): Promise<string | null> {
  let secret: string;
  try {
    secret = (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  if (isSecretStrong(secret)) return secret;
  throw new ConfigurationError(
    `${path} is damaged. Restore it from a backup, or delete it and set the stored secrets again.`,
  );
}

/** Writes the file completely or not at all, even if the machine stops halfway. */
async function makeSecret(path: string): Promise<string> {
  const secret = randomBytes(32).toString('hex');
  const draft = `${path}.new`;
  await rm(draft, { force: true });
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
  await rename(draft, path);
  return secret;
}
