import { toKeysetCursor } from './keyset-cursor.js';
import type { OffsetPageArgs } from './offset-page.js';
import { twoWayConnection, twoWayPage } from './two-way-page.js';

const cursor = (id: number) => Buffer.from(String(id)).toString('base64');

/** Reads a page of the rows 1 to 5, as a database would. */
function page(args: OffsetPageArgs) {
  const asked = twoWayPage(args);
  const part = [1, 2, 3, 4, 5].filter(
    (id) => id > (asked.after ?? 0) && id < (asked.before ?? Infinity),
  );
  const read = (asked.isBackward ? part.toReversed() : part).slice(0, asked.size + 1);
  const rows = read.map((id) => ({ id }));
  const { edges, pageInfo } = twoWayConnection(rows, asked, (row) => row.id);
  expect([pageInfo.startCursor, pageInfo.endCursor]).toEqual([
    edges[0]?.cursor ?? null,
    edges.at(-1)?.cursor ?? null,
  ]);
  const { hasNextPage, hasPreviousPage } = pageInfo;
  return [edges.map((edge) => edge.node).join(''), hasNextPage, hasPreviousPage];
}

describe('two-way pages', () => {
  it.each<[OffsetPageArgs, string, boolean, boolean]>([
    [{}, '12345', false, false],
    [{ first: 2 }, '12', true, false],
    [{ first: 5 }, '12345', false, false],
    [{ first: 2, after: cursor(2) }, '34', true, true],
    [{ first: 9, after: cursor(4) }, '5', false, true],
    [{ after: cursor(9) }, '', false, true],
    [{ first: 1, before: cursor(3) }, '1', true, false],
    [{ before: cursor(3) }, '12', true, false],
    [{ last: 2 }, '45', false, true],
    [{ last: 9 }, '12345', false, false],
    [{ last: 1, before: cursor(3) }, '2', true, true],
    [{ last: 9, after: cursor(1), before: cursor(4) }, '23', true, true],
    [{ first: null, last: null, after: '', before: null }, '12345', false, false],
  ])('read %j as %s', (args, nodes, hasNextPage, hasPreviousPage) => {
    expect(page(args)).toEqual([nodes, hasNextPage, hasPreviousPage]);
  });

  it('have fifty rows by default', () => {
    expect(twoWayPage({})).toMatchObject({ size: 50, isBackward: false });
  });

  it.each<[OffsetPageArgs, string]>([
    [{ first: 0 }, '`first` must be a positive integer'],
    [{ last: -1 }, '`last` must be a positive integer'],
    [{ last: 1001 }, '`last` must be less than or equal to 1000'],
    [{ first: 1, last: 1 }, '`first` and `last` cannot be combined.'],
    [{ after: 'x' }, 'Invalid cursor: x'],
    [{ before: toKeysetCursor({ id: 1, type: 'INT', value: 1 }) }, 'Invalid cursor for this order'],
  ])('refuse %j', (args, message) => {
    expect(() => twoWayPage(args)).toThrow(message);
  });
});
