import { resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Env } from '../config/env.js';
import { DataDirectoryInUseError } from './embedded/embedded-postgres-error.js';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.js';
import { runningPostgres } from './embedded/running-postgres.js';

export interface OpenDatabase {
  url: string;
  /** Directory of the embedded database; null for an external one. */
  directory: string | null;
  /** Where its files are, which may be on another disk; null unless this process runs it. */
  clusterDir: string | null;
  /** Resolves with the reason if the embedded database has ended for good. */
  failed: Promise<Error>;
  /** Stops the embedded server; does nothing for an external database. */
  stop(): Promise<void>;
}

const NEVER = new Promise<never>(() => undefined);

/** Returns the database that the environment configures, or starts the embedded one. */
export async function openDatabase(env: Env, log: Logger): Promise<OpenDatabase> {
  if (env.databaseUrl) {
    const stop = () => Promise.resolve();
    return { url: env.databaseUrl, directory: null, clusterDir: null, failed: NEVER, stop };
  }
  const directory = resolve(env.workingDir);
  const embedded = await startEmbeddedPostgres({
    dataDir: directory,
    log: (message) => log.info({ context: 'postgres' }, message),
    warn: (message) => log.warn({ context: 'postgres' }, message),
  });
  return { ...embedded, directory };
}

/** Like `openDatabase`, but connects to the embedded database if a server is already running it. */
export async function visitDatabase(env: Env, log: Logger): Promise<OpenDatabase> {
  try {
    return await openDatabase(env, log);
  } catch (error) {
    const isInUse = error instanceof DataDirectoryInUseError;
    const directory = resolve(env.workingDir);
    const url = isInUse ? await runningPostgres(directory) : null;
    if (url === null) throw error;
    return { url, directory, clusterDir: null, failed: NEVER, stop: () => Promise.resolve() };
  }
}
