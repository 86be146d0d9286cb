import { decodeEscapes } from './escaped-text.js';

describe('escapes', () => {
  it.each([
    ['gr\\u00f6\\u00DFe', 'größe'],
    ['JSON in JSON: \\\\u00f6 \\\\ud83d\\\\ude80', 'JSON in JSON: ö 🚀'],
    ['C:\\users \\u0000 \\ud83d', 'C:\\users \\u0000 \\ud83d'],
    ['plain', 'plain'],
  ])('of %s are read', (text, decoded) => {
    expect(decodeEscapes(text)).toBe(decoded);
  });
});
