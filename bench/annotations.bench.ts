/**
 * Measures writing annotations, reading a million of them of a million spans, and data frames of
 * spans, against a server in a separate process on an embedded PostgreSQL. Prints one line of JSON
 * for each. Fails if a summary, or a list sorted by an annotation, reads a table of annotations
 * instead of an index.
 * Run: `npm run bench:annotations`
 *
 * Settings: BENCH_CALLS (100), BENCH_PORT (7960), BENCH_DIR (a temporary directory; if you set it, its
 * data is kept and reused).
 */
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { createLogger } from '../src/kernel/logging/logger.js';
import { readEnv } from '../src/config/env.js';
import { startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.js';
import { startServer } from '../src/server.js';
import { loadAnnotations } from './annotations/load-annotations.js';
import {
  checkPlans,
  measurePageOfSpans,
  measureSortedLists,
  measureSummaries,
} from './annotations/summaries.js';
import { measureSpanQueries } from './annotations/span-query.js';
import { measureUpserts } from './annotations/upserts.js';
import { ServerProcess } from './ingest/server-process.js';

const PORT = Number(process.env['BENCH_PORT'] ?? 7960);
const keptDirectory = process.env['BENCH_DIR'];

const directory = keptDirectory
  ? resolve(keptDirectory)
  : await mkdtemp(join(tmpdir(), 'spandrel-bench-'));
await mkdir(directory, { recursive: true });
// PostgreSQL may run as a different user.
await chmod(directory, 0o755);
const postgres = await startEmbeddedPostgres({
  dataDir: join(directory, 'data'),
  log: () => undefined,
});
const client = new pg.Client({ connectionString: postgres.url });
await client.connect();
try {
  const server = await ServerProcess.start(postgres.url, PORT);
  try {
    const { rows } = await client.query('SELECT 1 FROM span_annotations LIMIT 1');
    if (rows.length === 0) await loadAnnotations(client, (line) => print({ loading: line }));
    for (const read of await measureSummaries(server.url)) print(read);
    for (const read of await measureSortedLists(server.url)) print(read);
    for (const read of await measurePageOfSpans(server.url, client)) print(read);
    print({ perSecond: await measureUpserts(server.url, client) });
    await measureSpanQueries({ server, databaseUrl: postgres.url });
  } finally {
    await server.stop();
  }
  await repeatForPlans();
} finally {
  await client.end();
  await postgres.stop();
  if (!keptDirectory) await rm(directory, { recursive: true, force: true });
}

/** Repeats the reads on a server in this process, where its SQL statements are visible. */
async function repeatForPlans(): Promise<void> {
  const env = readEnv({
    SPANDREL_DATABASE_URL: postgres.url,
    SPANDREL_PORT: String(PORT + 2),
    SPANDREL_GRPC_PORT: String(PORT + 3),
  });
  const log = createLogger({ level: 'error', structured: true });
  const server = await startServer({ ...env, databaseUrl: postgres.url }, log);
  try {
    const lines = await checkPlans(`http://127.0.0.1:${server.port}`, client);
    for (const plan of lines) print({ plan });
  } finally {
    await server.stop();
  }
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
