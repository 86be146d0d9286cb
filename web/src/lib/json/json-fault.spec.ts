import * as fc from 'fast-check';
import { findJsonFault } from './json-fault.js';

describe('findJsonFault', () => {
  it('accepts valid JSON', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.nat(2), (text, indent) => {
        const value: unknown = JSON.parse(text);
        expect(findJsonFault(JSON.stringify(value, null, indent))).toBeUndefined();
      }),
    );
  });

  it('finds a fault wherever the browser does', () => {
    const signs = '{}[]",:0123eE.-+ \\ntrufals\n'.split('');
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...signs) }), (text) => {
        const fault = findJsonFault(text);
        // Browsers accept duplicate keys.
        fc.pre(!fault?.message.startsWith('duplicate key'));
        expect(fault === undefined).toBe(isJson(text));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['', 1, 'expected a value but the text ends'],
    ['{"a": 1,}', 1, 'remove the comma before “}”'],
    ['[1,\n 2,\n]', 3, 'remove the comma before “]”'],
    ['{a: 1}', 1, '“a” is not valid here; put keys and strings in double quotes'],
    ['{1: 2}', 1, 'expected a key in double quotes but found “1”'],
    ['{"a": 1\n"b": 2}', 2, 'expected a comma but found a string'],
    ['{"a" 1}', 1, 'expected a colon after the key but found “1”'],
    ['{"a": True}', 1, '“True” is not valid here; put keys and strings in double quotes'],
    ["{\n  'a': 1}", 2, "“'a'” is not valid here; put keys and strings in double quotes"],
    ['{"a": 01}', 1, 'expected a comma but found “1”'],
    ['{"a": 1.}', 1, '“1.” is not a number'],
    ['{"a": 1', 1, 'expected “}” but the text ends'],
    ['{} 1', 1, 'expected the end but found “1”'],
    ['// note\n1', 1, 'JSON has no comments; remove this one'],
    ['{"a": "x\ny"}', 1, 'write a line break in a string as \\n'],
    ['"C:\\dir"', 1, 'write a backslash in a string as \\\\'],
    ['"a\tb"', 1, 'write a tab in a string as \\t'],
    ['\n\n"abc', 3, 'this string has no closing quote'],
    ['{"a": 1,\n "b": {"a": 2},\n "a": 3}', 3, 'duplicate key "a"'],
    ['{"\\u0061": 1, "a": 2}', 1, 'duplicate key "a"'],
  ])('explains what is wrong with %j and in which line', (text, line, message) => {
    expect(findJsonFault(text)).toEqual({ line, message });
  });

  it('stops at deeply nested structures', () => {
    expect(findJsonFault('['.repeat(100_000))?.message).toMatch(/levels deep/);
  });

  it('accepts long strings and keys named like prototype members', () => {
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
