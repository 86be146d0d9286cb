import { readFile, rm, statfs } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.js';
import { writeConfiguration } from './configuration.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { prepareLogFile, readLogTail, tellsOfFullDisk } from './log-file.js';
import type { Placement } from './placement.js';
import { isAlive, isPostmasterOf } from './process-identity.js';
import { runCommand } from './run-command.js';

/** Crash recovery may have to read gigabytes of WAL, so do not give up early. */
const START_SECONDS = 3600;
const STOP_SECONDS = 600;
const REPORT_EVERY_MS = 10_000;
const PORT_ATTEMPTS = 10;
const REMAINS_ATTEMPTS = 60;

/** Less room than PostgreSQL needs for the next segment of its log of changes. */
const FULL_BYTES = 16 * 1024 * 1024;

export type StartFailure = 'port taken' | 'remains of a killed server' | 'disk full' | 'other';

/**
 * Starts PostgreSQL on a free port of 127.0.0.1 and waits until it accepts connections, including
 * crash recovery.
 *
 * @returns the port.
 */
export async function startPostmaster(
  placement: Placement,
  binaries: Binaries,
  durable: boolean,
  log: (message: string) => void,
): Promise<number> {
  const { clusterDir, logFile, account } = placement;
  const attempts = {
    'port taken': PORT_ATTEMPTS,
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
      const port = await findFreePort();
      await writeConfiguration(clusterDir, { port, durable });
      const offset = await prepareLogFile(placement);
      const args = ['start', '-s', '-w', '-t', String(START_SECONDS), '-D', clusterDir];
      const started = await runCommand(binaries.pgCtl, [...args, '-l', logFile], { account });
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
 * running.
 */
export async function stopPostmaster(
  { clusterDir, logFile, account }: Placement,
  binaries: Binaries,
): Promise<void> {
  const pid = await readPostmasterPid(clusterDir);
  if (pid === undefined || !(await isPostmasterOf(pid, clusterDir))) {
    return;
  }
  const args = ['stop', '-s', '-m', 'fast', '-w', '-t', String(STOP_SECONDS), '-D', clusterDir];
  const { code, stderr } = await runCommand(binaries.pgCtl, args, { account });
  if (code !== 0 && (await isPostmasterOf(pid, clusterDir))) {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL (process ${pid}) on ${clusterDir} does not stop: ${stderr.trim()}\n` +
        `See ${logFile}.`,
    );
  }
}

/**
 * Prepares a cluster for a start after its last server was killed. Stops a PostgreSQL that is still
 * running, so that this start's settings apply. Deletes a `postmaster.pid` whose process ID has
 * been reused, because PostgreSQL would refuse to start.
 */
export async function clearEarlierPostmaster(
  placement: Placement,
  binaries: Binaries,
  log: (message: string) => void,
): Promise<void> {
  const { clusterDir } = placement;
  const pid = await readPostmasterPid(clusterDir);
  if (pid === undefined || !isAlive(pid)) {
    return;
  }
  if (await isPostmasterOf(pid, clusterDir)) {
    log(`PostgreSQL is still running from a previous start (process ${pid}): stopping it`);
    await stopPostmaster(placement, binaries);
  } else {
    // PostgreSQL still detects other users of the cluster through its shared memory.
    await rm(join(clusterDir, 'postmaster.pid'), { force: true });
  }
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

async function readPostmasterPid(clusterDir: string): Promise<number | undefined> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return pid > 0 ? pid : undefined;
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
