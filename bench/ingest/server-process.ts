import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withClient } from './bare-copy.js';

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const READY_MS = 60_000;

/** The server as `npm start` runs it, in a separate process. */
export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** @param env additional variables, such as those that turn on authentication. */
  static async start(
    databaseUrl: string,
    port: number,
    env: Record<string, string> = {},
  ): Promise<ServerProcess> {
    const child = spawn(process.execPath, [MAIN], {
      env: {
        ...process.env,
        SPANDREL_DATABASE_URL: databaseUrl,
        SPANDREL_PORT: String(port),
        SPANDREL_GRPC_PORT: String(port + 1),
        SPANDREL_LOGGING_LEVEL: 'warning',
        ...env,
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const server = new ServerProcess(child, `http://127.0.0.1:${port}`);
    const deadline = Date.now() + READY_MS;
    while (!(await fetch(`${server.url}/readyz`).catch(() => undefined))?.ok) {
      if (Date.now() > deadline || child.exitCode !== null)
        throw new Error('The server did not start.');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return server;
  }

  /** Returns the peak memory of the process in bytes; NaN if the system does not report it. */
  get peakMemory(): number {
    return this.readMemory('VmHWM');
  }

  /** Like `peakMemory`, but at this moment. */
  get memory(): number {
    return this.readMemory('VmRSS');
  }

  /** Processor time of the process so far, in seconds; NaN if the system does not report it. */
  get cpuSeconds(): number {
    return processorSeconds(this.child.pid!);
  }

  private readMemory(figure: string): number {
    try {
      const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
      return Number(new RegExp(`${figure}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
    } catch {
      return Number.NaN;
    }
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await once(this.child, 'exit');
  }
}

/** Returns the processor time of PostgreSQL on this machine so far, in seconds; NaN if unknown. */
export async function postgresSeconds(databaseUrl: string): Promise<number> {
  const pid = await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ file: string }>(
      `SELECT pg_read_file('postmaster.pid') AS file`,
    );
    return Number.parseInt(rows[0]!.file, 10);
  });
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    const times = children.map((child) => processorSeconds(Number(child)));
    return times.reduce((sum, time) => sum + (time || 0), processorSeconds(pid, true));
  } catch {
    return Number.NaN;
  }
}

/** @param withEnded adds the children of the process that have ended. */
function processorSeconds(pid: number, withEnded = false): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may contain spaces: user and system time in hundredths, and both of
    // children that have ended.
    const times = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, withEnded ? 15 : 13);
    return times.reduce((sum, time) => sum + Number(time), 0) / 100;
  } catch {
    return Number.NaN;
  }
}
