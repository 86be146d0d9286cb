import { createLogger } from './kernel/logging/logger.js';
import { protectTerminal } from './kernel/text/terminal-text.js';
import { readEnv } from './config/env.js';
import { withLocalSecret } from './config/local-secret.js';
import { openDatabase } from './database/open-database.js';
import { startServer } from './server.js';
import { StopSignal } from './stop-signal.js';
import { describeStartError } from './start-error.js';

/** The embedded database has ended and cannot be restarted (EX_UNAVAILABLE). */
const DATABASE_FAILED = 69;

const signal = new StopSignal();
const stopping = new AbortController();
void signal.received.then(() => stopping.abort());
let exitCode = 0;
try {
  const env = readEnv(process.env);
  const log = createLogger({ level: env.logLevel, structured: env.structuredLogs });
  const database = await openDatabase(env, log);
  try {
    // Only after the database is open, because the embedded one keeps other servers out of its
    // directory.
    const complete = await withLocalSecret(env);
    const storage = { ...complete.storage, directory: database.clusterDir };
    const settings = { ...complete, databaseUrl: database.url, storage };
    const server = await startServer(settings, log, showFirstPassword, stopping.signal);
    log.info(`Spandrel is ready at ${env.rootUrl}`);
    log.info(`Its data is in ${database.directory ?? 'the database in SPANDREL_DATABASE_URL'}`);
    log.info('Ctrl-C or SIGTERM stops it');
    const reason = await Promise.race([signal.received, database.failed]);
    if (reason instanceof Error) {
      exitCode = DATABASE_FAILED;
      log.fatal(`PostgreSQL has ended and cannot be restarted: ${reason.message}`);
    } else log.info(`${reason}: storing accepted requests, then stopping`);
    await server.stop();
  } finally {
    await database.stop();
  }
  log.info('Stopped');
  process.exit(exitCode);
} catch (error) {
  const stderr = protectTerminal(process.stderr);
  stderr.write(`Spandrel cannot start.\n${describeStartError(error)}\n`);
  process.exit(1);
}

/** Prints the password once, but not to the log, because logs are kept and forwarded. */
function showFirstPassword(password: string): void {
  process.stdout.write(
    '\nSign in as admin@localhost with this password and change it. ' +
      `It is shown only once:\n\n    ${password}\n\n`,
  );
}
