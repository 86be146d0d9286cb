import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { startedAt } from './process-identity.js';

interface Owner {
  pid: number;
  startedAt: string;
}

/** Gives a lock back; asking twice does no harm. */
export type Release = () => Promise<void>;

/**
 * Takes the data directory for this process until it releases it or ends, however it ends: a lock
 * is only as good as the process named in it, by its id and the time it was started.
 *
 * @throws EmbeddedPostgresError when another server that is alive has it.
 */
export async function lockDataDirectory(dataDir: string): Promise<Release> {
  const path = join(dataDir, 'spandrel.lock');
  const draft = `${path}.${randomUUID()}`;
  const mine = JSON.stringify({ pid: process.pid, startedAt: await startedAt(process.pid) });
  await writeFile(draft, mine, { mode: 0o644 });
  try {
    // A link appears with its content or not at all, and only one process can make it.
    while (!(await tryLink(draft, path))) {
      await removeStale(path, dataDir);
    }
  } finally {
    await rm(draft, { force: true });
  }
  return async () => {
    if ((await readLock(path)) === mine) {
      await rm(path, { force: true });
    }
  };
}

/** The owner a lock file names, or undefined when it is no lock file of ours. */
export function parseLock(text: string): Owner | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const { pid, startedAt } = value as Partial<Owner>;
    return typeof pid === 'number' && typeof startedAt === 'string'
      ? { pid, startedAt }
      : undefined;
  } catch {
    return undefined;
  }
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      return false;
    }
    throw error;
  }
}

async function removeStale(path: string, dataDir: string): Promise<void> {
  const text = await readLock(path);
  if (text === undefined) {
    return;
  }
  const owner = parseLock(text);
  if (owner !== undefined && (await startedAt(owner.pid)) === owner.startedAt) {
    throw new EmbeddedPostgresError(
      `The data directory ${dataDir} is in use by another server, process ${owner.pid}. Stop that ` +
        'one, or start this one with another data directory. Several servers can share one ' +
        'PostgreSQL through SPANDREL_DATABASE_URL.',
    );
  }
  // Moved away rather than removed: if another process has replaced the stale lock by its own in
  // the meantime, that one is put back.
  const moved = `${path}.${randomUUID()}`;
  try {
    await rename(path, moved);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return;
    }
    throw error;
  }
  if ((await readLock(moved)) !== text) {
    await tryLink(moved, path);
  }
  await rm(moved, { force: true });
}

async function readLock(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}
