import * as fc from 'fast-check';
import { type JsonObject, parseJson } from '../kernel/json/json.js';
import { toOtlpAttributes } from './otlp-attributes.js';

const keysOf = (json: string) =>
  toOtlpAttributes(parseJson(json) as JsonObject).map(({ key }) => key);

describe('toOtlpAttributes', () => {
  it('writes dotted keys and types', () => {
    const attributes = toOtlpAttributes(
      parseJson(
        '{"llm":{"model":"m","count":12,"big":9007199254740993,"cost":1.0},"on":true}',
      ) as JsonObject,
    );
    expect(attributes).toEqual([
      { key: 'llm.model', value: { stringValue: 'm' } },
      { key: 'llm.count', value: { intValue: '12' } },
      { key: 'llm.big', value: { intValue: '9007199254740993' } },
      { key: 'llm.cost', value: { doubleValue: JSON.rawJSON('1.0') } },
      { key: 'on', value: { boolValue: true } },
    ]);
  });

  it.each([
    ['{"a":[{"b":1},{"b":2}]}', ['a.0.b', 'a.1.b']],
    ['{"a":[1,2]}', ['a']],
    ['{"a":[{"b":1},2]}', ['a']],
    ['{"a":{"b":null}}', ['a']],
    ['{"a":{}}', ['a']],
    ['{"a":{"b.c":1}}', ['a']],
    ['{"a":{"0":1}}', ['a']],
    ['{"a":{"b":1},"a.c":2}', ['a', 'a.c']],
  ])('keeps what nesting again would change: %s', (json, keys) => {
    expect(keysOf(json)).toEqual(keys);
  });

  it('takes any keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const attributes = toOtlpAttributes(parseJson(JSON.stringify(value)) as JsonObject);
        expect(attributes.length).toBeGreaterThanOrEqual(Object.keys(value).length > 0 ? 1 : 0);
      }),
    );
  });
});
