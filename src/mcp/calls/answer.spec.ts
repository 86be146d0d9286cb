import {
  compact,
  cut,
  cutJson,
  roundDollars,
  slice,
  takeFitting,
  toPage,
  writeAnswer,
} from './answer.js';

const connection = (count: number, size: number, hasNextPage = false) => ({
  edges: Array.from({ length: count }, (_, index) => ({
    cursor: `c${index}`,
    node: { text: 'x'.repeat(size) },
  })),
  pageInfo: { hasNextPage },
});
const present = (node: { text: string }) => node;

describe('toPage', () => {
  it('returns a whole list without a cursor', () => {
    expect(toPage(connection(2, 10), present)).toMatchObject({ next_cursor: null });
  });

  it('continues after the last item if there are more', () => {
    expect(toPage(connection(2, 10, true), present)).toMatchObject({ next_cursor: 'c1' });
  });

  it('leaves out what does not fit, and continues there', () => {
    const page = toPage(connection(50, 1_000), present);
    expect((page['items'] as object[]).length).toBe(19);
    expect(page['next_cursor']).toBe('c18');
  });

  it('leaves room for the rest of the answer', () => {
    const page = toPage(connection(50, 1_000), present, { rest: 'x'.repeat(10_000) });
    expect((page['items'] as object[]).length).toBe(9);
  });
});

describe('takeFitting', () => {
  it('returns at least one item, however large', () => {
    expect(takeFitting(['x'.repeat(100_000), 'y'])).toHaveLength(1);
    expect(takeFitting([])).toEqual([]);
  });
});

describe('writeAnswer', () => {
  it('keeps an answer that fits', () => {
    expect(writeAnswer({ a: 1 })).toEqual({ text: '{"a":1}', value: { a: 1 } });
  });

  it('cuts the texts of one that is too long', () => {
    const { text, value } = writeAnswer({ items: [{ name: 'x'.repeat(30_000) }] });
    expect(JSON.parse(text)).toEqual(value);
    expect(value).toEqual({ items: [{ name: `${'x'.repeat(300)}… (29700 more characters)` }] });
  });

  it('refuses one that is too long nevertheless', () => {
    expect(() => writeAnswer({ items: Array.from({ length: 20_000 }, () => 1) })).toThrow(
      'The answer is too long. Ask for fewer items, or for one of them.',
    );
  });
});

describe('texts', () => {
  it('are cut with a note, but never within a character', () => {
    expect(cut('abc', 3)).toBe('abc');
    expect(cut('abcd', 3)).toBe('abc… (1 more characters)');
    expect(cut('ab😀d', 3)).toBe('ab… (3 more characters)');
    expect(slice('ab😀d', 2, 2)).toBe('😀');
  });

  it('keeps short JSON as values', () => {
    expect(cutJson({ a: 1 }, 100)).toEqual({ a: 1 });
    expect(cutJson({ a: 'long enough' }, 5)).toBe('{"a":… (14 more characters)');
    expect(cutJson(undefined, 5)).toBeUndefined();
  });
});

describe('numbers and gaps', () => {
  it('are rounded and left out', () => {
    expect(roundDollars(0.1 + 0.2)).toBe(0.3);
    expect(roundDollars(null)).toBeNull();
    expect(compact({ a: null, b: undefined, c: [], d: 0, e: '' })).toEqual({ d: 0, e: '' });
  });
});
