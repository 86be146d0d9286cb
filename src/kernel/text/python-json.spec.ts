import { parseJson } from '../json/json.js';
import { pythonJson } from './python-json.js';

const ascii = (text: string) => pythonJson(parseJson(text), { isAscii: true });
const raw = (text: string) => pythonJson(parseJson(text), { isAscii: false });

describe('pythonJson', () => {
  it('puts spaces where Python does, and keeps the order of keys', () => {
    expect(raw('{"b":[1,{}],"a":[],"c":null,"d":true}')).toBe(
      '{"b": [1, {}], "a": [], "c": null, "d": true}',
    );
  });

  it('keeps numbers', () => {
    expect(raw('[1.0,1,1e-7,9007199254740993,1e22]')).toBe(
      '[1.0, 1, 1e-07, 9007199254740993, 1e+22]',
    );
  });

  it('escapes non-ASCII characters, or keeps them', () => {
    const text = JSON.stringify({ é: 'a"\\\n\u0001\u007f😀' });
    expect(ascii(text)).toBe('{"\\u00e9": "a\\"\\\\\\n\\u0001\\u007f\\ud83d\\ude00"}');
    expect(raw(text)).toBe('{"é": "a\\"\\\\\\n\\u0001\u007f😀"}');
    expect(JSON.parse(ascii(text))).toEqual(JSON.parse(text));
  });
});
