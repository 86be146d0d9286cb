import { parseJson } from '../../kernel/json/json.js';
import { shortenTexts } from './shorten-texts.js';

describe('shortenTexts', () => {
  it('cuts long texts at every level, and says how long they were', () => {
    const long = 'a'.repeat(1_234);
    const value = { a: long, b: [{ c: long, d: 'short' }], e: 1, f: null, g: true };
    const cut = 'aaaaa… (1,234 characters)';
    expect(shortenTexts(value, 5)).toEqual({
      a: cut,
      b: [{ c: cut, d: 'short' }],
      e: 1,
      f: null,
      g: true,
    });
    expect(value.a).toBe(long);
  });

  it('keeps numbers with all digits, and keys such as __proto__', () => {
    const value = parseJson('{"__proto__":{"x":12345678901234567890}}');
    expect(JSON.stringify(shortenTexts(value, 5))).toBe(JSON.stringify(value));
  });
});
