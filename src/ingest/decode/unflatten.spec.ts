import * as fc from 'fast-check';

import type { JsonObject, JsonValue } from '../../kernel/json/json.js';
import { unflatten } from './unflatten.js';

describe('unflatten', () => {
  it.each<[JsonObject, JsonObject]>([
    [{ 'a.b': 1, 'a.c.d': 2 }, { a: { b: 1, c: { d: 2 } } }],
    [
      { 'a..b': 1, ' c . d ': 2, 'e.f.': 3 },
      { a: { b: 1 }, c: { d: 2 }, e: { f: 3 } },
    ],
    [{ '': 1 }, { '': 1 }],
    [{ '..': 1 }, { '': 1 }],
    [{ a: null, b: 1 }, { b: 1 }],
    [{ 'a.2.x': 1, 'a.7.y': 2 }, { a: [{ x: 1 }, { y: 2 }] }],
    [{ 'a.10.x': 1, 'a.9.x': 2 }, { a: [{ x: 2 }, { x: 1 }] }],
    [{ 'a.00.x': 1, 'a.0.y': 2 }, { a: [{ x: 1, y: 2 }] }],
    [{ 'a.-1.x': 1, 'a.0a.x': 2 }, { a: { '-1': { x: 1 }, '0a': { x: 2 } } }],
    [{ 'tags.0': 'x' }, { tags: { '0': 'x' } }],
    [
      { 'a.0.0.x': 1, 'a.0.1.x': 2, 'a.1.0.x': 3 },
      { a: [{ '0': { x: 1 }, '1': { x: 2 } }, { '0': { x: 3 } }] },
    ],
    [{ 'a.0.b.1.c': 1 }, { a: [{ b: [{ c: 1 }] }] }],
    [
      { cfg: { k: 5 }, 'cfg.m': 6 },
      { cfg: { k: 5 }, 'cfg.m': 6 },
    ],
    [
      { cfg: 'x', 'cfg.m': 6 },
      { cfg: 'x', 'cfg.m': 6 },
    ],
    [
      { cfg: 'x', 'cfg.m.n': 6 },
      { cfg: 'x', 'cfg.m': { n: 6 } },
    ],
    [
      { cfg: [9], 'cfg.0.m': 6 },
      { cfg: [9], 'cfg.0': { m: 6 } },
    ],
    [{ 'p.cfg': 'x', 'p.cfg.m': 6 }, { p: { cfg: 'x', 'cfg.m': 6 } }],
    [
      { 'row.0.k': 5, 'row.m': 6 },
      { row: [{ k: 5 }], 'row.m': 6 },
    ],
    [{ 'row.3': 'f', 'row.3.k': 'e' }, { row: { '3': 'f', '3.k': 'e' } }],
    [
      { 'row.3': 'f', 'row.4.k': 'e' },
      { row: [{ k: 'e' }], 'row.3': 'f' },
    ],
    [{ a: { 'b.c': 1 } }, { a: { 'b.c': 1 } }],
    [{ '7.8': 5 }, { '7': { '8': 5 } }],
    [{ '7.0.8': 5 }, { '7': [{ '8': 5 }] }],
    [{ 'constructor.name': 1 }, { constructor: { name: 1 } }],
  ])('nests %j', (flat, nested) => {
    expect(unflatten(Object.entries(flat))).toEqual(nested);
    expect(unflatten(Object.entries(flat).toReversed())).toEqual(nested);
  });

  it('uses the later of two equal keys', () => {
    expect(
      unflatten([
        ['a.b', 1],
        ['a..b', 2],
      ]),
    ).toEqual({ a: { b: 2 } });
  });

  it('never reaches a prototype', () => {
    const nested = unflatten([
      ['__proto__.polluted', true],
      ['a.__proto__.polluted', true],
    ]);
    expect(Object.keys(nested)).toEqual(['__proto__', 'a']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('does not depend on the order of the entries', () => {
    const segment = fc.constantFrom('a', 'b', '0', '1', '01', '10', '', ' a', '__proto__');
    const path = fc.array(segment, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('.'));
    const entries = fc.uniqueArray(fc.tuple(path, fc.nat() as fc.Arbitrary<JsonValue>), {
      // Keys that differ only in blanks are equal, and the later of equal keys wins.
      selector: ([key]) =>
        key
          .split('.')
          .map((part) => part.trim())
          .filter((part) => part !== '')
          .map((part, at, all) => (at < all.length - 1 ? part.replace(/^0+(?=\d)/, '') : part))
          .join('.'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        entries.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        ([list, shuffled]) => {
          expect(unflatten(shuffled)).toEqual(unflatten(list));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['flat', (at: number) => `k${at}`],
    ['siblings', (at: number) => `a.k${at}`],
    ['indices', (at: number) => `a.${at}.x`],
    ['demoted', (at: number) => (at === 0 ? 'a' : `a.k${at}.x`)],
  ])('takes linear time for %s keys', (_name, keyOf) => {
    const time = (count: number) => {
      const entries = Array.from({ length: count }, (_, at): [string, JsonValue] => [
        keyOf(at),
        at,
      ]);
      const before = process.cpuUsage();
      unflatten(entries);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    time(2_000);
    // Quadratic time would make it 64 times as much.
    const ratios = Array.from({ length: 3 }, () => time(80_000) / time(10_000));
    expect(Math.min(...ratios)).toBeLessThan(32);
  });
});
