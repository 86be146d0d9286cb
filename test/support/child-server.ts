import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { countStart } from './count-starts.js';
import { findServerBundle } from './server-bundle.js';

const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));
const POLL_MS = 50;

export interface ChildServer {
  url: string;
  port: number;
  grpcPort: number;
  process: ChildProcess;
  /** Everything the process has written to standard output and standard error so far. */
  output(): string;
  /** Sends a signal, and resolves with the exit code or signal when the process has ended. */
  kill(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
  /** Resolves when the process has ended. */
  exited: Promise<number | NodeJS.Signals>;
}

export interface ChildServerOptions {
  /** `SPANDREL_*` variables. Free ports are chosen unless given here. */
  env: Record<string, string>;
  /** How long the process may take to respond to `/readyz` with 200. */
  readyWithinMs?: number;
  /** The directory for a relative `SPANDREL_WORKING_DIR`. */
  cwd?: string;
  /** Starts `dist/src/main.js` as it ships, instead of the same code in a bundle. */
  asShipped?: boolean;
}

/**
 * Starts the built server in a separate process, like `npm start`, and waits until it is ready. For
 * tests of signals, crashes and startup messages; other tests run in this process.
 * @throws with the output of the process if it ends or is not ready in time.
 */
export async function startChildServer(options: ChildServerOptions): Promise<ChildServer> {
  const child = await spawnServer(options);
  const deadline = Date.now() + (options.readyWithinMs ?? 60_000);
  let ended = false;
  void child.exited.then(() => (ended = true));
  while (!(await isReady(child.url))) {
    if (ended) throw new Error(`The server ended before it was ready:\n${child.output()}`);
    if (Date.now() > deadline) {
      await child.kill('SIGKILL');
      throw new Error(`The server was not ready in time:\n${child.output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return child;
}

/** Starts the process without waiting, for servers that should fail to start. */
export async function spawnServer({
  env,
  cwd,
  asShipped = false,
}: ChildServerOptions): Promise<ChildServer> {
  const port = Number(env['SPANDREL_PORT'] ?? (await freePort()));
  const grpcPort = Number(env['SPANDREL_GRPC_PORT'] ?? (await freePort()));
  countStart('child process');
  const child = spawn(process.execPath, [asShipped ? MAIN : await findServerBundle()], {
    cwd,
    env: {
      ...inheritedEnvironment(),
      ...env,
      SPANDREL_PORT: String(port),
      SPANDREL_GRPC_PORT: String(grpcPort),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => output.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => output.push(text));
  const exited = once(child, 'close').then(
    ([code, signal]: (number | NodeJS.Signals | null)[]) => code ?? signal ?? 'SIGKILL',
  );
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    grpcPort,
    process: child,
    output: () => output.join(''),
    exited,
    kill(signal) {
      child.kill(signal);
      return exited;
    },
  };
}

/** The environment that child processes inherit from the tests, without Spandrel settings. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE, TMPDIR } = process.env;
  return { PATH, NODE_COMPILE_CACHE, TMPDIR };
}

/** Finds a TCP port on 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string')
    throw new Error('No free TCP port was found.');
  return address.port;
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}
