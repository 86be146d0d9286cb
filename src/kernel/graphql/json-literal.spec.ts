import { parseValue } from 'graphql';
import { stringifyJson } from '../json/json.js';
import { readJsonLiteral } from './json-literal.js';

const read = (literal: string, variables = {}) =>
  stringifyJson(readJsonLiteral(parseValue(literal), variables));

describe('JSON in a document', () => {
  it.each([
    ['{a: [1, -2.5, "x", true, null], b: {}}', '{"a":[1,-2.5,"x",true,null],"b":{}}'],
    ['{n: 9007199254740993}', '{"n":9007199254740993}'],
    ['[-12345678901234567890]', '[-12345678901234567890]'],
    ['{__proto__: {x: 1}, constructor: 2}', '{"__proto__":{"x":1},"constructor":2}'],
    ['"""\nblock\n"""', '"block"'],
  ])('reads %s', (literal, json) => {
    expect(read(literal)).toBe(json);
  });

  it('accepts variables anywhere inside', () => {
    expect(read('{a: [$v], b: $absent}', { v: { k: 1 } })).toBe('{"a":[{"k":1}]}');
  });
});
