import { parseExactJson } from '../../lib/json/exact-json.js';
import { countLevelsToOpen, findInJson } from './json-levels.js';

describe('countLevelsToOpen', () => {
  it('opens everything if it is short', () => {
    expect(countLevelsToOpen({ a: { b: { c: 1 } } }, 60)).toBe(3);
  });

  it('stops before there are too many lines', () => {
    const items = Array.from({ length: 50 }, (_, i) => ({ i, name: 'x' }));
    expect(countLevelsToOpen({ items, total: 50 }, 60)).toBe(2);
    expect(countLevelsToOpen({ items: [...items, ...items], total: 100 }, 60)).toBe(1);
  });

  it('always opens the outermost level', () => {
    expect(
      countLevelsToOpen(
        Array.from({ length: 500 }, () => 1),
        60,
      ),
    ).toBe(1);
    expect(countLevelsToOpen('text', 60)).toBe(1);
  });
});

describe('findInJson', () => {
  it('finds scalars with a word, and the structures around them', () => {
    const inner = { text: 'A late Refund' };
    const other = { text: 'nothing' };
    const value = { list: [inner, other] };
    const found = findInJson(value, ['refund']);
    expect([value, value.list, inner, inner.text].map(found.has)).toEqual([true, true, true, true]);
    expect([other, other.text, null].map(found.has)).toEqual([false, false, false]);
  });

  it('finds numbers as they are written, but no keys', () => {
    const value = parseExactJson('{"refund":[1.00]}');
    expect(findInJson(value, ['1.00']).has(value)).toBe(true);
    expect(findInJson(value, ['refund']).has(value)).toBe(false);
  });

  it('finds nothing without words', () => {
    expect(findInJson(['a'], []).has(['a'])).toBe(false);
  });

  it('looks into very deep structures', () => {
    let value: unknown[] = ['deep'];
    for (let level = 0; level < 50_000; level += 1) value = [value];
    expect(findInJson(value as never, ['deep']).has(value as never)).toBe(true);
  });
});
