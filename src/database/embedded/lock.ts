import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataDirectoryInUseError } from './embedded-postgres-error.js';
import { currentHost, startedAt } from './process-identity.js';

/** What a lock file says: the process that has a data directory, or asks for it. */
export interface Claim {
  pid: number;
  /** Tells the process from a later one with the same id. */
  startedAt: string;
  /** Where process ids mean the same: the machine or container. */
  host: string;
  /** False while the process still looks whether somebody else has the directory. */
  held: boolean;
}

/** Gives a lock back; asking twice does no harm. */
export type Release = () => Promise<void>;

const LOCK_FILE = /^spandrel-[0-9a-f-]{36}\.lock$/;
const POLL_MS = 20;
const BEAT_MS = 2_000;
/** A process in another container that has missed so many beats is gone. */
const MISSED_BEATS = 3.5;

/**
 * Takes the data directory for this process until it releases it or ends, however it ends.
 *
 * Each process that asks first puts down a file of its own, then looks at the others'. As every
 * name is used once, the file of a dead process can be removed without harm, and of two that ask at
 * once at least one sees the other: then the first by name has precedence.
 *
 * Whether a process is alive is seen by its id and start time, or, when it is on another host and
 * out of sight (two containers with one volume), by its touching the file every `beatMs`.
 *
 * @throws DataDirectoryInUseError when another server that is alive has it.
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
    }
    await writeWhole(path, { ...claim, held: true });
  } catch (error) {
    await release();
    throw error;
  }
  return release;
}

/** What a lock file says, or undefined when it is none of ours. */
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

/** Resolves when the other one is gone, rejects when the directory is its. */
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
          `${claim.host.split(' ')[0]}. Stop that one, or start this one with another data directory. Several ` +
          'servers can share one PostgreSQL through SPANDREL_DATABASE_URL.',
      );
    }
    // It may have looked before our file was there and be about to hold the directory.
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
    `${path} is of process ${claim.pid} on ${claim.host.split(' ')[0]}: looking whether that is alive`,
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

async function touch(path: string): Promise<void> {
  const now = new Date();
  // The next beat will do when this one fails.
  await utimes(path, now, now).catch(() => undefined);
}

/** Nobody ever sees the file half-written, nor missing while it is replaced. */
async function writeWhole(path: string, claim: Claim): Promise<void> {
  const draft = `${path}.new`;
  await writeFile(draft, JSON.stringify(claim), { mode: 0o644 });
  await rename(draft, path);
}
