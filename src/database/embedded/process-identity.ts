import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import { runCommand } from './run-command.js';

/** Whether a process with this id exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * When the process was started, as a text that is the same whenever it is asked for and differs
 * for another process that gets the same id later. Undefined when there is no such process, or it
 * has ended and only its parent has not taken notice yet.
 */
export async function startedAt(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
    const ticks = stat && runningSince(stat);
    return ticks && `${boot.trim()} ${ticks}`;
  }
  const { code, stdout } = await runCommand('ps', ['-o', 'lstart=', '-p', String(pid)]);
  return code === 0 ? stdout.trim() : undefined;
}

/**
 * The clock tick a process was started at, from its `/proc/PID/stat`; undefined when it has ended.
 * A container whose first process does not collect orphans is full of such zombies.
 */
export function runningSince(stat: string): string | undefined {
  // The second field, the name, may itself hold blanks and parentheses: the third one, the state,
  // follows the last of them, and the start is the 22nd.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
}

/** Names the machine or container, within which a process id means one process. */
export async function currentHost(): Promise<string> {
  // Containers may share a host name, but not the namespace of their process ids.
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return `${hostname()} ${namespace}`.trim();
}

/** Whether the process is a PostgreSQL server that was started on this cluster directory. */
export async function isPostmasterOf(pid: number, clusterDir: string): Promise<boolean> {
  if (!isAlive(pid)) {
    return false;
  }
  if (process.platform === 'linux') {
    // Readable whoever owns the process, unlike its working directory: in a container not even
    // root may look at that.
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return isPostmasterCommand(line.split('\0'), clusterDir);
  }
  const { stdout } = await runCommand('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
  const [program, directory] = stdout.trim().split(' -D ');
  return isPostmasterCommand([program ?? '', '-D', directory ?? ''], clusterDir);
}

/** Whether a command line is that of `postgres -D clusterDir`. */
export function isPostmasterCommand(args: readonly string[], clusterDir: string): boolean {
  const [program, option, directory] = args;
  return basename(program ?? '') === 'postgres' && option === '-D' && directory === clusterDir;
}
