import { parseExactJson, parseStructure, printExactJson } from './exact-json.js';

describe('exact JSON', () => {
  it.each(['9007199254740993', '1.0', '-0', '[1,2.5,"x",null,true]', '{"a":{"b":[]},"c":{}}'])(
    'prints %s unchanged',
    (text) => {
      expect(printExactJson(parseExactJson(text), 0)).toBe(text);
    },
  );

  it('keeps __proto__ as a key', () => {
    const text = '{"__proto__":{"x":1}}';
    expect(printExactJson(parseExactJson(text), 0)).toBe(text);
  });

  it('indents like JSON.stringify', () => {
    const value = { a: [1, { b: 'x' }], c: [], d: {} };
    expect(printExactJson(value)).toBe(JSON.stringify(value, null, 2));
  });

  it('finds structures in text, and nothing else', () => {
    expect(parseStructure(' {"a": 1}')).toEqual({ a: 1 });
    expect(parseStructure('[1]')).toEqual([1]);
    expect(parseStructure('12')).toBeUndefined();
    expect(parseStructure('{not json}')).toBeUndefined();
  });
});
