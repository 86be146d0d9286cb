import { jsonDouble, jsonInteger, type JsonValue } from '../../../kernel/json/json.js';
import { type OtlpValue, toOtlpAttributes } from './otlp-value.js';

/** Returns the members that are set. */
function shown(value: OtlpValue): unknown {
  if (value.array_value) return value.array_value.values.map(shown);
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

describe('toOtlpAttributes', () => {
  it.each<[string, JsonValue, unknown]>([
    ['a text', 'x', { string_value: 'x' }],
    ['an empty text', '', { string_value: '' }],
    ['a boolean', false, { bool_value: false }],
    ['an integer', 0, { int_value: 0 }],
    ['a large integer', jsonInteger(2n ** 63n - 1n), { int_value: jsonInteger(2n ** 63n - 1n) }],
    ['a float', 0.5, { double_value: 0.5 }],
    ['a whole float', jsonDouble(1), { double_value: jsonDouble(1) }],
    ['null', null, {}],
    ['an empty list', [], []],
    ['a list of one type', ['a', 'b'], [{ string_value: 'a' }, { string_value: 'b' }]],
    ['booleans after an integer', [1, true], [{ int_value: 1 }, { bool_value: true }]],
    ['nulls', [null, null], [{}, {}]],
    [
      'a list of several types',
      [true, 1, jsonDouble(2), 2.5, null, "it's"],
      ['True', '1', '2.0', '2.5', 'None', "it's"].map((string_value) => ({ string_value })),
    ],
    ['nested lists', [[1, 'a'], []], [{ string_value: "[1, 'a']" }, { string_value: '[]' }]],
  ])('writes %s', (_, value, expected) => {
    const [attribute] = toOtlpAttributes({ key: value });
    expect(attribute?.key).toBe('key');
    expect(attribute && shown(attribute.value)).toEqual(expected);
  });
});
