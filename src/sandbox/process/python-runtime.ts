import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext, SourceTextModule } from 'node:vm';
import type { Runtime } from './main.js';
import { MemoryImage, readMemory } from './memory-image.js';
import { OPEN, REFUSED } from './python-host.js';
import { PYTHON_PRELUDE } from './python-prelude.js';
import { BOOT, SHELL } from './python-realm.js';
import { failure, MAX_REPLY_BYTES, type SandboxReply, type SandboxRequest } from './protocol.js';

const FILES = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip'] as const;
type FileName = (typeof FILES)[number];

/** Starts a runtime for Python: Pyodide, in a realm that has nothing of Node.js. */
export async function start(): Promise<Runtime> {
  const folder = dirname(fileURLToPath(import.meta.resolve('pyodide/package.json')));
  const read = (name: string) => readFileSync(join(folder, name));
  // Neither Python nor JavaScript that it reaches can compile text to functions.
  const realm = createContext(Object.create(null) as object, {
    codeGeneration: { strings: false, wasm: true },
  });
  const inRealm = (code: string): unknown => runInContext(code, realm);
  const addFile = inRealm(SHELL) as AddFile;
  const [, , ...binary] = FILES;
  for (const name of binary) {
    const content = read(name);
    addFile(name, content.length, (to) => to.set(content));
  }
  const load = async (name: FileName): Promise<Record<string, unknown>> => {
    const module = new SourceTextModule(read(name).toString(), {
      context: realm,
      identifier: `file:///${name}`,
      initializeImportMeta: (meta) => {
        meta.url = `file:///${name}`;
      },
    });
    await module.link(() => {
      throw new Error('Pyodide imports a module.');
    });
    await module.evaluate();
    return module.namespace as Record<string, unknown>;
  };
  const { loadPyodide } = await load('pyodide.mjs');
  const { default: create } = await load('pyodide.asm.mjs');
  const lock = JSON.parse(read('pyodide-lock.json').toString()) as { info: object };
  const boot = inRealm(BOOT) as (...given: unknown[]) => Promise<Interpreter>;
  const noPackages = JSON.stringify({ ...lock, packages: {} });
  const host = JSON.stringify({ open: OPEN, refused: REFUSED });
  return new PythonRuntime(await boot(loadPyodide, create, noPackages, PYTHON_PRELUDE, host));
}

/** Gives a file to the realm, in memory of its own. */
type AddFile = (name: string, size: number, fill: (to: Uint8Array) => void) => void;

/** Bytes of a size in the memory of Python. */
const SIZE_BYTES = 4;

/** Bytes by which the memory may grow. Each further answer has to look at them. */
const MAX_GROWTH = 64 * 1024 * 1024;

/** The functions of the interpreter's realm. After the start, only numbers pass to it and from it. */
interface Interpreter {
  /** All that Python can change, except for the state of its files. */
  memory: object;
  /** Returns where there is room for bytes in the memory; 0 if there is none. */
  malloc(size: number): number;
  /**
   * Asks about the text at an address, and returns the address of the answer; 0 if Python failed.
   * @param sizeAt where its size is put, as 32 bits.
   * @param timeout milliseconds after which the code is interrupted.
   */
  answer(at: number, size: number, sizeAt: number, timeout: number): number;
  /** Makes the files as they were at the start. */
  restore(): void;
}

/** Milliseconds to find the function in code. */
const DESCRIBE_TIMEOUT = 10_000;
/** Python imports what it needs for an answer with the first one. */
const FIRST: SandboxRequest = { task: 'describe', source: 'def evaluate(): pass' };

class PythonRuntime implements Runtime {
  private readonly image: MemoryImage;

  constructor(private readonly interpreter: Interpreter) {
    this.answer(FIRST);
    this.image = new MemoryImage(interpreter.memory);
  }

  answer(request: SandboxRequest): SandboxReply {
    const timeout = request.task === 'run' ? request.timeout : DESCRIBE_TIMEOUT;
    const reply = this.ask(Buffer.from(JSON.stringify(request)), timeout);
    return reply
      ? (JSON.parse(reply) as SandboxReply)
      : failure('crash', 'The code broke the sandbox.');
  }

  async refill(): Promise<void> {
    if (this.image.growth() > MAX_GROWTH) process.exit();
    this.interpreter.restore();
    this.image.restore();
  }

  /** Returns null for an answer that is none, or is too long. */
  private ask(request: Buffer, timeout: number): string | null {
    const sizeAt = this.interpreter.malloc(SIZE_BYTES + request.length);
    if (sizeAt === 0) return null;
    const at = sizeAt + SIZE_BYTES;
    request.copy(readMemory(this.interpreter.memory), at);
    const begin = this.interpreter.answer(at, request.length, sizeAt, timeout) >>> 0;
    const memory = readMemory(this.interpreter.memory);
    const size = memory.readUInt32LE(sizeAt);
    if (begin === 0 || size > MAX_REPLY_BYTES) return null;
    return memory.toString('utf8', begin, begin + size);
  }
}
