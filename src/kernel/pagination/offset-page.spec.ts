import { offsetConnection, type OffsetPageArgs } from './offset-page.js';

const ROWS = ['a', 'b', 'c', 'd', 'e'];
const cursor = (offset: number) => Buffer.from(`connection:${offset}`).toString('base64');

/** A list of five rows that counts how often its length is requested. */
function fiveRows() {
  const list = {
    counted: 0,
    slice: ({ offset, limit }: { offset: number; limit: number }) =>
      Promise.resolve(ROWS.slice(offset, offset + limit)),
    count: () => {
      list.counted++;
      return Promise.resolve(ROWS.length);
    },
  };
  return list;
}

async function page(args: OffsetPageArgs) {
  const list = fiveRows();
  const { edges, pageInfo } = await offsetConnection(args, list, (row) => row.toUpperCase());
  const { hasNextPage, hasPreviousPage } = pageInfo;
  return {
    nodes: edges.map((edge) => edge.node).join(''),
    hasNextPage,
    hasPreviousPage,
    counted: list.counted,
  };
}

describe('offsetConnection', () => {
  it.each<[OffsetPageArgs, string, boolean, boolean]>([
    [{}, 'ABCDE', false, false],
    [{ first: 2 }, 'AB', true, false],
    [{ first: 5 }, 'ABCDE', false, false],
    [{ first: 0 }, '', true, false],
    [{ first: 2, after: cursor(1) }, 'CD', true, true],
    [{ first: 9, after: cursor(3) }, 'E', false, true],
    [{ after: cursor(99) }, '', false, true],
    [{ before: cursor(2) }, 'AB', true, false],
    [{ first: 1, before: cursor(2) }, 'A', true, false],
    [{ after: cursor(0), before: cursor(3) }, 'BC', true, true],
    [{ after: cursor(3), before: cursor(1) }, '', true, true],
    [{ last: 2 }, 'DE', false, true],
    [{ last: 9 }, 'ABCDE', false, false],
    [{ last: 0 }, '', false, true],
    [{ last: 1, before: cursor(3) }, 'C', true, true],
    [{ first: 3, last: 2 }, 'BC', true, true],
    [{ first: null, last: null, after: null, before: null }, 'ABCDE', false, false],
    [{ after: '', before: '' }, 'ABCDE', false, false],
  ])('reads %j as %s', async (args, nodes, hasNextPage, hasPreviousPage) => {
    expect(await page(args)).toMatchObject({ nodes, hasNextPage, hasPreviousPage });
  });

  it('counts the list only to read it from the end', async () => {
    expect(await page({ first: 2, after: cursor(1) })).toMatchObject({ counted: 0 });
    expect(await page({ last: 2 })).toMatchObject({ counted: 1 });
  });

  it('returns cursors that continue the list', async () => {
    const { pageInfo, edges } = await offsetConnection({ first: 2 }, fiveRows(), (row) => row);
    expect(edges.map((edge) => edge.cursor)).toEqual([cursor(0), cursor(1)]);
    expect(pageInfo).toMatchObject({ startCursor: cursor(0), endCursor: cursor(1) });
  });

  it('returns 50 rows by default', async () => {
    const limits: number[] = [];
    const list = {
      slice: ({ limit }: { limit: number }) => {
        limits.push(limit);
        return Promise.resolve([]);
      },
      count: () => Promise.resolve(0),
    };
    await offsetConnection({}, list, (row) => row);
    expect(limits).toEqual([51]);
  });

  it.each<OffsetPageArgs>([
    { first: -1 },
    { last: -1 },
    { after: 'x' },
    { after: Buffer.from('connection:-1').toString('base64') },
    { before: Buffer.from('connection:1e3').toString('base64') },
    { before: Buffer.from('connection:99999999999999999999').toString('base64') },
  ])('refuses %j', async (args) => {
    await expect(page(args)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });
});
