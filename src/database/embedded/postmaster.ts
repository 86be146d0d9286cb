import { readFile, rm, stat, statfs } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.js';
import { writeConfiguration } from './configuration.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { prepareLogFile, readLogTail, tellsOfFullDisk } from './log-file.js';
import type { Placement } from './placement.js';
import { isPostmasterOf, listProcesses } from './process-identity.js';
import { runProcess } from './run-process.js';

/** Crash recovery may have to read gigabytes of WAL, so do not give up early. */
const START_SECONDS = 3600;
const STOP_SECONDS = 600;
const STOP_POLL_MS = 20;
const REPORT_EVERY_MS = 10_000;
const PORT_ATTEMPTS = 10;
const REMAINS_ATTEMPTS = 60;

/** The first line of `postmaster.pid`. The ID of a process has at most seven digits on Linux. */
const PID_LINE = /^[1-9]\d{0,8}\r?\n/;

/** Less room than PostgreSQL needs for the next segment of its log of changes. */
const FULL_BYTES = 16 * 1024 * 1024;

export type StartFailure = 'port taken' | 'remains of a killed server' | 'disk full' | 'other';

export interface PostmasterOptions {
  placement: Placement;
  binaries: Binaries;
  durable: boolean;
  log: (message: string) => void;
}

/** The options for restarting a PostgreSQL that ended. */
export interface Restart {
  /** The port of the earlier one. */
  port: number;
  /** Ends the attempt. */
  signal: AbortSignal;
}

/**
 * Starts PostgreSQL on a free port of 127.0.0.1 and waits until it accepts connections, including
 * crash recovery.
 *
 * @returns the port.
 */
export async function startPostmaster(
  { placement, binaries, durable, log }: PostmasterOptions,
  restart?: Restart,
): Promise<number> {
  const { clusterDir, logFile, account } = placement;
  const attempts = {
    'port taken': restart ? 0 : PORT_ATTEMPTS,
    'remains of a killed server': REMAINS_ATTEMPTS,
    'disk full': 0,
    other: 0,
  };
  const waiting = setInterval(
    () => log(`PostgreSQL is still starting and may be recovering from a crash: see ${logFile}`),
    REPORT_EVERY_MS,
  );
  try {
    for (;;) {
      restart?.signal.throwIfAborted();
      const port = restart?.port ?? (await findFreePort());
      await writeConfiguration(clusterDir, { port, durable });
      const offset = await prepareLogFile(placement);
      const args = ['start', '-s', '-w', '-t', String(START_SECONDS), '-D', clusterDir];
      const started = await runProcess(binaries.pgCtl, [...args, '-l', logFile], { account });
      if (started.code === 0) {
        return port;
      }
      const tail = await readLogTail(logFile, offset);
      // On a full disk, there may be no log.
      const failure = (await isFull(clusterDir)) ? 'disk full' : startFailure(tail);
      if (--attempts[failure] < 0) {
        const explained = explain(failure, clusterDir);
        throw new EmbeddedPostgresError(
          explained ??
            `The embedded PostgreSQL did not start with the data in ${clusterDir}. ${started.stderr.trim()}\n` +
              `The end of ${logFile}:\n${tail}`,
        );
      }
      if (failure === 'remains of a killed server') {
        if (attempts[failure] === REMAINS_ATTEMPTS - 1) {
          log('Waiting for the processes of a killed PostgreSQL to end');
        }
        await sleep(500);
      }
    }
  } finally {
    clearInterval(waiting);
  }
}

/**
 * Stops PostgreSQL, rolling back open transactions, and waits for it. Does nothing if it is not
 * running. Needs no `postmaster.pid`, which pg_ctl would, because that may be damaged.
 */
export async function stopPostmaster({ clusterDir, logFile }: Placement): Promise<void> {
  const pid = await findPostmaster(clusterDir);
  if (pid === undefined) return;
  const deadline = performance.now() + STOP_SECONDS * 1000;
  const fail = (reason: string): never => {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL (process ${pid}) on ${clusterDir} does not stop: ${reason}. See ${logFile}.`,
    );
  };
  try {
    // A fast shutdown.
    process.kill(pid, 'SIGINT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') fail((error as Error).message);
  }
  while (await isPostmasterOf(pid, clusterDir)) {
    if (performance.now() > deadline) fail(`it still runs after ${STOP_SECONDS} seconds`);
    await sleep(STOP_POLL_MS);
  }
}

/**
 * Prepares a cluster for a start after its last server was killed. Stops a PostgreSQL that is still
 * running, so that this start's settings apply. Deletes a `postmaster.pid` that is empty or damaged, or
 * whose process ID has been reused, because PostgreSQL would refuse to start.
 */
export async function clearEarlierPostmaster(
  placement: Placement,
  log: (message: string) => void,
): Promise<void> {
  const { clusterDir } = placement;
  const pid = await findPostmaster(clusterDir);
  if (pid !== undefined) {
    log(`PostgreSQL is still running from a previous start (process ${pid}): stopping it`);
    await stopPostmaster(placement);
  }
  const file = pidFile(clusterDir);
  if (!(await stat(file).catch(() => null))) return;
  if ((await readPostmasterPid(clusterDir)) === undefined) {
    log(`${file} is damaged, but no PostgreSQL is running: deleting it`);
  }
  // PostgreSQL still detects other users of the cluster through its shared memory.
  await rm(file, { recursive: true, force: true });
}

/**
 * Returns the process ID of the PostgreSQL that runs on this cluster; undefined if none does. Looks
 * through all processes if `postmaster.pid` does not name it, because a power cut can empty that file.
 */
export async function findPostmaster(clusterDir: string): Promise<number | undefined> {
  const named = await readPostmasterPid(clusterDir);
  if (named !== undefined && (await isPostmasterOf(named, clusterDir))) return named;
  for (const pid of await listProcesses()) {
    if (await isPostmasterOf(pid, clusterDir)) return pid;
  }
  return undefined;
}

/** Determines from the end of the log why PostgreSQL did not start. */
export function startFailure(logTail: string): StartFailure {
  if (/could not bind .*address|could not create any TCP\/IP sockets/i.test(logTail)) {
    return 'port taken';
  }
  if (tellsOfFullDisk(logTail)) {
    return 'disk full';
  }
  // The children of a killed postmaster take a moment to notice.
  return /pre-existing shared memory block/.test(logTail) ? 'remains of a killed server' : 'other';
}

/** Returns what to do about a failure; null if only the log tells. */
export function explain(failure: StartFailure, clusterDir: string): string | null {
  if (failure === 'disk full') {
    return (
      `The embedded PostgreSQL did not start, because the disk of ${clusterDir} is full. Make room on ` +
      'it, then start again.'
    );
  }
  if (failure === 'remains of a killed server') {
    return (
      'The embedded PostgreSQL did not start, because processes of one that was killed still use the data in ' +
      `${clusterDir}. End them (ps shows them as "postgres: …"), then start again.`
    );
  }
  return null;
}

async function isFull(directory: string): Promise<boolean> {
  const info = await statfs(directory).catch(() => undefined);
  return info !== undefined && info.bavail * info.bsize < FULL_BYTES;
}

/** Returns the process ID in `postmaster.pid`; undefined if that is missing or damaged. */
async function readPostmasterPid(clusterDir: string): Promise<number | undefined> {
  const text = await readFile(pidFile(clusterDir), 'utf8').catch(() => '');
  return PID_LINE.test(text) ? Number.parseInt(text, 10) : undefined;
}

function pidFile(clusterDir: string): string {
  return join(clusterDir, 'postmaster.pid');
}

async function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
