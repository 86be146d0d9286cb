import { failed, oneProcess } from './one-process.js';

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
});
