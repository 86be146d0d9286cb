import * as fc from 'fast-check';

import {
  isJsonObject,
  isRawNumber,
  jsonDouble,
  jsonInteger,
  numberSource,
  numberValue,
  parseJson,
  setOwn,
  stringifyJson,
} from './json.js';

describe('parseJson', () => {
  it.each([
    '9007199254740993',
    '-9223372036854775808',
    '1.0',
    '-3.0',
    '[1.0,1,1.5]',
    '{"a":18446744073709551615,"b":[2.0]}',
    '{"text":"version 1.0 of 12345678901234567890","n":1}',
  ])('writes %s back unchanged', (text) => {
    expect(stringifyJson(parseJson(text))).toBe(text);
  });

  it.each([
    ['1e3', '1000.0'],
    ['1.00', '1.0'],
    ['1e22', '10000000000000000000000.0'],
    ['-0.0', '0.0'],
    ['1e400', 'null'],
    ['1e-400', '0.0'],
  ])('reads %s as %s', (text, written) => {
    expect(stringifyJson(parseJson(text))).toBe(written);
  });

  it('keeps ordinary numbers as numbers', () => {
    expect(parseJson('[1, 2.5, -7]')).toEqual([1, 2.5, -7]);
  });

  it('keeps hostile keys as own properties', () => {
    for (const text of ['{"__proto__":{"x":1}}', '{"__proto__":{"x":1.0},"constructor":1}']) {
      const parsed = parseJson(text);
      expect(stringifyJson(parsed)).toBe(text);
      expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
    }
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('refuses text that is not JSON', () => {
    expect(() => parseJson('{')).toThrow(SyntaxError);
    expect(() => parseJson('')).toThrow(SyntaxError);
  });

  it('reads what stringifyJson writes', () => {
    const number = fc.oneof(
      fc.bigInt().map(jsonInteger),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(jsonDouble),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        number,
        fc.string({ unit: 'binary' }),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value')),
        fc.dictionary(fc.string(), tie('value')),
      ),
    }));
    fc.assert(
      fc.property(value, (original) => {
        const text = stringifyJson(original);
        expect(stringifyJson(parseJson(text))).toBe(text);
      }),
    );
  });
});

describe('stringifyJson', () => {
  it('writes what JSON cannot represent as null', () => {
    expect(stringifyJson([Number.NaN, Number.POSITIVE_INFINITY, undefined])).toBe(
      '[null,null,null]',
    );
    expect(stringifyJson(undefined)).toBe('null');
  });

  it('writes BigInts as integers', () => {
    expect(stringifyJson({ nanos: 1_709_287_202_000_000_001n })).toBe(
      '{"nanos":1709287202000000001}',
    );
  });

  it('throws on a cycle', () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(() => stringifyJson(cycle)).toThrow(TypeError);
  });
});

describe('readNumbers', () => {
  it('recognizes RawNumbers', () => {
    const kept = jsonDouble(3);
    expect(isRawNumber(kept)).toBe(true);
    expect(isRawNumber({ rawJSON: '3.0' })).toBe(false);
    expect(isJsonObject(kept)).toBe(false);
    expect(isJsonObject({ rawJSON: '3.0' })).toBe(true);
  });

  it('returns their text and their value', () => {
    const big = jsonInteger(2n ** 63n);
    expect(numberSource(big)).toBe('9223372036854775808');
    expect(numberValue(big)).toBe(2 ** 63);
    expect(numberSource(5)).toBe('5');
    expect(jsonInteger(-5n)).toBe(-5);
    expect(jsonDouble(Number.NaN)).toBeNull();
  });
});

describe('setOwn', () => {
  it('never reaches a prototype', () => {
    const target = {};
    setOwn(target, '__proto__', { polluted: true });
    expect(Object.getPrototypeOf(target)).toBe(Object.prototype);
    expect(stringifyJson(target)).toBe('{"__proto__":{"polluted":true}}');
  });
});
