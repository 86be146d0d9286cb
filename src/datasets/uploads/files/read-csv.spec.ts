import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { MAX_COLUMNS, MAX_ROW_BYTES } from '../contents/limits.js';
import { collect, inPieces } from '../../../../test/support/uploaded-bytes.js';
import { readCsv } from './read-csv.js';

const ends = fc.array(fc.nat(120), { maxLength: 12 });

async function read(csv: Buffer | string, places: number[] = []) {
  let header: readonly string[] = [];
  const rows = await collect(readCsv(inPieces(csv, places), (columns) => (header = columns)));
  return {
    header,
    lines: rows.map((row) => row.line),
    rows: rows.map((row) => header.map((column) => row.valueOf(column))),
  };
}

async function* repeated(head: string, piece: Buffer, times: number): AsyncGenerator<Buffer> {
  yield Buffer.from(head);
  for (let time = 0; time < times; time += 1) yield piece;
}

describe('readCsv', () => {
  it('reads any table with its line numbers, whatever the quoting and wherever chunks end', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ' ', '\u20AC', '\u{1F600}', ';', "'"),
      maxLength: 6,
    });
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 6 }),
      );
    const options = fc.record({
      lineEnd: fc.constantFrom('\n', '\r\n'),
      blankLines: fc.nat(2),
      isEnded: fc.boolean(),
      isMarked: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(table, options, ends, async (cells, written, places) => {
        const { lineEnd, blankLines, isEnded, isMarked } = written;
        const width = cells[0]?.length ?? 1;
        const header = Array.from({ length: width }, (_, at) => `column ${at}`);
        const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
        let line = 1;
        const starts: number[] = [];
        const texts = [header, ...cells].map((row) => {
          starts.push(line);
          const text = row.map(quote).join(',');
          line += text.split('\n').length + blankLines;
          return text;
        });
        const csv = texts.join(lineEnd.repeat(1 + blankLines)) + (isEnded ? lineEnd : '');
        const parsed = await read(isMarked ? `\uFEFF${csv}` : csv, places);
        expect(parsed.header).toEqual(header);
        const expected = cells
          .map((row, at) => ({
            line: starts[at + 1],
            row: row.map((text) => (text.trim() ? text : undefined)),
          }))
          .filter(({ row }) => row.some((value) => value !== undefined));
        expect(parsed.rows).toEqual(expected.map(({ row }) => row));
        expect(parsed.lines).toEqual(expected.map(({ line }) => line));
      }),
      { numRuns: 300 },
    );
  });

  it('skips blank cells and rows, also beyond the header, and accepts short rows', async () => {
    const { rows, lines } = await read('a,b,c\n1\n\n2,  ,\t, ,\n,,\r\n   \n"",x\n" "\n,,,,\n');
    expect(rows).toEqual([
      ['1', undefined, undefined],
      ['2', undefined, undefined],
      [undefined, 'x', undefined],
    ]);
    expect(lines).toEqual([2, 4, 7]);
  });

  it.each([
    ['a;b\n1;"2;3"\n', [['1', '2;3']]],
    ['a\tb\n1, 2\t3\n', [['1, 2', '3']]],
    ['"a;x";b\n1;2\n', [['1', '2']]],
    ['\uFEFF\r\n\r\na;b\r1;2', [['1', '2']]],
    ['a;b\tc\td\n1\t2\t3', [['1', '2', '3']]],
    ['a;b,c\n1;2,3\n', [['1;2', '3']]],
    ['"a;b"\n1;2\n', [['1;2']]],
    ['a\n1;2\n', [['1;2']]],
  ])('takes the delimiter of the header of %j', async (csv, rows) => {
    const places = Array.from(csv, (_, at) => at);
    expect((await read(csv, places)).rows).toEqual(rows);
  });

  it('accepts quotes in cells and all kinds of line breaks', async () => {
    const { rows } = await read('a,b\r5" pipe,"x"" y"\n"no" she said,"""yes"" "\n1,2\r\n3,4');
    expect(rows).toEqual([
      ['5" pipe', 'x" y'],
      ['"no" she said', '"yes" '],
      ['1', '2'],
      ['3', '4'],
    ]);
  });

  it('finds columns with hostile names', async () => {
    const { header, rows } = await read('__proto__,constructor,toString,\u{1F600}\n1,2,3,4');
    expect(header).toEqual(['__proto__', 'constructor', 'toString', '\u{1F600}']);
    expect(rows).toEqual([['1', '2', '3', '4']]);
  });

  it('reads a header alone as a table without rows', async () => {
    expect(await read('a,b\n')).toEqual({ header: ['a', 'b'], rows: [], lines: [] });
  });

  it.each([
    ['', 'The CSV file is empty'],
    ['\n\n\n', 'The CSV file is empty'],
    ['\uFEFF', 'The CSV file is empty'],
    ['a,b,a\n1,2,3', 'Duplicated column header in the CSV file: "a"'],
    ['a,b\n1,2\n3,"4\n5,6\n', 'line 3: a quote is never closed'],
    [
      'a,b\nWhat is 1,5 times 2?,3\n',
      'line 2: 3 cells, but the header has 2. Put double quotes around cells that contain commas.',
    ],
    ['a;b\n\n1;2;3\n', 'line 3: 3 cells, but the header has 2. Put double quotes'],
    ['a,b\n1,2\n1,2,,4', 'line 3: 4 cells'],
    ['a,b\nq1, "Paris, France"\n', 'line 2: a cell has a space before its quotes.'],
    ['a,b,c\n"x\ny",1,2\nq1, "Paris, France"\n', 'line 4: a cell has a space before its quotes.'],
    ['a,b\nq1,\t"Paris"\n', 'line 2: a cell has a space before its quotes.'],
    ['a, "b"\n1,2\n', 'line 1: a cell has a space before its quotes.'],
    ['a,b,c\n"x, y" ,z\n', 'line 2: a cell has a space after its quotes. Remove the space.'],
    ['a,b\nq1,"x ""y"" z"\t\n', 'line 2: a cell has a space after its quotes.'],
    ['\uFEFF"a" ,b\n1,2\n', 'line 1: a cell has a space after its quotes.'],
  ])('refuses %j', async (csv, reason) => {
    await expect(read(csv)).rejects.toThrow(reason);
  });

  it.each([
    ['UTF-16', Buffer.from('\uFEFFa,b\n1,2\n', 'utf16le'), 'line 1: the text is not UTF-8'],
    ['Latin-1', Buffer.from('a,b\n1,2\n\u00FC,3', 'latin1'), 'line 3: the text is not UTF-8'],
    [
      'Shift JIS',
      Buffer.from([0x61, 0x0a, 0x93, 0xfa, 0x96, 0x7b]),
      'line 2: the text is not UTF-8',
    ],
  ])('refuses %s', async (_, bytes, reason) => {
    await expect(read(bytes)).rejects.toThrow(reason);
  });

  const chunk = Buffer.alloc(1024 * 1024, 'a');
  it.each([
    ['an endless quoted cell', 'a,b\n1,"', chunk, `line 2: larger than ${MAX_ROW_BYTES} bytes`],
    [
      'endless commas',
      'a,b\n1,2\n',
      Buffer.alloc(1024 * 1024, ','),
      `line 3: more than ${MAX_COLUMNS} columns`,
    ],
    [
      'an endless header',
      '',
      Buffer.alloc(1024 * 1024, ','),
      `line 1: more than ${MAX_COLUMNS} columns`,
    ],
  ])('refuses %s long before it has read everything', async (_, head, piece, reason) => {
    let taken = 0;
    async function* counted(): AsyncGenerator<Buffer> {
      for await (const bytes of repeated(head, piece, 1024)) {
        taken += bytes.length;
        yield bytes;
      }
    }
    await expect(collect(readCsv(counted(), () => undefined))).rejects.toThrow(reason);
    expect(taken).toBeLessThan(2 * MAX_ROW_BYTES);
  });

  it('keeps no blank lines in memory, however many there are', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const chunks: WeakRef<ArrayBufferLike>[] = [];
    let held = 0;
    async function* blanks(): AsyncGenerator<Buffer> {
      yield Buffer.from('a,b\n');
      for (let time = 0; time < 64; time += 1) {
        const { buffer } = Buffer.alloc(64 * 1024, '\n');
        chunks.push(new WeakRef(buffer));
        yield Buffer.from(buffer);
      }
      await setImmediate();
      collectGarbage();
      held = chunks.filter((chunk) => chunk.deref()).length;
      yield Buffer.from('1,2\n');
    }
    const rows = await collect(readCsv(blanks(), () => undefined));
    expect(rows.map(({ line }) => line)).toEqual([2 + 64 * 64 * 1024]);
    expect(held).toBeLessThan(8);
  });

  it('stops reading if the reader stops', async () => {
    let isReleased = false;
    async function* source(): AsyncGenerator<Buffer> {
      try {
        yield* repeated('a,b\n', Buffer.from('1,2\n'.repeat(10_000)), 1_000);
      } finally {
        isReleased = true;
      }
    }
    for await (const row of readCsv(source(), () => undefined)) {
      expect(row.valueOf('a')).toBe('1');
      break;
    }
    expect(isReleased).toBe(true);
  });
});
