import * as fc from 'fast-check';

import {
  findAttribute,
  flattenAttributes,
  MAX_HOT_ENTRIES,
  MAX_HOT_STRING_LENGTH,
  mergeStoredAttributes,
  splitAttributes,
} from './attributes.js';
import { jsonDouble, jsonInteger, type JsonObject, stringifyJson } from '../kernel/json/json.js';

const key = fc.oneof(
  fc.constantFrom('a', 'b', 'a.b', '', '.', '0', '1', '__proto__', 'constructor', 'rawJSON'),
  fc.string(),
);

const { nested } = fc.letrec<{ nested: JsonObject; value: JsonObject }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.string(),
    fc.nat(300).map((length) => 'x'.repeat(length)),
    fc.boolean(),
    fc.constant(null),
    fc.bigInt().map(jsonInteger),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(jsonDouble),
    fc.array(tie('value')),
    tie('nested'),
  ) as fc.Arbitrary<JsonObject>,
  nested: fc
    .array(fc.tuple(key, tie('value')), { maxLength: 6 })
    .map((entries) => Object.fromEntries(entries)),
}));

function split(attributes: JsonObject): { hot: string; cold: string | null } {
  const { hot, cold } = splitAttributes(attributes);
  return { hot: stringifyJson(hot), cold: cold === null ? null : stringifyJson(cold) };
}

describe('splitAttributes', () => {
  it('separates short scalars (hot) from the rest (cold)', () => {
    const long = 'x'.repeat(MAX_HOT_STRING_LENGTH + 1);
    expect(
      splitAttributes({
        llm: { model_name: 'm', score: jsonDouble(1), ok: true },
        input: { value: long },
        'a.b': 1,
        '': 2,
        list: [1],
        nothing: null,
        empty: {},
      }),
    ).toEqual({
      hot: { 'llm.model_name': 'm', 'llm.score': jsonDouble(1), 'llm.ok': true },
      cold: { input: { value: long }, 'a.b': 1, '': 2, list: [1], nothing: null, empty: {} },
    });
  });

  it('returns no cold part if everything is hot', () => {
    expect(splitAttributes({ a: { b: 'x'.repeat(MAX_HOT_STRING_LENGTH) } }).cold).toBeNull();
    expect(splitAttributes({})).toEqual({ hot: {}, cold: null });
  });

  it('keeps tags hot unless they are long', () => {
    const long = 'x'.repeat(1025);
    for (const tags of [['a', 'b'], ['']]) {
      expect(splitAttributes({ tag: { tags } })).toEqual({ hot: { 'tag.tags': tags }, cold: null });
    }
    for (const tags of [[], [long], ['a', 1], ['a', null], { a: ['b'] }]) {
      const attributes = { tag: { tags } } as JsonObject;
      expect(splitAttributes(attributes).cold).not.toBeNull();
      const { hot, cold } = split(attributes);
      expect(mergeStoredAttributes(hot, cold)).toEqual(attributes);
    }
    expect(splitAttributes({ list: { tag: { tags: ['a'] } } }).hot).toEqual({});
    expect(mergeStoredAttributes({ 'tag.tags': ['a'] }, null)).toEqual({ tag: { tags: ['a'] } });
  });

  it('limits the hot part', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`k${at}`, at]));
    const { hot, cold } = splitAttributes(many);
    expect(Object.keys(hot)).toHaveLength(MAX_HOT_ENTRIES);
    expect(Object.keys(cold ?? {})).toHaveLength(500 - MAX_HOT_ENTRIES);
    expect(mergeStoredAttributes(hot, cold)).toEqual(many);
  });
});

describe('mergeStoredAttributes', () => {
  it('restores attributes after splitting', () => {
    fc.assert(
      fc.property(nested, (attributes) => {
        const { hot, cold } = split(attributes);
        expect(mergeStoredAttributes(hot, cold)).toEqual(attributes);
      }),
      { numRuns: 500 },
    );
  });

  it('does not change parsed parts', () => {
    const hot = { 'a.b': 1 };
    const cold = { a: { c: ['x'] } };
    expect(mergeStoredAttributes(hot, cold)).toEqual({ a: { b: 1, c: ['x'] } });
    expect(cold).toEqual({ a: { c: ['x'] } });
  });
});

describe('flattenAttributes', () => {
  it.each<[JsonObject, JsonObject]>([
    [{ metadata: { user: { id: 'u' } } }, { 'metadata.user.id': 'u' }],
    [
      { documents: [{ content: 'a' }, { content: 'b' }] },
      { 'documents.0.content': 'a', 'documents.1.content': 'b' },
    ],
    [{ a: null, b: {}, c: { d: null } }, {}],
    [{ a: [1, { b: 2 }, 'x', null, [3]] }, { 'a.0': 1, 'a.1.b': 2, 'a.2': 'x', 'a.4': [3] }],
    [
      { a: [], b: [null, 1], c: [[{ d: 1 }]] },
      { a: [], b: [null, 1], c: [[{ d: 1 }]] },
    ],
    [
      { 'a.b': 1, c: jsonDouble(1) },
      { 'a.b': 1, c: jsonDouble(1) },
    ],
  ])('flattens %j', (attributes, flat) => {
    expect(flattenAttributes(attributes)).toEqual(flat);
  });
});

describe('findAttribute', () => {
  it('finds a nested attribute, or one that kept its dots', () => {
    expect(findAttribute({ a: { b: { c: 1 } } }, 'a.b.c')).toBe(1);
    expect(findAttribute({ a: 'x', 'a.b': 2 }, 'a.b')).toBe(2);
    expect(findAttribute({ a: {} }, 'a.constructor')).toBeUndefined();
  });
});
