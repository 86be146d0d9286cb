import { strToU8, zipSync } from 'fflate';
import { aWorkbook, text, textRows } from '../../../../testing/factories/workbooks.js';
import { MAX_UNPACKED_BYTES, readWorkbook, readWorkbookFile } from './read-workbook.js';

const read = async (...given: Parameters<typeof readWorkbook>) => {
  const reading = await readWorkbook(...given);
  return 'sheets' in reading
    ? reading.sheets.map(({ name, text: of }) => [name, 'csv' in of ? of.csv : of.problem])
    : reading.problem;
};

describe('a workbook', () => {
  it('has its sheets with rows, in their order', async () => {
    const workbook = aWorkbook({
      Notes: '',
      Cases: textRows(['question', 'answer'], ['a', 'b']),
      More: textRows(['q'], ['x']),
    });
    expect(await read(workbook)).toEqual([
      ['Cases', 'question,answer\na,b'],
      ['More', 'q\nx'],
    ]);
  });

  it('has dates, the values of formulas, and nothing for errors and missing values', async () => {
    const rows = [
      `<row r="1">${text('A1', 'q')}${text('B1', 'a')}${text('C1', 'at')}</row>`,
      `<row r="2">${text('A2', ' x ')}<c r="B2"><f>1+1</f><v>2</v></c><c r="C2" s="1"><v>45000</v></c></row>`,
      `<row r="3"><c r="A3"><f>NOW()</f></c><c r="B3" t="e"><v>#N/A</v></c><c r="C3" s="2"><v>45000.25</v></c></row>`,
      `<row r="5">${text('A5', '=HYPERLINK(1)')}<c r="B5" t="b"><v>1</v></c></row>`,
    ];
    expect(await read(aWorkbook({ One: rows.join('') }))).toEqual([
      ['One', 'q,a,at\n" x ",2,2023-03-15\n,,2023-03-15T06:00:00\n,,\n=HYPERLINK(1),true,'],
    ]);
  });

  it('is refused if it would unpack to too much, before it is unpacked', async () => {
    const bomb = { 'xl/worksheets/bomb.xml': new Uint8Array(40 * 1024 * 1024) };
    const workbook = aWorkbook({ One: textRows(['q'], ['x']) }, bomb);
    expect(workbook.length).toBeLessThan(100_000);
    expect(await read(workbook, 32 * 1024 * 1024)).toBe(
      'The workbook has more than 32 MB of content. Save the sheet as CSV.',
    );
  });

  it('has no more CSV than may be uploaded', async () => {
    const workbook = aWorkbook({
      One: textRows(['q'], ['abcdef']),
      Two: textRows(['q'], ['abcdef']),
    });
    expect(await read(workbook, MAX_UNPACKED_BYTES, 15)).toEqual([
      ['One', 'q\nabcdef'],
      ['Two', 'The workbook is too large to be read here. Save the sheet as CSV.'],
    ]);
  });

  it('says if the file is gone', async () => {
    const gone = { arrayBuffer: () => Promise.reject(new Error('NotReadableError')) };
    expect(await readWorkbookFile(gone)).toEqual({
      problem: 'The file could not be read. Choose it again.',
    });
  });

  it('ignores parts without cells, such as images', async () => {
    const images = { 'xl/media/image.png': new Uint8Array(40 * 1024 * 1024) };
    const workbook = aWorkbook({ One: textRows(['q'], ['x']) }, images);
    expect(await read(workbook, 32 * 1024 * 1024)).toEqual([['One', 'q\nx']]);
  });

  it('does not expand entities', async () => {
    const evil = strToU8(
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]><worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&b;</t></is></c></row></sheetData></worksheet>',
    );
    const workbook = aWorkbook({ One: '' }, { 'xl/worksheets/sheet0.xml': evil });
    expect(JSON.stringify(await read(workbook))).not.toContain('aaaa');
  });

  it.each([
    ['a text', strToU8('question,answer\n')],
    ['an old or protected workbook', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)],
    ['another archive', zipSync({ 'a.txt': strToU8('x') })],
    ['half a workbook', aWorkbook({ One: textRows(['q'], ['x']) }).slice(0, 500)],
  ])('is refused if it is %s', async (_case, bytes) => {
    expect(await read(bytes)).toMatch(/^The file is not an XLSX workbook, is damaged, or/);
  });

  it('is refused without rows', async () => {
    expect(await read(aWorkbook({ One: '', Two: '' }))).toBe('The workbook has no rows.');
  });
});
