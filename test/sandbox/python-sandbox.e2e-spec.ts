import { failed, oneProcess, returned } from './one-process.js';

/** Undoes what hides the modules of Pyodide. */
const UNHIDE = 'import sys\nsys.meta_path.pop(0)\n';

describe('Python in the sandbox', () => {
  const { run, end } = oneProcess('PYTHON');

  afterAll(end);

  it('calls the function with its inputs, and returns what it printed', async () => {
    const source = [
      'import math, re, statistics, dataclasses',
      '@dataclasses.dataclass',
      'class Found:',
      '  score: float',
      'def helper(output): return Found(statistics.mean([len(output), 7]))',
      'def evaluate(output, reference=None, *, metadata):',
      '  print("grün", output)',
      '  return {"score": helper(output).score, "label": reference or metadata["x"]}',
    ].join('\n');
    expect(await run(source, { output: 'Paris', metadata: { x: 'ü' } })).toEqual({
      outcome: 'returned',
      value: '{"score": 6, "label": "\\u00fc"}',
      printed: 'grün Paris\n',
    });
  });

  it.each([
    ['def f(output):\n  return output["x"].y', /^TypeError: string indices/, 2],
    ['def f(output):\n  raise ValueError("far")', /^ValueError: far$/, 2],
    ['def f(output):\n  return (1', /^SyntaxError: /, 2],
    ['def a(): pass\ndef b(): pass', /function with the name "evaluate"/, null],
    ['def f(**all): pass', /parameter needs a name/, 1],
    ['def f(): return float("nan")', /not a number in JSON/, null],
    ['def f(): return {1, 2}', /not JSON/, null],
    ['import sys\ndef f(): sys.exit()', /exit/, 2],
    ['def f(): return f()', /^RecursionError/, 1],
    [
      'def f():\n  class E(Exception):\n    def __str__(self): raise self\n  raise E()',
      /cannot be shown/,
      4,
    ],
  ])('says what is wrong with %j', async (source, message, line) => {
    expect(await run(source, { output: 'Paris' })).toEqual(
      failed(message, { reason: 'code', line }),
    );
  });

  it.each([
    ['js', 'import js\ndef f(): return 1', /No module named 'js'/],
    ['pyodide_js', 'import pyodide_js\ndef f(): return 1', /No module named 'pyodide_js'/],
    ['micropip', 'import micropip\ndef f(): return 1', /No module named 'micropip'/],
    ['files of the machine', 'def f(): return open("/etc/passwd").read()', /No such file/],
    ['files to write', 'def f(): return open("/tmp/x", "w")', /Read-only/],
    ['symbolic links', 'import os\ndef f(): os.symlink("/etc/passwd", "/tmp/x")', /Read-only/],
    ['folders to make', 'import os\ndef f(): os.mkdir("/tmp/x")', /Read-only/],
    [
      'processes',
      'import subprocess\ndef f(): subprocess.run(["ls"])',
      /does not support processes/,
    ],
    [
      'connections',
      'import socket\ndef f(): socket.create_connection(("127.0.0.1", 22))',
      /unreachable/,
    ],
    [
      'requests',
      'import urllib.request as r\ndef f(): r.urlopen("http://127.0.0.1/")',
      /unreachable/,
    ],
    ['threads', 'import threading\ndef f(): threading.Thread(target=print).start()', /new thread/],
  ])('has no %s', async (_, source, message) => {
    expect(await run(source)).toEqual(failed(message, { reason: 'code' }));
  });

  it('has no environment', async () => {
    expect(await run('import os\ndef f(): return dict(os.environ)')).toEqual(returned({}));
  });

  it('finds nothing of Node.js behind the hidden modules', async () => {
    const source = `${UNHIDE}from _pyodide_core import to_js
def f():
  array = to_js([1])
  found = []
  for code in ("return process", "return globalThis"):
    try:
      array.constructor.constructor(code)()
    except Exception as error:
      found.append(str(error))
  return found`;
    const refused = expect.stringContaining('Code generation from strings disallowed');
    const reply = await run(source);
    expect(JSON.parse((reply as { value: string }).value)).toEqual([refused, refused]);
  });

  it.each(['gc', 'ctypes'])('cannot run JavaScript with %s', async (name) => {
    const source = {
      gc: `${UNHIDE}import gc
def f():
  return [str(o.constructor) for o in gc.get_objects() if type(o).__name__ == "JsProxy" and hasattr(o, "process")]`,
      ctypes: `${UNHIDE}import ctypes
def f():
  ctypes.CDLL(None).emscripten_run_script(b"globalThis.process.exit()")
  return "ran"`,
    }[name]!;
    const reply = await run(source);
    expect(reply).toEqual(name === 'gc' ? returned([]) : failed('', { reason: 'crash' }));
  });

  it('starts each run without what the run before changed', async () => {
    const source = [
      'import builtins, json, sys',
      'before = [hasattr(builtins, "left"), "left" in sys.modules, hasattr(json, "left")]',
      'builtins.left = json.left = sys.modules["left"] = 1',
      'def f(): return before',
    ].join('\n');
    const untouched = expect.objectContaining({ value: '[false, false, false]' });
    expect(await run(source)).toEqual(untouched);
    expect(await run(source)).toEqual(untouched);
  });

  it.each([
    ['objects of the interpreter', 'address = id(200) + int.__basicsize__', 200],
    ['memory that nothing uses', 'address = 30 * 1024 * 1024 - 1', 0],
  ])('restores %s that code overwrites', async (_, find, byte) => {
    const source = `${UNHIDE}import ctypes
${find}
found = str(ctypes.c_ubyte.from_address(address).value)
ctypes.c_ubyte.from_address(address).value = 201
def f(): return found`;
    expect(await run(source)).toEqual(returned(String(byte)));
    expect(await run(source)).toEqual(returned(String(byte)));
  });

  it('stops a loop, and goes on', async () => {
    const source = 'def f():\n  while True: pass';
    expect(await run(source, {}, 600)).toEqual(failed('', { reason: 'time', line: 2 }));
    expect(await run('def f(): return 1')).toEqual(returned(1));
  });

  it('limits memory', async () => {
    const source = 'def f():\n  all = []\n  while True: all.append("x" * 100000 + str(len(all)))';
    expect(await run(source)).toEqual(failed('', { reason: 'memory' }));
  });
});
