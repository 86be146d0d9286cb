import { createLogger } from './common/logging/logger.js';
import { ConfigurationError, readEnv } from './config/env.js';
import { EmbeddedPostgresError } from './database/embedded/embedded-postgres-error.js';
import { openDatabase } from './database/open-database.js';
import { startServer } from './server.js';

try {
  const env = readEnv(process.env);
  const log = createLogger({ level: env.logLevel, structured: env.structuredLogs });
  const database = await openDatabase(env, log);
  const server = await startServer({ ...env, databaseUrl: database.url }, log).catch(
    async (error: unknown) => {
      await database.stop();
      throw error;
    },
  );
  log.info(`Spandrel is ready at ${env.rootUrl}`);

  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info(`${signal}: storing what was accepted, then stopping`);
    await server.stop();
    await database.stop();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
} catch (error) {
  const known = error instanceof ConfigurationError || error instanceof EmbeddedPostgresError;
  process.stderr.write(
    `Spandrel cannot start.\n${known ? error.message : String((error as Error).stack)}\n`,
  );
  process.exit(1);
}
