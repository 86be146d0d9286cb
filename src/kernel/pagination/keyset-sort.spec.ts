import { startAfter, createCursorWriter, type KeysetSort, orderBy } from './keyset-sort.js';
import { parseRowCursor } from './keyset-cursor.js';
import { SqlWhere } from '../sql/sql-where.js';

const sorted = (given: Partial<KeysetSort['column']> & object, descending = false): KeysetSort => ({
  column: { sql: 's.tokens', type: 'INT', nullable: true, ...given },
  descending,
  id: 's.id',
});
const byId: KeysetSort = { column: null, descending: false, id: 's.id' };

describe('keyset sort', () => {
  it('uses NULLS LAST only if there can be nulls', () => {
    expect(orderBy(byId)).toBe('ORDER BY s.id ASC');
    expect(orderBy(sorted({}, true))).toBe('ORDER BY s.tokens DESC NULLS LAST, s.id DESC');
    expect(orderBy(sorted({ nullable: false }))).toBe('ORDER BY s.tokens ASC, s.id ASC');
  });

  it('continues after a row with a value, before rows without one', () => {
    const sort = sorted({}, true);
    const where = startAfter(
      new SqlWhere(),
      sort,
      createCursorWriter(sort)({ id: 7, sortValue: 30 }),
    );
    expect(where.toString()).toBe(
      'WHERE ((s.tokens, s.id) < ($1::bigint, $2) OR s.tokens IS NULL)',
    );
    expect(where.parameters).toEqual([30, 7]);
  });

  it('continues after a row without a value by ID', () => {
    const sort = sorted({});
    const where = startAfter(
      new SqlWhere(),
      sort,
      createCursorWriter(sort)({ id: 7, sortValue: null }),
    );
    expect(where.toString()).toBe('WHERE (s.tokens IS NULL AND s.id > $1)');
  });

  it('keeps microseconds and exact decimals in its cursors', () => {
    const time = sorted({ type: 'DATETIME', nullable: false });
    const start = '2026-03-01T10:00:00.120456+00:00';
    const where = startAfter(
      new SqlWhere(),
      time,
      createCursorWriter(time)({ id: 1, sortValue: start }),
    );
    expect(where.parameters).toEqual([start, 1]);
    const latency = sorted({ type: 'FLOAT', nullable: false });
    const decimal = createCursorWriter(latency)({ id: 1, sortValue: '2000.001' });
    expect(startAfter(new SqlWhere(), latency, decimal).parameters).toEqual([2000.001, 1]);
  });

  it.each(['', 'zürich', 'a:b\nc'])('continues after the text %j', (name) => {
    const sort = sorted({ sql: 's.name', type: 'STRING', nullable: false });
    const where = startAfter(
      new SqlWhere(),
      sort,
      createCursorWriter(sort)({ id: 7, sortValue: name }),
    );
    expect(where.toString()).toBe('WHERE (s.name, s.id) > ($1::text, $2)');
    expect(where.parameters).toEqual([name, 7]);
  });

  it.each([
    ['1', sorted({})],
    ['1:FLOAT:2', sorted({})],
    ['1:INT:1.5', sorted({})],
    ['1:NULL:', sorted({ nullable: false })],
    ['1:DATETIME:yesterday', sorted({ type: 'DATETIME' })],
    ['1:STRING:a\0b', sorted({ type: 'STRING' })],
    ['1:INT:1', byId],
    ['nonsense', byId],
    ["1'; DROP TABLE spans", byId],
  ])('refuses the cursor %s', (text, sort) => {
    const cursor = Buffer.from(text).toString('base64');
    expect(() => startAfter(new SqlWhere(), sort, cursor)).toThrow(/Invalid cursor/);
  });

  it('reads the row of a cursor by ID alone', () => {
    expect(parseRowCursor(createCursorWriter(byId)({ id: 12, sortValue: null }))).toBe(12);
    expect(() => parseRowCursor(createCursorWriter(sorted({}))({ id: 12, sortValue: 1 }))).toThrow(
      /Invalid cursor/,
    );
  });
});
