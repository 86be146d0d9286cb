import { type ChildProcess, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import {
  failure,
  type Language,
  MAX_MESSAGE,
  MAX_PRINTED,
  MAX_REPLY_BYTES,
  MAX_RESULT,
  type SandboxReply,
  type SandboxRequest,
} from '../process/protocol.js';

const MEBIBYTE = 1024 * 1024;

/** Packages whose files a process may read, and flags of Node.js. */
const SETUPS: Record<Language, { packages: string[]; flags: string[]; maxResident: number }> = {
  TYPESCRIPT: {
    packages: [
      'acorn',
      'quickjs-emscripten-core',
      '@jitl/quickjs-ffi-types',
      '@jitl/quickjs-wasmfile-release-sync',
    ],
    // 64 MiB of memory.
    flags: ['--max-old-space-size=128', '--wasm-max-mem-pages=1024'],
    maxResident: 512 * MEBIBYTE,
  },
  PYTHON: {
    packages: ['pyodide'],
    // 192 MiB of memory, of which Python itself takes 30.
    flags: ['--experimental-vm-modules', '--max-old-space-size=128', '--wasm-max-mem-pages=3072'],
    maxResident: 768 * MEBIBYTE,
  },
};

const printed = z.string().max(MAX_PRINTED);
const replySchema: z.ZodType<SandboxReply> = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('ready') }),
  z.object({
    outcome: z.literal('described'),
    parameters: z.array(z.object({ name: z.string(), isRequired: z.boolean() })).max(100),
  }),
  z.object({ outcome: z.literal('returned'), value: z.string().max(MAX_RESULT), printed }),
  z.object({
    outcome: z.literal('failed'),
    reason: z.enum(['code', 'time', 'memory', 'crash']),
    message: z.string().max(MAX_MESSAGE),
    line: z.number().nullable(),
    printed,
  }),
]);

const MAIN = fileURLToPath(new URL('../process/main.js', import.meta.url));

/** Milliseconds to start, of which a busy machine may need many. */
const START_TIMEOUT = 120_000;
/** Milliseconds that a process has to stop the code itself before it is ended. */
const GRACE = 1_000;
/** Milliseconds between two looks at the memory. */
const WATCH_INTERVAL = 100;

/** One process of the sandbox. It answers one request at a time. */
export class SandboxProcess {
  /** Settles when the process can take a request, or has ended. */
  ready: Promise<void>;
  readonly ended: Promise<void>;
  hasEnded = false;
  hasStarted = false;
  /** Milliseconds since the epoch. */
  lastUsedAt = Date.now();

  private readonly child: ChildProcess;
  private received = '';
  private markReady!: () => void;
  private readonly markEnded: () => void;
  private settle: ((reply: SandboxReply) => void) | null = null;

  constructor(private readonly language: Language) {
    this.ready = this.untilReady();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.markEnded = resolve;
    this.child = startProcess(language);
    this.child.stdout!.setEncoding('utf8');
    this.child.stdout!.on('data', (piece: string) => this.receive(piece));
    this.child.stdin!.on('error', () => this.end());
    this.child.on('error', () => this.finish());
    this.child.on('exit', () => this.finish());
    const timer = setTimeout(() => this.end(), START_TIMEOUT);
    timer.unref();
    void this.ready.then(() => clearTimeout(timer));
  }

  /**
   * Asks a process that is ready. A process that ends instead is a failure of the code.
   * @param timeout milliseconds, after which the code fails.
   * @param signal ends the process.
   */
  async ask(request: SandboxRequest, timeout: number, signal: AbortSignal): Promise<SandboxReply> {
    this.ready = this.untilReady();
    const { promise, resolve } = Promise.withResolvers<SandboxReply>();
    this.settle = resolve;
    const fail = (reply: SandboxReply) => {
      resolve(reply);
      this.end();
    };
    const abort = () => fail(failure('time', ''));
    const timer = setTimeout(abort, timeout + GRACE);
    const watch = this.watchMemory(() => fail(failure('memory', '')));
    signal.addEventListener('abort', abort);
    this.child.stdin!.write(`${JSON.stringify(request)}\n`);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
      signal.removeEventListener('abort', abort);
      this.settle = null;
      this.lastUsedAt = Date.now();
    }
  }

  end(): void {
    this.child.kill('SIGKILL');
    this.finish();
  }

  private untilReady(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.markReady = resolve;
    return promise;
  }

  private finish(): void {
    this.hasEnded = true;
    this.settle?.(
      failure('crash', 'The code ended its process, for example because it used too much memory.'),
    );
    this.markReady();
    this.markEnded();
  }

  /** Bounds what is kept before it is parsed. */
  private receive(piece: string): void {
    this.received += piece;
    if (this.received.length > MAX_REPLY_BYTES) {
      this.settle?.(failure('crash', 'The code returned too much.'));
      this.end();
    }
    if (this.hasEnded) return;
    const lines = this.received.split('\n');
    this.received = lines.pop()!;
    for (const line of lines) this.take(line);
  }

  private take(line: string): void {
    const reply = readReply(line);
    if (reply.outcome === 'ready') {
      this.hasStarted = true;
      this.markReady();
      return;
    }
    this.settle?.(reply);
    // It may be damaged.
    if (reply.outcome === 'failed' && reply.reason === 'crash') this.end();
  }

  /** Covers memory that no limit of the engine covers. Only Linux tells it. */
  private watchMemory(onExceeded: () => void): NodeJS.Timeout {
    const { maxResident } = SETUPS[this.language];
    const look = async () => {
      const resident = await readResidentBytes(this.child.pid);
      if (resident > maxResident) onExceeded();
    };
    return setInterval(() => void look(), WATCH_INTERVAL);
  }
}

/** Does not trust what a process says, because it may have been taken over. */
function readReply(line: string): SandboxReply {
  try {
    return replySchema.parse(JSON.parse(line));
  } catch {
    return failure('crash', 'The code broke the sandbox.');
  }
}

/** Starts a process without an environment, and with permission to read its own files only. */
function startProcess(language: Language): ChildProcess {
  const { packages, flags } = SETUPS[language];
  const folder = dirname(MAIN);
  const readable = [folder, ...packages.map(findPackage)].map((path) => realpathSync(path));
  return spawn(
    process.execPath,
    [
      '--permission',
      ...readable.map((path) => `--allow-fs-read=${path}`),
      '--disallow-code-generation-from-strings',
      '--frozen-intrinsics',
      '--no-warnings',
      ...flags,
      MAIN,
      language,
    ],
    { cwd: folder, env: {}, stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true },
  );
}

/** Returns the folder of a package. */
function findPackage(name: string): string {
  const [, folder] = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)/.exec(
    fileURLToPath(import.meta.resolve(name)),
  )!;
  return folder!;
}

/** Returns 0 if the system does not tell. */
async function readResidentBytes(pid: number | undefined): Promise<number> {
  try {
    const status = await readFile(join('/proc', String(pid), 'statm'), 'utf8');
    return Number(status.split(' ')[1]) * 4096;
  } catch {
    return 0;
  }
}
