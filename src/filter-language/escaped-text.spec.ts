import fc from 'fast-check';
import { decodeEscapes, escapesPattern } from './escaped-text.js';

describe('decodeEscapes', () => {
  it.each([
    ['gr\\u00f6\\u00DFe', 'größe'],
    ['{"a": "\\u3053\\u3093"}', '{"a": "こん"}'],
    ['\\ud83d\\ude80 and \\uD83D\\uDE80', '🚀 and 🚀'],
    ['JSON in JSON: \\\\u00f6, \\\\\\\\u00f6', 'JSON in JSON: ö, ö'],
    ['a \\u003c b', 'a < b'],
    ['ends with \\u005', 'ends with \\u005'],
    ['C:\\users\\unit \\u00zz \\n', 'C:\\users\\unit \\u00zz \\n'],
    ['NUL \\u0000, halves \\ud83d, \\ude80\\ud83d', 'NUL \\u0000, halves \\ud83d, \\ude80\\ud83d'],
    ['\\U00f6', '\\U00f6'],
  ])('reads %s', (text, decoded) => {
    expect(decodeEscapes(text)).toBe(decoded);
  });

  it('returns what was escaped', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        if (!text.isWellFormed() || text.includes('\0') || text.includes('\\')) return;
        const escaped = text.replaceAll(
          /[^ -~]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
        expect(decodeEscapes(escaped)).toBe(text);
      }),
    );
  });
});

describe('escapesPattern', () => {
  it.each([
    ['Refund 12-3: (a.b)', null],
    ['x'.repeat(501), null],
    [`${'x'.repeat(500)}é`, undefined],
    ['aé', String.raw`(?:a|A)(?:é|É|\\+u00[eE]9|\\+u00[cC]9)`],
    ['<.', String.raw`(?:\<|\\+u003[cC])(?:\.)`],
    ['ß🚀', String.raw`(?:ß|\\+u00[dD][fF])(?:🚀|\\+u[dD]83[dD]\\+u[dD][eE]80)`],
  ])('matches %s', (text, pattern) => {
    expect(escapesPattern(text)).toBe(pattern);
  });
});
