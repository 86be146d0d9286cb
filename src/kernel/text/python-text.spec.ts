import { jsonDouble, jsonInteger, type JsonValue } from '../json/json.js';
import { pythonText } from './python-text.js';

describe('pythonText', () => {
  it.each<[JsonValue, string]>([
    [0, '0'],
    [3.14, '3.14'],
    [true, 'True'],
    [false, 'False'],
    [null, 'None'],
    [' a b c ', ' a b c '],
    [[1, 2], '[1, 2]'],
    [[true, false], '[True, False]'],
    [['a', 'b'], "['a', 'b']"],
    [[], '[]'],
    [{}, '{}'],
    [{ a: 1, b: [null] }, "{'a': 1, 'b': [None]}"],
    [jsonDouble(1), '1.0'],
    [jsonDouble(1e16), '1e+16'],
    [jsonDouble(123456789012345), '123456789012345.0'],
    [1e-5, '1e-05'],
    [0.0001, '0.0001'],
    [1.5e-7, '1.5e-07'],
    [jsonDouble(1e22), '1e+22'],
    [jsonInteger(2n ** 63n - 1n), '9223372036854775807'],
    [["it's"], `["it's"]`],
    [[`"it's"`], `['"it\\'s"']`],
    [['a\n\\\u0007'], "['a\\n\\\\\\x07']"],
  ])('writes %j', (value, text) => {
    expect(pythonText(value)).toBe(text);
  });
});
