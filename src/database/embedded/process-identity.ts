import { readdir, readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import { runProcess } from './run-process.js';

/** Returns whether any user's process has this ID. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Returns the start time of a process as a stable text, which differs for a later process with the
 * same ID. Undefined if the process does not exist or is a zombie.
 */
export async function startedAt(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
    const ticks = stat && runningSince(stat);
    return ticks && `${boot.trim()} ${ticks}`;
  }
  const { code, stdout } = await runProcess('ps', ['-o', 'lstart=', '-p', String(pid)]);
  return code === 0 ? stdout.trim() : undefined;
}

/**
 * Reads the clock tick at which a process started from its `/proc/PID/stat`; undefined for a zombie.
 * A container whose first process does not reap orphans is full of zombies.
 */
export function runningSince(stat: string): string | undefined {
  // The second field, the name, may contain spaces and parentheses. The third field, the state,
  // follows the last parenthesis, and the start time is the 22nd field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
}

/** Returns a name for the machine or container within which a process ID is unique. */
export async function currentHost(): Promise<string> {
  // Containers may share a host name, but not a namespace of process IDs.
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return `${hostname()} ${namespace}`.trim();
}

/** Lists the IDs of all processes that are visible here. */
export async function listProcesses(): Promise<number[]> {
  const names =
    process.platform === 'linux'
      ? await readdir('/proc').catch(() => [])
      : (await runProcess('ps', ['-ax', '-o', 'pid='])).stdout.split('\n');
  return names.map(Number).filter((pid) => Number.isInteger(pid) && pid > 0);
}

/** Returns whether the process is a PostgreSQL server on this cluster directory. */
export async function isPostmasterOf(pid: number, clusterDir: string): Promise<boolean> {
  if (!isAlive(pid)) {
    return false;
  }
  if (process.platform === 'linux') {
    // The command line of any user's process is readable, unlike the working directory, which not
    // even root can read in a container.
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return isPostmasterCommand(line.split('\0'), clusterDir);
  }
  const { stdout } = await runProcess('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
  const [program, directory] = stdout.trim().split(' -D ');
  return isPostmasterCommand([program ?? '', '-D', directory ?? ''], clusterDir);
}

/** Returns whether a command line is `postgres -D clusterDir`. */
export function isPostmasterCommand(args: readonly string[], clusterDir: string): boolean {
  const [program, option, directory] = args;
  return basename(program ?? '') === 'postgres' && option === '-D' && directory === clusterDir;
}
