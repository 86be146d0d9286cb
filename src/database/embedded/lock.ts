import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataDirectoryInUseError } from './embedded-postgres-error.js';
import { currentHost, startedAt } from './process-identity.js';

/** The content of a lock file: the process that owns the data directory or requests it. */
export interface Claim {
  pid: number;
  /** Start time, which distinguishes the process from a later one with the same ID. */
  startedAt: string;
  /** The machine or container within which the process ID is unique. */
  host: string;
  /** False while the process is still checking whether another process holds the directory. */
  held: boolean;
}

/** Releases a lock. Calling it twice is harmless. */
export type Release = () => Promise<void>;

const LOCK_FILE = /^spandrel-[0-9a-f-]{36}\.lock$/;
const DRAFT = /^spandrel-[0-9a-f-]{36}\.lock\.new$/;
/** A draft exists for milliseconds, unless its process was killed then. */
const DRAFT_MS = 60_000;
const POLL_MS = 20;
const BEAT_MS = 2_000;
/** Number of missed beats after which a process in another container is considered dead. */
const MISSED_BEATS = 3.5;

/**
 * Locks the data directory for this process until the process releases it or ends in any way.
 *
 * Each process first writes its own file, then looks at the other files. Every name is used only
 * once, so the file of a dead process can be deleted safely. If two processes request the lock at the
 * same time, at least one sees the other, and the first by name takes precedence.
 *
 * A process is recognized as alive by its ID and start time. If it is on another host and not visible
 * (two containers with one volume), it is alive as long as it touches its file every `beatMs`.
 *
 * @throws DataDirectoryInUseError if another running server uses the directory.
 */
export async function lockDataDirectory(
  dataDir: string,
  log: (message: string) => void,
  beatMs: number = BEAT_MS,
): Promise<Release> {
  const name = `spandrel-${randomUUID()}.lock`;
  const path = join(dataDir, name);
  const claim = { ...(await thisProcess()), held: false };
  await writeWhole(path, claim);
  const beat = setInterval(() => void touch(path), beatMs).unref();
  const release = async () => {
    clearInterval(beat);
    await rm(path, { force: true });
  };
  try {
    for (const other of await readdir(dataDir)) {
      if (LOCK_FILE.test(other) && other !== name) {
        await giveWayOrPass(path, join(dataDir, other), beatMs, log);
      }
      if (DRAFT.test(other)) await removeOldDraft(join(dataDir, other));
    }
    await writeWhole(path, { ...claim, held: true });
  } catch (error) {
    await release();
    throw error;
  }
  return release;
}

/** Parses the content of a lock file; undefined if it is not one of ours. */
export function parseClaim(text: string): Claim | undefined {
  try {
    const { pid, startedAt, host, held } = JSON.parse(text) as Partial<Claim>;
    return typeof pid === 'number' &&
      typeof startedAt === 'string' &&
      typeof host === 'string' &&
      typeof held === 'boolean'
      ? { pid, startedAt, host, held }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Resolves if the other process is dead, and rejects if it owns the directory. */
async function giveWayOrPass(
  own: string,
  other: string,
  beatMs: number,
  log: (message: string) => void,
): Promise<void> {
  for (;;) {
    const text = await readFile(other, 'utf8').catch(() => undefined);
    if (text === undefined) {
      return;
    }
    const claim = parseClaim(text);
    if (claim === undefined || !(await isAlive(claim, other, beatMs, log))) {
      await rm(other, { force: true });
      return;
    }
    if (claim.held || other < own) {
      throw new DataDirectoryInUseError(
        `The data directory ${dirname(own)} is in use by another server, process ${claim.pid} on ` +
          `${claim.host.split(' ')[0]}. Stop that server, or set SPANDREL_WORKING_DIR to a different directory. ` +
          'To share one PostgreSQL between several servers, set SPANDREL_DATABASE_URL.',
      );
    }
    // It may have checked before our file existed, and may be about to lock the directory.
    await sleep(POLL_MS);
  }
}

async function thisProcess(): Promise<Omit<Claim, 'held'>> {
  const { pid } = process;
  return { pid, startedAt: (await startedAt(pid)) ?? '', host: await currentHost() };
}

async function isAlive(
  claim: Claim,
  path: string,
  beatMs: number,
  log: (message: string) => void,
): Promise<boolean> {
  if (claim.host === (await currentHost())) {
    return (await startedAt(claim.pid)) === claim.startedAt;
  }
  log(
    `${path} belongs to process ${claim.pid} on ${claim.host.split(' ')[0]}: checking whether it is alive`,
  );
  const before = await lastTouched(path);
  await sleep(MISSED_BEATS * beatMs);
  return (await lastTouched(path)) !== before;
}

async function lastTouched(path: string): Promise<number | undefined> {
  return stat(path).then(
    (info) => info.mtimeMs,
    () => undefined,
  );
}

async function removeOldDraft(path: string): Promise<void> {
  const touched = await lastTouched(path);
  if (touched !== undefined && Date.now() - touched > DRAFT_MS) await rm(path, { force: true });
}

async function touch(path: string): Promise<void> {
  const now = new Date();
  // If this beat fails, the next one is enough.
  await utimes(path, now, now).catch(() => undefined);
}

/** Replaces the file atomically, so that it is never half-written or missing. */
async function writeWhole(path: string, claim: Claim): Promise<void> {
  const draft = `${path}.new`;
  try {
    await writeFile(draft, JSON.stringify(claim), { mode: 0o644 });
    await rename(draft, path);
  } catch (error) {
    // For example, the disk is full.
    await rm(draft, { force: true });
    throw error;
  }
}
