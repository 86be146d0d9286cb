import { after, cursorAt, type KeysetSort, orderBy } from './keyset-sort.js';
import { parseRowCursor } from './keyset-cursor.js';
import { SqlWhere } from '../sql/sql-where.js';

const sorted = (given: Partial<KeysetSort['column']> & object, descending = false): KeysetSort => ({
  column: { sql: 's.tokens', type: 'INT', nullable: true, ...given },
  descending,
  id: 's.id',
});
const byId: KeysetSort = { column: null, descending: false, id: 's.id' };

describe('keyset sort', () => {
  it('says nulls last only where there can be nulls', () => {
    expect(orderBy(byId)).toBe('ORDER BY s.id ASC');
    expect(orderBy(sorted({}, true))).toBe('ORDER BY s.tokens DESC NULLS LAST, s.id DESC');
    expect(orderBy(sorted({ nullable: false }))).toBe('ORDER BY s.tokens ASC, s.id ASC');
  });

  it('goes on after a row with a value, rows without one still to come', () => {
    const sort = sorted({}, true);
    const where = after(new SqlWhere(), sort, cursorAt(sort)({ id: 7, sortValue: 30 }));
    expect(where.toString()).toBe(
      'WHERE ((s.tokens, s.id) < ($1::bigint, $2) OR s.tokens IS NULL)',
    );
    expect(where.parameters).toEqual([30, 7]);
  });

  it('goes on after a row without a value by its id', () => {
    const sort = sorted({});
    const where = after(new SqlWhere(), sort, cursorAt(sort)({ id: 7, sortValue: null }));
    expect(where.toString()).toBe('WHERE (s.tokens IS NULL AND s.id > $1)');
  });

  it('keeps microseconds and exact decimals in its cursors', () => {
    const time = sorted({ type: 'DATETIME', nullable: false });
    const start = '2026-03-01T10:00:00.120456+00:00';
    const where = after(new SqlWhere(), time, cursorAt(time)({ id: 1, sortValue: start }));
    expect(where.parameters).toEqual([start, 1]);
    const latency = sorted({ type: 'FLOAT', nullable: false });
    const decimal = cursorAt(latency)({ id: 1, sortValue: '2000.001' });
    expect(after(new SqlWhere(), latency, decimal).parameters).toEqual([2000.001, 1]);
  });

  it.each([
    ['1', sorted({})],
    ['1:FLOAT:2', sorted({})],
    ['1:INT:1.5', sorted({})],
    ['1:NULL:', sorted({ nullable: false })],
    ['1:DATETIME:yesterday', sorted({ type: 'DATETIME' })],
    ['1:INT:1', byId],
    ['nonsense', byId],
    ["1'; DROP TABLE spans", byId],
  ])('refuses the cursor %s', (text, sort) => {
    const cursor = Buffer.from(text).toString('base64');
    expect(() => after(new SqlWhere(), sort, cursor)).toThrow(/Invalid cursor/);
  });

  it('reads the row of a cursor by id alone', () => {
    expect(parseRowCursor(cursorAt(byId)({ id: 12, sortValue: null }))).toBe(12);
    expect(() => parseRowCursor(cursorAt(sorted({}))({ id: 12, sortValue: 1 }))).toThrow(
      /Invalid cursor/,
    );
  });
});
