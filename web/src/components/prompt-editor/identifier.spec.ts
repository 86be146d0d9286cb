import fc from 'fast-check';
import { isIdentifier, toIdentifier } from './identifier.js';

describe('identifiers', () => {
  it.each([
    ['My prompt!', 'my-prompt'],
    ['  Überraschung  2 ', 'uberraschung-2'],
    ['a_b--c', 'a_b--c'],
    ['_x_', 'x'],
    ['名前', ''],
  ])('derive %j → %j', (text, name) => {
    expect(toIdentifier(text)).toBe(name);
  });

  it('always have the form that the server accepts, or are empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 50 }), (text) => {
        const name = toIdentifier(text);
        expect(name === '' || isIdentifier(name)).toBe(true);
      }),
    );
  });

  it('refuse %j', () => {
    for (const text of ['', 'A', 'a b', '-a', 'a-', 'é', 'a\n', 'a'.repeat(1025)]) {
      expect(isIdentifier(text)).toBe(false);
    }
  });
});
