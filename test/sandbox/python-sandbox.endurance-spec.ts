import { failed, oneProcess, reachForJavaScript } from './one-process.js';

describe('Python in the sandbox', () => {
  const { run, end } = oneProcess('PYTHON');

  afterAll(end);

  it.each([
    ['a loop', 'def f():\n  while True: pass', 2],
    ['a loop that prints', 'def f():\n  while True: print("x" * 1000)', 2],
    ['a slow regular expression', 'import re\ndef f(): re.match(r"(a+)+$", "a" * 50 + "b")', 2],
  ])('stops %s, and goes on', async (_, source, line) => {
    expect(await run(source, {}, 1_000)).toEqual(failed('', { reason: 'time', line }));
  });

  it.each([
    ['a conversion', 'from _pyodide_core import to_js; to_js([1])'],
    ['a property that is read', 'str(found.keep)'],
    ['a property that is deleted', 'del found.keep'],
    ['a list of properties', 'dir(found)'],
    ['the text of an object', 'str(found)'],
    ['a comparison', 'found == proxies["js"]'],
    ['a reference that ends', 'proxies.clear(); found = None'],
    ['a library', 'import _ctypes; _ctypes.dlopen("/lib/x.so", 0)'],
    ['an end of the process', 'import os; os._exit(0)'],
    ['an abort', 'import os; os.abort()'],
  ])('has no way to JavaScript: %s', async (_, code) => {
    expect(await run(reachForJavaScript(code))).toEqual(failed('broke', { reason: 'crash' }));
  });

  it('cannot call what it finds of JavaScript', async () => {
    const error = failed('not callable', { reason: 'code', line: 7 });
    expect(await run(reachForJavaScript('found()'))).toEqual(error);
  });
});
