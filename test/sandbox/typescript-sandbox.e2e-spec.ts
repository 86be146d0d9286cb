import { failed, oneProcess, returned } from './one-process.js';

describe('TypeScript in the sandbox', () => {
  const { run, end } = oneProcess('TYPESCRIPT');

  afterAll(end);

  it.each([
    ['a default export', 'export default (output: string): number => output.length', 5],
    ['a function by its name', 'const help = () => 1; function evaluate() { return help() }', 1],
    ['the only function', 'const f = async (output: string) => output + "!"', 'Paris!'],
    [
      'an object of inputs',
      'function f({ output, other = 2 }: any) { return [output, other] }',
      ['Paris', 2],
    ],
    [
      'an exported function',
      'export function check(output: string) { return output === "Paris" }',
      true,
    ],
  ])('finds %s', async (_, source, value) => {
    expect(await run(source, { output: 'Paris' })).toEqual(returned(value));
  });

  it('returns what the code printed', async () => {
    const source = 'function f() { console.log("one", { a: 1 }); console.error(2); return 1 }';
    expect(await run(source)).toEqual({
      outcome: 'returned',
      value: '1',
      printed: 'one {"a":1}\n2\n',
    });
  });

  it.each([
    ['function f() {\n  return null.x;\n}', /^TypeError: cannot read/, 2],
    ['function f() {\n\n  throw new RangeError("too far");\n}', /^RangeError: too far$/, 3],
    ['function f() {\n  return 1 +;\n}', /xpression expected/, 2],
    ['enum Color { Red }\nfunction f() {}', /enum is not supported/, 1],
    ['\nimport fs from "node:fs"; function f() {}', /cannot import modules/, 2],
    ['const a = () => 1; const b = () => 2;', /function with the name "evaluate"/, null],
    ['function f(...all) { return 1 }', /parameter needs a name/, 1],
    ['function f() { return new Promise(() => {}) }', /never happens/, null],
    ['function f() { return 0 / 0 }', /NaN, which is not a number/, null],
    ['function f() { throw { toJSON() { throw 1 } } }', /Thrown: object/, null],
  ])('says what is wrong with %j', async (source, message, line) => {
    expect(await run(source)).toEqual(failed(message, { reason: 'code', line }));
  });

  it.each([
    ['process', 'function f() { return process.env }', /'process' is not defined/],
    ['require', 'function f() { return require("fs") }', /'require' is not defined/],
    ['fetch', 'function f() { return fetch("http://127.0.0.1") }', /'fetch' is not defined/],
    ['import()', 'async function f() { return await import("node:fs") }', /could not load module/],
    ['WebAssembly', 'function f() { return WebAssembly.Memory }', /'WebAssembly' is not defined/],
    ['timers', 'function f() { setTimeout(f, 1) }', /'setTimeout' is not defined/],
  ])('has no %s', async (_, source, message) => {
    expect(await run(source)).toEqual(failed(message, { reason: 'code' }));
  });

  it('reaches nothing but its own globals through constructors', async () => {
    const source =
      'function f() { return [].constructor.constructor("return Object.keys(globalThis)")() }';
    expect(await run(source)).toEqual(returned(['console']));
  });

  it('survives changed built-ins, and starts the next run without them', async () => {
    const source = `function f() {
      JSON.stringify = () => { while (true); };
      Object.prototype.toJSON = undefined;
      Array.prototype[Symbol.iterator] = null;
      globalThis.left = 1;
      return { score: 1 };
    }`;
    expect(await run(source)).toEqual(returned({ score: 1 }));
    const next = 'function f() { return [typeof left, [...[1]], JSON.stringify([])] }';
    expect(await run(next)).toEqual(returned(['undefined', [1], '[]']));
  });

  it.each([
    ['a loop', 'function f() { while (true); }'],
    ['a loop that prints', 'function f() { while (true) console.log("x".repeat(1000)); }'],
    ['a loop on loading', 'for (;;); function f() {}'],
    ['a slow regular expression', 'function f() { return /(a+)+$/.test("a".repeat(50) + "b") }'],
    ['a loop that catches everything', 'function f() { for (;;) try { for (;;); } catch {} }'],
    ['a loop in a promise', 'async function f() { for (;;) await 0; }'],
  ])('stops %s', async (_, source) => {
    expect(await run(source, {}, 500)).toEqual(failed('', { reason: 'time' }));
    expect(await run('function f() { return 1 }')).toEqual(returned(1));
  });

  it.each([
    [
      'memory',
      'function f() { const all = []; for (;;) all.push("x".repeat(1e5) + all.length); }',
      'memory',
    ],
    [
      'buffers',
      'function f() { const all = []; for (;;) all.push(new Uint8Array(1e7).fill(1)); }',
      'memory',
    ],
    ['the stack', 'function f() { return f() + 1 }', 'code'],
    ['characters', 'function f() { return "x".repeat(1e6) }', 'code'],
  ])('limits %s', async (_, source, reason) => {
    expect(await run(source)).toEqual(failed('', { reason }));
    expect(await run('function f() { return 1 }')).toEqual(returned(1));
  });

  it('cuts what the code prints', async () => {
    const reply = await run(
      'function f() { for (let i = 0; i < 100; i++) console.log("x".repeat(1e4)); return 1 }',
    );
    expect(reply).toEqual({
      outcome: 'returned',
      value: '1',
      printed: 'x'.repeat(10_000) + '\n' + 'x'.repeat(9_999),
    });
  });
});
