/**
 * Makes the realm look like the shell of V8, because that is the smallest host that Pyodide knows.
 * All functions belong to the realm, so that they do not lead out of it.
 */
export const SHELL = `
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

/**
 * Starts Python in the realm. Afterwards no code leads from Python to JavaScript: the functions that
 * WebAssembly imports are closed, but for those that \`python-host.ts\` lists, and only numbers and bytes in the
 * memory of Python pass from it and to it. Code that calls a closed one throws through all of Python.
 */
export const BOOT = `
async (loadPyodide, create, lockFileContents, prelude, host) => {
  const { open, refused } = JSON.parse(host);
  const answers = new Map(refused);
  let isClosed = false;
  let isBroken = false;
  const guard = (name, work) => {
    const guarded = (...given) => {
      if (!isClosed) return work(...given);
      if (answers.has(name)) return answers.get(name);
      isBroken = true;
      throw new Error('The sandbox has no ' + name);
    };
    // Of the type in WebAssembly.
    return Object.assign(guarded, { sig: work.sig });
  };
  let exported;
  const createGuarded = (settings) => {
    const { instantiateWasm } = settings;
    settings.instantiateWasm = (imports, receive) => {
      const { env } = imports;
      for (const name of Object.keys(env)) {
        if (!open.includes(name) && typeof env[name] === 'function') env[name] = guard(name, env[name]);
      }
      return instantiateWasm(imports, (instance, compiled) => {
        exported = instance.exports;
        receive(instance, compiled);
      });
    };
    return create(settings);
  };
  const pyodide = await loadPyodide({
    createPyodideModule: createGuarded,
    indexURL: '/',
    packageBaseUrl: '/',
    lockFileContents,
    jsglobals: Object.create(null),
    env: { HOME: '/' },
    stdin: () => null,
    stdout: () => {},
    stderr: () => {},
  });
  const scope = pyodide.globals.get('dict')();
  pyodide.runPython(prelude, { globals: scope });
  const answer = pyodide.runPython('id(answer)', { globals: scope });
  delete globalThis.load;
  delete globalThis.read;
  delete globalThis.readbuffer;

  const { FS } = pyodide;
  const refuse = () => { throw new FS.ErrnoError(pyodide.ERRNO_CODES.EROFS); };
  const { dir, file } = FS.filesystems.MEMFS.ops_table;
  for (const name of ['mknod', 'rename', 'unlink', 'rmdir', 'symlink', 'setattr']) dir.node[name] = refuse;
  file.node.setattr = refuse;
  for (const name of ['write', 'allocate', 'mmap', 'msync']) file.stream[name] = refuse;
  const { nextInode } = FS;
  const streams = FS.streams.map((stream) => ({ stream, own: { ...stream }, shared: { ...stream?.shared } }));
  // Those of devices can get other modes and times.
  const nodes = [];
  for (let node of FS.nameTable) {
    for (; node; node = node.name_next) nodes.push({ node, own: { ...node } });
  }

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
  isClosed = true;
  return {
    memory: exported.memory,
    malloc: exported.malloc,
    /** Returns where the answer begins, and 0 if there is none. Its length is at \`sizeAt\`. */
    answer(at, size, sizeAt, timeout) {
      end = Date.now() + timeout;
      const request = exported.PyUnicode_FromStringAndSize(at, size);
      const reply = request && exported.PyObject_CallOneArg(answer, request);
      return isBroken || !reply ? 0 : exported.PyUnicode_AsUTF8AndSize(reply, sizeAt);
    },
    /** Makes the files as they were before the first run. Python cannot change anything else. */
    restore() {
      end = Infinity;
      FS.nextInode = nextInode;
      FS.streams.length = streams.length;
      for (const [index, { stream, own, shared }] of streams.entries()) {
        FS.streams[index] = stream;
        if (stream) Object.assign(Object.assign(stream, own).shared, shared);
      }
      for (const { node, own } of nodes) Object.assign(node, own);
    },
  };
}`;
