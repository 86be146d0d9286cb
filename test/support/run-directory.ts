import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, realpath, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SetUpError } from './set-up-error.ts';

// Node.js itself strips the types of this file, so it imports the server as it was built.
const { isPostmasterOf } = (await import(
  new URL('../../dist/src/database/embedded/process-identity.js', import.meta.url).href
)) as typeof import('../../src/database/embedded/process-identity.js');

/** Linux keeps the files here in memory. */
const MEMORY = '/dev/shm';
/** Most of it is for PostgreSQL's log of changes, which may grow to this size. */
const NEEDED_BYTES = 4 * 1024 ** 3;
const PREFIX = 'spandrel-test-';
const DAY_MS = 24 * 60 * 60 * 1000;
const STOP_MS = 10_000;
const POLL_MS = 50;

const JANITOR = fileURLToPath(new URL('./janitor.ts', import.meta.url));

/**
 * Creates a directory for everything that a run writes. When this process ends in any way, another
 * one removes what is left there, and ends what still runs.
 */
export async function createRunDirectory(): Promise<string> {
  const parents = [MEMORY, tmpdir()];
  for (const parent of parents) await removeAbandoned(parent);
  const directory = await mkdtemp(join(await chooseDirectory(parents), PREFIX));
  // Not in this process group, so that Ctrl-C does not reach it.
  const janitor = spawn(process.execPath, [JANITOR, directory], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  janitor.unref();
  // Its other end closes with this process.
  (janitor.stdin as unknown as { unref(): void }).unref();
  return directory;
}

/**
 * Returns the first directory that has room. One in memory comes first: each test server gets a
 * database of 700 files, and ext4 takes long to create files soon after others were deleted.
 * @throws SetUpError if none has room.
 */
export async function chooseDirectory(
  candidates: readonly string[],
  neededBytes = NEEDED_BYTES,
): Promise<string> {
  const found: string[] = [];
  for (const candidate of candidates) {
    const info = await statfs(candidate).catch(() => null);
    if (info === null) continue;
    const free = info.bavail * info.bsize;
    if (free >= neededBytes) return candidate;
    found.push(`${candidate} has ${toGigabytes(free)}`);
  }
  const what = found.join(' and ') || `${candidates.join(' and ')} do not exist`;
  throw new SetUpError(
    `The tests need ${toGigabytes(neededBytes)} for temporary files, but ${what}. Make room there, or ` +
      'set TMPDIR to a directory with room.',
  );
}

/** Ends the PostgreSQL of a run and the processes that use its directory, and removes its files. */
export async function removeRun(directory: string): Promise<void> {
  for (const pid of await listProcesses(directory)) endProcess(pid, 'SIGKILL');
  const cluster = await realpath(join(directory, 'data/postgres')).catch(() => null);
  if (cluster !== null) await stopPostgres(cluster);
  await rm(directory, { recursive: true, force: true, maxRetries: 10 });
}

/** Removes the runs of before yesterday, whose janitor was killed, too. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(PREFIX)) continue;
    const directory = join(parent, name);
    const { mtimeMs } = await stat(directory);
    if (Date.now() - mtimeMs > DAY_MS) await removeRun(directory);
  }
}

/**
 * Returns the processes whose temporary files are in the directory: workers, browsers, and servers
 * that tests started. Returns none on systems other than Linux.
 */
async function listProcesses(directory: string): Promise<number[]> {
  const variable = `TMPDIR=${directory}/`;
  const pids: number[] = [];
  for (const name of await readdir('/proc').catch(() => [])) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    // Those of other users are not readable.
    const environment = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '');
    if (environment.split('\0').some((entry) => entry.startsWith(variable))) pids.push(pid);
  }
  return pids;
}

async function stopPostgres(cluster: string): Promise<void> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  if (!(pid > 0) || !(await isPostmasterOf(pid, cluster))) return;
  // Ends all connections at once, and frees the memory that its processes share.
  endProcess(pid, 'SIGQUIT');
  for (let waited = 0; waited < STOP_MS; waited += POLL_MS) {
    if (!(await isPostmasterOf(pid, cluster))) return;
    await sleep(POLL_MS);
  }
  endProcess(pid, 'SIGKILL');
}

function endProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just ended.
  }
}

function toGigabytes(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1)} GB`;
}
