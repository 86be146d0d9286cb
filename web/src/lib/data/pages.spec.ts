import {
  countNews,
  hasGap,
  mergeHead,
  createSinglePage,
  type Page,
  type Pages,
  listRows,
  updateRows,
} from './pages.js';

interface Row {
  id: string;
  value?: number;
}

function aPage(ids: string, hasNextPage = true): Page<Row> {
  return {
    rows: ids.split('').map((id) => ({ id })),
    endCursor: ids.at(-1) ?? null,
    hasNextPage,
  };
}

function aList(...pages: Page<Row>[]): Pages<Row> {
  return { pages, pageParams: [null, ...pages.map((page) => page.endCursor)].slice(0, -1) };
}

const ids = (list: Pages<Row>) =>
  listRows(list)
    .map((row) => row.id)
    .join('');

describe('listRows', () => {
  it('joins the pages', () => {
    expect(ids(aList(aPage('abc'), aPage('de', false)))).toBe('abcde');
  });

  it('does not repeat a row that moved between two reads', () => {
    expect(ids(aList(aPage('abc'), aPage('cd')))).toBe('abcd');
  });
});

describe('mergeHead', () => {
  it('puts new rows on top and keeps the other rows and pages', () => {
    const merged = mergeHead(aList(aPage('cde'), aPage('fgh')), aPage('abcd'));
    expect(ids(merged)).toBe('abcdefgh');
    expect(merged.pageParams).toEqual([null, 'e']);
    expect(merged.pages.at(-1)).toMatchObject({ endCursor: 'h', hasNextPage: true });
  });

  it('moves up a row that is now on the first page', () => {
    expect(ids(mergeHead(aList(aPage('abc'), aPage('def')), aPage('eab')))).toBe('eabcdf');
  });

  it('starts over when more new rows arrived than fit on a page', () => {
    expect(ids(mergeHead(aList(aPage('uvw'), aPage('xyz')), aPage('abc')))).toBe('abc');
  });

  it('drops deleted rows when the whole list fits on one page', () => {
    expect(ids(mergeHead(aList(aPage('abc', false)), aPage('ac', false)))).toBe('ac');
  });
});

describe('updateRows', () => {
  it('replaces values without moving rows', () => {
    const list = aList(aPage('bc'), aPage('d'));
    const updated = updateRows(list, [{ id: 'a' }, { id: 'b', value: 2 }]);
    expect(listRows(updated)).toEqual([{ id: 'b', value: 2 }, { id: 'c' }, { id: 'd' }]);
    expect(updated.pageParams).toEqual(list.pageParams);
  });
});

describe('news', () => {
  it('are the rows of a reloaded first page that are not in the list', () => {
    const list = aList(aPage('cde'), aPage('fgh'));
    expect(countNews(list, aPage('abcd'))).toBe(2);
    expect(countNews(list, aPage('cdf'))).toBe(0);
  });

  it('leave a gap when they fill a page and more follow', () => {
    expect(hasGap(aList(aPage('xyz')), aPage('abc'))).toBe(true);
    expect(hasGap(aList(aPage('xyz')), aPage('abx'))).toBe(false);
    expect(hasGap(aList(aPage('xyz')), aPage('abc', false))).toBe(false);
  });

  it('leave no gap above an empty list', () => {
    expect(hasGap(createSinglePage(aPage('', false)), aPage('abc'))).toBe(false);
  });
});
