import { CombinedError } from '@urql/core';
import { appendPage, compareHead, type LoadedRows, readRows } from './list-pages.js';

interface Row {
  id: string;
  value?: number;
}

function aList(ids: string, more = true): LoadedRows<Row> {
  return {
    rows: ids.split('').map((id) => ({ id })),
    endCursor: ids.at(-1) ?? null,
    hasNextPage: more,
  };
}

const ids = (list: LoadedRows<Row>) => list.rows.map((row) => row.id).join('');

describe('appendPage', () => {
  it('adds the next page and takes its cursor', () => {
    const list = appendPage(aList('abc'), aList('de', false));
    expect(ids(list)).toBe('abcde');
    expect(list).toMatchObject({ endCursor: 'e', hasNextPage: false });
  });

  it('does not repeat a row that moved', () => {
    expect(ids(appendPage(aList('abc'), aList('cd')))).toBe('abcd');
  });
});

describe('compareHead', () => {
  it('puts new rows above and keeps what was read below', () => {
    const head = compareHead(aList('cdefgh'), aList('abcd'));
    expect(head).toMatchObject({ newCount: 2, isGap: false });
    expect(ids(head.merged)).toBe('abcdefgh');
    expect(head.merged.endCursor).toBe('h');
  });

  it('leaves rows in place but takes their new values until the news is wanted', () => {
    const fresh = { ...aList('ab'), rows: [{ id: 'a' }, { id: 'b', value: 2 }] };
    const { still } = compareHead(aList('bcd'), fresh);
    expect(still.rows).toEqual([{ id: 'b', value: 2 }, { id: 'c' }, { id: 'd' }]);
  });

  it('starts over when more came than a page holds', () => {
    const head = compareHead(aList('xyz'), aList('abc'));
    expect(head.isGap).toBe(true);
    expect(ids(head.merged)).toBe('abc');
  });

  it('drops rows deleted meanwhile when the whole list fits one page', () => {
    const head = compareHead(aList('abc', false), aList('ac', false));
    expect(head.newCount).toBe(0);
    expect(ids(head.merged)).toBe('ac');
  });
});

describe('readRows', () => {
  const pages: Record<string, LoadedRows<Row>> = {
    start: aList('abc'),
    c: aList('def'),
    f: aList('g', false),
  };
  const fetchPage = (after: string | null) =>
    Promise.resolve({ page: pages[after ?? 'start'] ?? aList('', false) });

  it.each([
    [0, 'abc'],
    [3, 'abc'],
    [4, 'abcdef'],
    [100, 'abcdefg'],
  ])('reads on until there are %i', async (count, expected) => {
    const result = await readRows(fetchPage, count);
    expect('page' in result && ids(result.page)).toBe(expected);
  });

  it('gives up when a page cannot be read', async () => {
    const error = new CombinedError({ graphQLErrors: ['no'] });
    const broken = (after: string | null) =>
      after === null ? fetchPage(after) : Promise.resolve({ error });
    expect(await readRows(broken, 10)).toEqual({ error });
  });
});
