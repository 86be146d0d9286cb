import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Env } from './env.js';
import { isSecretStrong } from './secret-rules.js';
import { ConfigurationError } from './variables.js';

const FILE = 'spandrel.secret';

/**
 * Gives a server with the embedded database a secret of its own, kept beside that database, so that
 * it can seal what it stores before anybody has set `SPANDREL_SECRET`. Once that is set it comes
 * first, and what the older one sealed stays readable.
 * @throws ConfigurationError when the file holds something else.
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
    `${path} is damaged; put it back from a backup, or remove it and set the stored secrets anew.`,
  );
}

/** Whole or not at all, even when the machine stops meanwhile. */
async function makeSecret(path: string): Promise<string> {
  const secret = randomBytes(32).toString('hex');
  const draft = `${path}.new`;
  await rm(draft, { force: true });
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
  await rename(draft, path);
  return secret;
}
