import { NOTHING_SELECTED, toggleAll, toggleRow } from './selection.js';

const ORDER = ['a', 'b', 'c', 'd', 'e'];
const pick = (id: string, withShift = false, from = NOTHING_SELECTED) =>
  toggleRow(from, ORDER, id, withShift);

describe('a selection of rows', () => {
  it('adds and removes single rows', () => {
    const one = pick('b');
    expect([...one.ids]).toEqual(['b']);
    expect([...pick('b', false, one).ids]).toEqual([]);
  });

  it('extends with Shift from the last selected row in either direction', () => {
    expect([...pick('d', true, pick('b')).ids].toSorted()).toEqual(['b', 'c', 'd']);
    expect([...pick('a', true, pick('c')).ids].toSorted()).toEqual(['a', 'b', 'c']);
  });

  it('removes a whole range with Shift', () => {
    const all = toggleAll(NOTHING_SELECTED, ORDER);
    const without = pick('b', false, all);
    expect([...pick('d', true, without).ids].toSorted()).toEqual(['a', 'e']);
  });

  it('selects one row if Shift has no row to extend from', () => {
    expect([...pick('d', true).ids]).toEqual(['d']);
    expect([...toggleRow({ ids: new Set(), anchor: 'gone' }, ORDER, 'd', true).ids]).toEqual(['d']);
  });

  it('selects all rows, and none if all were selected', () => {
    const all = toggleAll(NOTHING_SELECTED, ORDER);
    expect(all.ids.size).toBe(5);
    expect(toggleAll(all, ORDER).ids.size).toBe(0);
    expect(toggleAll(pick('a'), ORDER).ids.size).toBe(5);
    expect(toggleAll(NOTHING_SELECTED, []).ids.size).toBe(0);
  });
});
