import { chmod, mkdtemp, readlink, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';

export const BUILT = new URL(
  '../../dist/src/database/embedded/embedded-postgres.js',
  import.meta.url,
).href;

export const { startEmbeddedPostgres } = (await import(
  BUILT
)) as typeof import('../../src/database/embedded/embedded-postgres.js');

export const TIMEOUT_MS = 60_000;

/** A directory whose folder `dataDir` is for a cluster. */
export interface ClusterDirectory {
  parent: string;
  dataDir: string;
  remove(): Promise<void>;
}

export async function createClusterDirectory(): Promise<ClusterDirectory> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'spandrel-embedded-')));
  await chmod(parent, 0o755);
  const dataDir = join(parent, 'data');
  return {
    parent,
    dataDir,
    async remove() {
      const target = await readlink(join(dataDir, 'postgres')).catch(() => undefined);
      if (target !== undefined) await rm(dirname(target), { recursive: true });
      // If its server was killed, initdb may still be writing.
      await rm(parent, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

export async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows as unknown[];
  } finally {
    await client.end();
  }
}
