/**
 * Measures how fast datasets are written and read, and experiments run, against a server in a separate
 * process on an embedded PostgreSQL.
 * Run: `npm run bench:datasets`
 *
 * Settings: BENCH_PARTS (uploads,downloads,reads,runs), BENCH_EXAMPLES (100000), BENCH_PORT (7900).
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.js';
import type { DatasetBench } from './datasets/dataset-bench.js';
import { measureDownloads } from './datasets/downloads.js';
import { measureReads } from './datasets/reads.js';
import { measureRuns } from './datasets/runs.js';
import { measureUploads } from './datasets/uploads.js';
import { ServerProcess } from './ingest/server-process.js';

/** Each part starts with an empty database and a new server. */
const PARTS: Record<string, (bench: DatasetBench) => Promise<void>> = {
  uploads: measureUploads,
  downloads: measureDownloads,
  reads: measureReads,
  runs: measureRuns,
};

const CHOSEN = (process.env['BENCH_PARTS'] ?? Object.keys(PARTS).join(',')).split(',');
const EXAMPLES = Number(process.env['BENCH_EXAMPLES'] ?? 100_000);
const PORT = Number(process.env['BENCH_PORT'] ?? 7900);

const directory = await mkdtemp(join(tmpdir(), 'spandrel-bench-'));
// PostgreSQL may run as a different user.
await chmod(directory, 0o755);
try {
  for (const name of CHOSEN) {
    const measure = PARTS[name];
    if (!measure)
      throw new Error(`BENCH_PARTS: ${name} is not one of ${Object.keys(PARTS).join()}`);
    await run(name, measure);
  }
} finally {
  await rm(directory, { recursive: true, force: true });
}

async function run(name: string, measure: (bench: DatasetBench) => Promise<void>): Promise<void> {
  const dataDir = join(directory, name);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    const server = await ServerProcess.start(postgres.url, PORT);
    try {
      process.stdout.write(`\n${name}, ${EXAMPLES} examples\n`);
      await measure({ server, databaseUrl: postgres.url, directory, examples: EXAMPLES });
    } finally {
      await server.stop();
    }
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
