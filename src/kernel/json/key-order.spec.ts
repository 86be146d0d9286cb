import * as fc from 'fast-check';
import { parseJson, stringifyJson } from './json.js';
import { keepKeyOrder, parseInOrder } from './key-order.js';

describe('parseInOrder', () => {
  it.each([
    '{"2":0,"10":1,"1":2}',
    '{"b":0,"1":1,"a":2,"0":3}',
    '[{"9":{"8":[],"7":{}}},{"3":"x","2":{"1":1,"0":0}}]',
    '{"#1":0,"1":1,"##":2,"#":3,"":4}',
    '{"1":"\\"2\\": {","0":"\\\\"}',
    '{"__proto__":{"5":1,"4":2},"1":0}',
    '{"4294967295":0,"4294967294":1,"01":2,"-1":3}',
    '{"2":9007199254740993,"1":1.0}',
  ])('keeps the order of %s', (text) => {
    expect(stringifyJson(parseJson(text))).toBe(text);
  });

  it('ignores white space', () => {
    expect(stringifyJson(parseInOrder('{ "2" \n:\t1 , "1":"a : 1" }'))).toBe('{"2":1,"1":"a : 1"}');
  });

  it('reads names that are written with escapes as JSON.parse does', () => {
    const text = '{"2":0,"\\u0031":1,"\\u0023x":2,"\\"":3}';
    expect(parseInOrder(text)).toEqual(JSON.parse(text));
  });

  it('reads names with backslashes that V8 confuses with earlier ones', () => {
    for (const [earlier, later] of [
      ['{"h":[],"\\\\":0}', '{"h":1,"\\"":2}'],
      ['{"i":[],"a\\\\":0}', '[{"i":1 , "a\\"":2}]'],
      ['{"\\\\":[]}', '{"\\n":0}'],
      ['{"%\\\\":[]}', '{ "%\\u005f%":0}'],
    ] as const) {
      parseInOrder(earlier);
      JSON.parse(earlier);
      const expected = later.replaceAll(' ', '').replace('\\u005f', '_');
      expect(stringifyJson(parseInOrder(later))).toBe(expected);
    }
  });

  it('reads what was written, whatever the names', () => {
    const name = fc.oneof(
      fc.nat(20).map(String),
      fc.constantFrom('#', '#1', '__proto__', '"', '\\', 'constructor'),
      fc.string(),
    );
    // Objects as entries, because JavaScript would reorder the members.
    const { json } = fc.letrec<{ json: string }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom('1', 'null', '"x:{1"', '1.5'),
        fc.array(tie('json'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
        fc
          .uniqueArray(fc.tuple(name, tie('json')), { maxLength: 5, selector: ([key]) => key })
          .map(
            (members) =>
              `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`,
          ),
      ),
    }));
    fc.assert(
      fc.property(json, (text) => {
        expect(JSON.stringify(parseInOrder(text))).toBe(text);
      }),
    );
  });

  it('lets the last of several members with one name win, as JSON.parse does', () => {
    const text = '{"2":0,"1":1,"2":2}';
    expect(stringifyJson(parseInOrder(text))).toBe('{"2":2,"1":1}');
  });

  it.each(['{"1":', '{"1":1,}', '"1":1', '{"2":"'])('refuses %s like JSON.parse', (text) => {
    const fault = (parse: () => unknown) => {
      try {
        return parse();
      } catch (error) {
        return String(error);
      }
    };
    expect(fault(() => parseInOrder(text))).toBe(fault(() => JSON.parse(text) as unknown));
  });

  it('takes little longer for many strings with escapes', () => {
    const text = `{"1":"${'\\"'.repeat(500_000)}","0":[${'"1",'.repeat(100_000)}1]}`;
    expect(stringifyJson(parseInOrder(text))).toBe(text);
  });
});

describe('keepKeyOrder', () => {
  const ordered = () => keepKeyOrder({ 2: 'b', 1: 'a' }, ['2', '1']);

  it('returns ordinary objects unchanged', () => {
    const object = { a: 1, b: 2 };
    expect(keepKeyOrder(object, ['a', 'c', 'b'])).toBe(object);
    const sorted = { 1: 1, 2: 2 };
    expect(keepKeyOrder(sorted, ['1', '2'])).toBe(sorted);
  });

  it('returns an object that behaves like the original', () => {
    const object = ordered();
    expect(Object.keys(object)).toEqual(['2', '1']);
    expect(Object.entries(object)).toEqual([
      ['2', 'b'],
      ['1', 'a'],
    ]);
    expect([object['1'], Object.hasOwn(object, '2'), 'x' in object]).toEqual(['a', true, false]);
    object['0'] = 'new';
    delete object['2'];
    expect(JSON.stringify(object)).toBe('{"1":"a","0":"new"}');
  });
});
