import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

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
    try {
      const stat = readFileSync(`/proc/${this.child.pid}/stat`, 'utf8');
      // After the name, which may contain spaces: user and system time in hundredths.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[11]) + Number(fields[12])) / 100;
    } catch {
      return Number.NaN;
    }
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
