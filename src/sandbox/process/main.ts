/**
 * A process of the sandbox. The server starts it without permissions, and without an environment
 * (`../pool/sandbox-process.ts`).
 */
import { failure, type Language, type SandboxReply, type SandboxRequest } from './protocol.js';

/** Runs the code of one language. */
export interface Runtime {
  answer(request: SandboxRequest): SandboxReply | Promise<SandboxReply>;
  /** Removes what the last answer left behind. Ends the process if it cannot. */
  refill(): Promise<void>;
}

const RUNTIMES: Record<Language, () => Promise<{ start(): Promise<Runtime> }>> = {
  PYTHON: () => import('./python-runtime.js'),
  TYPESCRIPT: () => import('./typescript-runtime.js'),
};

const starter = await RUNTIMES[process.argv[2] as Language]();
const runtime = await starter.start();
disarm();
listen(process.stdin, (line) => void serve(JSON.parse(line) as SandboxRequest));
send({ outcome: 'ready' });

async function serve(request: SandboxRequest): Promise<void> {
  send(await answer(request));
  await runtime.refill();
  send({ outcome: 'ready' });
}

/** A runtime that throws may be damaged. The server ends the process then. */
async function answer(request: SandboxRequest): Promise<SandboxReply> {
  try {
    return await runtime.answer(request);
  } catch {
    return failure('crash', 'The code broke the sandbox, for example by too deep a recursion.');
  }
}

function listen(stream: NodeJS.ReadStream, receive: (line: string) => void): void {
  let pieces: string[] = [];
  stream.setEncoding('utf8');
  stream.on('data', (piece: string) => {
    const lines = piece.split('\n');
    for (const [at, part] of lines.entries()) {
      pieces.push(part);
      if (at === lines.length - 1) continue;
      receive(pieces.join(''));
      pieces = [];
    }
  });
  stream.on('end', () => process.exit());
}

function send(reply: SandboxReply): void {
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}

/**
 * Removes what could load further modules or open connections. Code of users cannot reach these
 * objects at all; this is for the case that it finds a way.
 */
function disarm(): void {
  const unused = ['fetch', 'WebSocket', 'EventSource', 'navigator', 'BroadcastChannel'];
  for (const name of unused) Reflect.deleteProperty(globalThis, name);
  const loaders = ['getBuiltinModule', 'binding', '_linkedBinding', 'dlopen', 'kill', 'chdir'];
  for (const name of loaders) Reflect.deleteProperty(process, name);
}
