import { failed, oneProcess, reachForJavaScript, returned } from './one-process.js';

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
    ['folders to go to', 'import os\ndef f(): os.chdir("/tmp")', /not permitted/],
    ['streams to replace', 'import os\ndef f(): os.dup2(1, 0)', /not permitted/],
    ['pipes', 'import os\ndef f(): os.pipe()', /not permitted/],
    ['timers', 'import signal\ndef f(): signal.setitimer(0, 1)', /not permitted|no attribute/],
    ['an event loop', 'import asyncio\nasync def f(): await asyncio.sleep(1)', /no running/],
    [
      'processes',
      'import subprocess\ndef f(): subprocess.run(["ls"])',
      /does not support processes/,
    ],
    [
      'connections',
      'import socket\ndef f(): socket.create_connection(("127.0.0.1", 22))',
      /Non-recoverable/,
    ],
    ['sockets', 'import socket\ndef f(): socket.socket()', /unreachable/],
    [
      'requests',
      'import urllib.request as r\ndef f(): r.urlopen("http://127.0.0.1/")',
      /Non-recoverable/,
    ],
    ['threads', 'import threading\ndef f(): threading.Thread(target=print).start()', /new thread/],
  ])('has no %s', async (_, source, message) => {
    expect(await run(source)).toEqual(failed(message, { reason: 'code' }));
  });

  it('has no environment', async () => {
    expect(await run('import os\ndef f(): return dict(os.environ)')).toEqual(returned({}));
  });

  // All other ways are in the endurance test, because each ends a process.
  it.each([
    ['a property that is set', 'found.keep = "private"'],
    ['ctypes', 'import ctypes'],
  ])('has no way to JavaScript: %s', async (_, code) => {
    expect(await run(reachForJavaScript(code))).toEqual(failed('broke', { reason: 'crash' }));
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
    ['modules', 'sorted(sys.modules)', 'import json.tool, csv, decimal, uuid'],
    ['the environment', 'dict(os.environ)', 'os.environ["LEFT"] = "private"'],
    ['the folder', 'os.getcwd()', 'attempt(os.chdir, "/tmp")'],
    ['folders', 'os.listdir("/tmp")', 'attempt(os.mkdir, "/tmp/left")'],
    ['what is open', 'opened().fileno()', 'keep.extend(opened() for _ in range(9))'],
    ['the number of a file', 'os.fstat(attempt(socket.socket).fileno())', 'attempt(socket.socket)'],
    ['where a file is', 'os.lseek(0, 0, 1)', 'attempt(os.lseek, 0, 7, 0)'],
    ['how a file is open', 'os.get_blocking(0)', 'os.set_blocking(0, not os.get_blocking(0))'],
    ['that a file is open', 'attempt(os.fstat, 0)', 'os.close(0)'],
    ['which file is open', 'os.ttyname(0)', 'attempt(os.dup2, opened().fileno(), 0)'],
    [
      'names of hosts',
      'attempt(socket.gethostbyname, "b.test")',
      'attempt(socket.gethostbyname, "a.test")',
    ],
    ['handlers', 'str(signal.getsignal(10))', 'signal.signal(10, lambda *given: None)'],
    ['a trace', 'str(sys.gettrace())', 'sys.settrace(lambda *given: None)'],
    ['tasks', 'attempt(asyncio.all_tasks)', 'asyncio.new_event_loop'],
    ['what ends', 'atexit._ncallbacks()', 'atexit.register(print)'],
    ['the random generator', 'random.getstate()[1][0] == keep', 'random.seed(5)'],
    ['the mask of files', 'os.umask(0)', 'os.umask(0o777)'],
    ['modes of devices', 'os.stat("/dev/null").st_mode', 'attempt(os.chmod, "/dev/null", 0o123)'],
    ['times of devices', 'os.stat("/dev/tty")', 'attempt(os.utime, "/dev/tty", (7, 8))'],
    ['modes of open files', 'os.fstat(0).st_mode', 'attempt(os.fchmod, 0, 0o123)'],
    ['times of links', 'os.lstat("/dev/stdin")', 'attempt(os.utime, "/dev/stdin", (7, 8))'],
  ])('leaves %s as the run before found it', async (_, look, leave) => {
    const source = `import asyncio, atexit, os, random, signal, socket, sys
keep = []
def opened(): return open("/dev/null")
def attempt(work, *given):
  try: return work(*given)
  except Exception as error: return str(error)
found = str(attempt(lambda: ${look}))
${leave}
def evaluate(): return found`;
    const first = await run(source);
    expect(first).toMatchObject({ outcome: 'returned' });
    expect(await run(source)).toEqual(first);
  });

  it('restores objects of the interpreter that nobody should change', async () => {
    const source = `import gc
of_text = gc.get_referents(str.__dict__)[0]
found = "left" in of_text
of_text["left"] = 1
def f(): return found`;
    expect(await run(source)).toEqual(returned(false));
    expect(await run(source)).toEqual(returned(false));
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
