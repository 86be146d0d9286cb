import { resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Env } from '../config/env.js';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.js';

export interface OpenDatabase {
  url: string;
  /** Stops the embedded server; does nothing for a database of one's own. */
  stop(): Promise<void>;
}

/** The database named by the environment, or the embedded one, started. */
export async function openDatabase(env: Env, log: Logger): Promise<OpenDatabase> {
  if (env.databaseUrl) return { url: env.databaseUrl, stop: () => Promise.resolve() };
  return startEmbeddedPostgres({
    dataDir: resolve(env.workingDir),
    log: (message) => log.info({ context: 'postgres' }, message),
  });
}
