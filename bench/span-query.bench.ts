/**
 * Measures data frames of spans against a server in a separate process on an embedded PostgreSQL.
 *
 * Settings: BENCH_PORT (7950).
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.js';
import { measureSpanQueries } from './annotations/span-query.js';
import { ServerProcess } from './ingest/server-process.js';

const PORT = Number(process.env['BENCH_PORT'] ?? 7950);

const directory = await mkdtemp(join(tmpdir(), 'spandrel-bench-'));
// PostgreSQL may run as a different user.
await chmod(directory, 0o755);
const postgres = await startEmbeddedPostgres({
  dataDir: join(directory, 'data'),
  log: () => undefined,
});
try {
  const server = await ServerProcess.start(postgres.url, PORT);
  try {
    await measureSpanQueries({ server, databaseUrl: postgres.url });
  } finally {
    await server.stop();
  }
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}
