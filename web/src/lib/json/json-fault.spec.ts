import * as fc from 'fast-check';
import { findJsonFault } from './json-fault.js';

describe('findJsonFault', () => {
  it('finds nothing wrong with JSON', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.nat(2), (text, indent) => {
        const value: unknown = JSON.parse(text);
        expect(findJsonFault(JSON.stringify(value, null, indent))).toBeUndefined();
      }),
    );
  });

  it('finds something wrong wherever the browser does', () => {
    const signs = '{}[]",:0123eE.-+ \\ntrufals\n'.split('');
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...signs) }), (text) => {
        const fault = findJsonFault(text);
        // A key that stands twice is no fault to the browser.
        fc.pre(!fault?.message.endsWith('stands twice'));
        expect(fault === undefined).toBe(isJson(text));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['', 1, 'expected a value, but the text ends'],
    ['{"a": 1,}', 1, 'no comma may stand before “}”'],
    ['[1,\n 2,\n]', 2, 'no comma may stand before “]”'],
    ['{a: 1}', 1, 'expected a key in double quotes, found “a”'],
    ['{"a": 1\n"b": 2}', 2, 'expected “,” or “}”, found a quote'],
    ['{"a" 1}', 1, 'expected “:” after the key, found “1”'],
    ['{"a": True}', 1, 'expected a value, found “True”'],
    ["{\n  'a': 1}", 2, "expected a key in double quotes, found “'”"],
    ['{"a": 01}', 1, 'expected a value, found “01”'],
    ['{} x', 1, 'expected the end, found “x”'],
    ['{"a": "x\ny"}', 1, 'a line break in a text is written as \\n'],
    ['"C:\\dir"', 1, 'a backslash is written as \\\\'],
    ['\n\n"abc', 3, 'the closing quote of this text is missing'],
    ['{"a": 1,\n "b": {"a": 2},\n "a": 3}', 3, 'the key "a" stands twice'],
    ['{"\\u0061": 1, "a": 2}', 1, 'the key "a" stands twice'],
  ])('says where and why %j is none', (text, line, message) => {
    expect(findJsonFault(text)).toEqual({ line, message });
  });

  it('does not follow structures without end', () => {
    expect(findJsonFault('['.repeat(100_000))?.message).toMatch(/levels deep/);
  });

  it('takes long texts and keys with names of prototypes', () => {
    expect(findJsonFault(`["${'x'.repeat(5_000_000)}"]`)).toBeUndefined();
    expect(findJsonFault('{"__proto__": 1, "constructor": {}}')).toBeUndefined();
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
