import { type Cell, nameColumn, writeSheet } from './sheet-csv.js';

const csv = (...rows: Cell[][]) => {
  const text = writeSheet(rows, 1000);
  return text && 'csv' in text ? text.csv.split('\n') : text;
};

describe('a sheet', () => {
  it('becomes CSV with the values that it shows', () => {
    expect(
      csv(
        ['question', 'answer', 'asked', 'ok'],
        ['a, "b"', 0.1, new Date('2026-03-01T00:00:00Z'), true],
        [' kept ', null, new Date('2026-03-01T10:30:00Z'), false],
      ),
    ).toEqual([
      'question,answer,asked,ok',
      '"a, ""b""",0.1,2026-03-01,true',
      '" kept ",,2026-03-01T10:30:00,false',
    ]);
  });

  it('has a line for each row, also before the header and between rows', () => {
    expect(csv([null], ['q'], [null], ['x'])).toEqual(['', 'q', '', 'x']);
  });

  it('leaves out columns without a name and without values', () => {
    expect(csv(['q', null, 'a', null], ['x', ' ', 'y', null])).toEqual(['q,a', 'x,y']);
  });

  it('is refused if a column has values but no name', () => {
    expect(writeSheet([[null], ['q', 'a'], ['x', 'y'], ['x', 'y', null, 'more']], 1000)).toEqual({
      problem: 'Column D has values, but row 2 gives it no name. Name the column, or empty it.',
    });
  });

  it('is nothing without a value', () => {
    expect(writeSheet([], 1000)).toBeNull();
    expect(writeSheet([[null, ' '], []], 1000)).toBeNull();
  });

  it('is refused if its cells would become too much, as with one text in many', () => {
    const shared = 'x'.repeat(1024 * 1024);
    const rows = [['q'], ...Array.from({ length: 100_000 }, () => [shared])];
    expect(writeSheet(rows, 100 * 1024 * 1024)).toEqual({
      problem: 'The workbook is too large to be read here. Save the sheet as CSV.',
    });
    expect(writeSheet([['q'], ['abc']], 6)).toEqual({ csv: 'q\nabc' });
    expect(writeSheet([['q'], ['abc']], 5)).toHaveProperty('problem');
  });

  it('names its columns with letters', () => {
    expect([0, 25, 26, 701, 702].map(nameColumn)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
  });
});
