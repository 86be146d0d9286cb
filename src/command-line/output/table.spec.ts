import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { type Column, Table } from './table.js';
import { Terminal } from './terminal.js';

interface Row {
  name: string;
  count: number;
  id: string;
}

const COLUMNS: Column<Row>[] = [
  { title: 'NAME', value: ({ name }) => name, min: 6 },
  { title: 'COUNT', value: ({ count }) => String(count), align: 'right', optional: 1 },
  { title: 'ID', value: ({ id }) => id },
];

const ROWS = [
  { name: 'a rather long name', count: 7, id: 'id-1' },
  { name: 'short', count: 12345, id: 'id-2' },
];

/** Prints rows to a terminal of a width; without one if it is null. */
function print(columns: number | null, rows: Row[], options = {}, table = COLUMNS): string[] {
  let text = '';
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      text += String(chunk);
      done();
    },
  });
  Object.assign(stream, columns === null ? { isTTY: false } : { isTTY: true, columns });
  new Table(new Terminal({ stdout: stream, stderr: stream, env: {} }), table, options).print(rows);
  return stripVTControlCharacters(text).trimEnd().split('\n');
}

describe('Table', () => {
  it('gives each column the width of its texts if there is room', () => {
    expect(print(80, ROWS)).toEqual([
      'NAME                COUNT  ID',
      'a rather long name      7  id-1',
      'short               12345  id-2',
    ]);
    expect(print(null, ROWS)).toEqual(print(80, ROWS));
  });

  it('shortens flexible columns, and then leaves out optional ones', () => {
    expect(print(24, ROWS)[1]).toBe('a rather l…      7  id-1');
    expect(print(16, ROWS)).toEqual(['NAME        ID', 'a rather …  id-1', 'short       id-2']);
  });

  it('never shortens columns such as IDs', () => {
    expect(print(5, ROWS)[1]).toBe('a rat…  id-1');
  });

  it('limits cells even without a terminal', () => {
    const [, row] = print(null, [{ name: 'x'.repeat(5000), count: 1, id: 'i' }]);
    expect(row!.length).toBeLessThan(250);
  });

  it('shows a line below a row, cut to the width', () => {
    const below = ({ count }: Row) => (count === 7 ? `broken\n${'z'.repeat(100)}` : '');
    const lines = print(20, ROWS, { below });
    expect(lines).toHaveLength(4);
    expect(lines[2]).toBe(`  broken ${'z'.repeat(10)}…`);
  });

  it('keeps the spaces of a prefix', () => {
    const tree: Column<Row>[] = [
      { title: 'T', prefix: () => '   └─ ', value: () => ' x  y ', min: 4 },
    ];
    expect(print(80, ROWS.slice(0, 1), {}, tree)[1]).toBe('   └─ x y');
  });
});
