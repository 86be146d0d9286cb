import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext, SourceTextModule } from 'node:vm';
import type { Runtime } from './main.js';
import { MemoryImage } from './memory-image.js';
import { PYTHON_PRELUDE } from './python-prelude.js';
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
  return new PythonRuntime(await boot(loadPyodide, create, noPackages, PYTHON_PRELUDE));
}

/** Gives a file to the realm, in memory of its own. */
type AddFile = (name: string, size: number, fill: (to: Uint8Array) => void) => void;

/** Bytes by which the memory may grow. Each further answer has to look at them. */
const MAX_GROWTH = 64 * 1024 * 1024;

/** What the realm gives back. After the start, only texts and numbers pass to it and from it. */
interface Interpreter {
  /** All that Python can change, except for files that it left open. */
  memory: object;
  /** @param timeout milliseconds after which the code is interrupted. */
  answer(request: string, timeout: number): unknown;
  /** Closes the files that the last answer left open. */
  closeFiles(): void;
}

class PythonRuntime implements Runtime {
  private readonly image: MemoryImage;

  constructor(private readonly interpreter: Interpreter) {
    this.image = new MemoryImage(interpreter.memory);
  }

  answer(request: SandboxRequest): SandboxReply {
    const timeout = request.task === 'run' ? request.timeout : 10_000;
    const reply = this.interpreter.answer(JSON.stringify(request), timeout);
    if (typeof reply !== 'string' || reply.length > MAX_REPLY_BYTES) {
      return failure('crash', 'The code broke the sandbox.');
    }
    return JSON.parse(reply) as SandboxReply;
  }

  async refill(): Promise<void> {
    if (this.image.growth() > MAX_GROWTH) process.exit();
    this.interpreter.closeFiles();
    this.image.restore();
  }
}

/**
 * Makes the realm look like the shell of V8, because that is the smallest host that Pyodide knows.
 * All functions belong to the realm, so that they do not lead out of it.
 */
const SHELL = `
const files = Object.create(null);
const none = () => { throw new Error('The sandbox has no files.'); };
const start = Date.now();
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
globalThis.load = globalThis.read = none;
globalThis.readbuffer = (path) => {
  const name = String(path).split('/').at(-1);
  const content = files[name];
  delete files[name];
  return content ?? none();
};
globalThis.console = { log() {}, info() {}, warn() {}, error() {}, debug() {} };
globalThis.performance = { now: () => Date.now() - start, timeOrigin: start };
// Pyodide asks the shell for random bytes in base64.
globalThis.os = {
  system(shell, [, command]) {
    const bytes = Number(/head -c(\\d+)/.exec(command)[1]);
    let text = '';
    while (text.length < Math.ceil(bytes / 3) * 4) text += ALPHABET[Math.floor(Math.random() * 64)];
    const padding = (3 - (bytes % 3)) % 3;
    return text.slice(0, text.length - padding) + '='.repeat(padding);
  },
};
(name, size, fill) => {
  const buffer = new ArrayBuffer(size);
  fill(new Uint8Array(buffer));
  files[name] = buffer;
}`;

const BOOT = `
async (loadPyodide, create, lockFileContents, prelude) => {
  const pyodide = await loadPyodide({
    createPyodideModule: create,
    indexURL: '/',
    packageBaseUrl: '/',
    lockFileContents,
    jsglobals: Object.create(null),
    env: { HOME: '/' },
    stdin: () => null,
    stdout: () => {},
    stderr: () => {},
  });
  // The shell of V8 has no TextDecoder. Python only returns ASCII.
  pyodide._module._asciiTextDecoder = {
    decode(bytes) {
      let text = '';
      for (let at = 0; at < bytes.length; at += 8192) {
        text += String.fromCharCode(...bytes.subarray(at, at + 8192));
      }
      return text;
    },
  };
  const scope = pyodide.globals.get('dict')();
  pyodide.runPython(prelude, { globals: scope });
  const answer = scope.get('answer');
  delete globalThis.load;
  delete globalThis.read;
  delete globalThis.readbuffer;

  // It makes a device for each call.
  pyodide._api.capture_stderr = () => {};
  pyodide._api.restore_stderr = () => '';
  const { FS } = pyodide;
  const refuse = () => { throw new FS.ErrnoError(pyodide.ERRNO_CODES.EROFS); };
  const { dir, file } = FS.filesystems.MEMFS.ops_table;
  for (const name of ['mknod', 'rename', 'unlink', 'rmdir', 'symlink', 'setattr']) dir.node[name] = refuse;
  file.node.setattr = refuse;
  for (const name of ['write', 'allocate', 'mmap', 'msync']) file.stream[name] = refuse;
  const streams = FS.streams.length;

  // Python reads the first item from time to time, and raises KeyboardInterrupt if it is 2.
  let end = Infinity;
  pyodide.setInterruptBuffer({
    get 0() {
      if (Date.now() <= end) return 0;
      end = Date.now() + 300;
      return 2;
    },
    set 0(value) {},
  });
  answer('{"task":"describe","source":"def evaluate(): pass"}');
  return {
    memory: pyodide._module.memory,
    answer(request, timeout) {
      end = Date.now() + timeout;
      return answer(request);
    },
    closeFiles() {
      end = Infinity;
      FS.streams.length = streams;
    },
  };
}`;
