import { printExactJson } from '../../../lib/json/exact-json.js';
import { type FilePreview, MAX_FILE_BYTES, readFilePreview } from './file-preview.js';

const fileOf = (content: string | Uint8Array<ArrayBuffer>, name = 'rows.csv') =>
  new File([content], name);

async function preview(content: string, name?: string): Promise<FilePreview> {
  const reading = await readFilePreview(fileOf(content, name));
  if ('problem' in reading) throw new Error(reading.problem);
  return reading.preview;
}

const shown = ({ rows }: FilePreview) =>
  rows.map(({ line, values }) => [line, printExactJson(Object.fromEntries(values), 0)]);

describe('readFilePreview', () => {
  it('reads CSV like the server: as text, without blank lines, with line numbers', async () => {
    const csv = '\uFEFFq,a\r\n"two\nlines",1\r\n\r\n x ,  \r\n1,2,\r\n , ,\r\n';
    const found = await preview(csv);
    expect(found.columns).toEqual(['q', 'a']);
    expect(shown(found)).toEqual([
      [2, '{"q":"two\\nlines","a":"1"}'],
      [5, '{"q":" x "}'],
      [6, '{"q":"1","a":"2"}'],
    ]);
  });

  it('reads JSONL with the columns of all rows, and exact numbers', async () => {
    const found = await preview('{"q":1.0,"n":9007199254740993}\n{"a":null}\n', 'rows.jsonl');
    expect(found).toMatchObject({ format: 'jsonl', columns: ['q', 'n', 'a'] });
    expect(shown(found)).toEqual([
      [1, '{"q":1.0,"n":9007199254740993}'],
      [2, '{"a":null}'],
    ]);
  });

  it.each([
    ['a;b\n1;"2;3"\n', '{"a":"1","b":"2;3"}'],
    ['a\tb\n1, 2\t3\n', '{"a":"1, 2","b":"3"}'],
    ['\n"a;x";b\n1;2\n', '{"a;x":"1","b":"2"}'],
    ['a;b,c\n1;2,3\n', '{"a;b":"1;2","c":"3"}'],
  ])('finds the delimiter of %j', async (csv, row) => {
    expect(shown(await preview(csv)).map(([, values]) => values)).toEqual([row]);
  });

  it('skips blank lines of JSONL', async () => {
    expect(shown(await preview('\n{"a":1}\r\n \r\n{"a":2}\n\n', 'rows.jsonl'))).toEqual([
      [2, '{"a":1}'],
      [4, '{"a":2}'],
    ]);
  });

  it('skips empty objects like the server, but keeps objects of nulls', async () => {
    expect(shown(await preview('{}\n{"a":null}\n{ }\n{"a":""}\n', 'rows.jsonl'))).toEqual([
      [2, '{"a":null}'],
      [4, '{"a":""}'],
    ]);
  });

  it('recognizes the format by the content if the file name gives no hint', async () => {
    expect(await preview('{"a":1}', 'rows')).toMatchObject({ format: 'jsonl' });
    expect(await preview('a,b\n1,2', 'rows.txt')).toMatchObject({
      format: 'csv',
      columns: ['a', 'b'],
    });
  });

  it('reads only the start of a large file, and never half a row', async () => {
    const row = `"${'\u20AC'.repeat(300_000)}",end\n`;
    const found = await preview(`a,b\n${row.repeat(3)}`);
    expect(found.rows.length).toBeGreaterThan(0);
    expect(found.rows.every(({ values }) => values.get('b') === 'end')).toBe(true);
    const lines = await preview(`{"a":"${'x'.repeat(1_500_000)}"}\n{"a":1}\n`, 'rows.jsonl');
    expect(lines.rows).toHaveLength(2);
  });

  it('shows at most fifty rows', async () => {
    expect((await preview(`a\n${'1\n'.repeat(1_000)}`)).rows).toHaveLength(50);
    expect((await preview('{"a":1}\n'.repeat(1_000), 'r.jsonl')).rows).toHaveLength(50);
  });

  it.each([
    ['', 'rows.csv', 'The file is empty.'],
    ['\n\n', 'rows.csv', 'The file is empty.'],
    ['a,b,a\n1,2,3', 'rows.csv', 'Two columns are named “a”'],
    ['a,b\nWhat is 1,5 times 2?,3', 'rows.csv', 'Line 2 has 3 cells, but the first line names 2'],
    ['a,b\n\nq1, "Paris, France"', 'rows.csv', 'without spaces beside them'],
    ['a;b\n1;2;3', 'rows.csv', 'cells that contain semicolons'],
    ['[{"a":1}]', 'rows.json', 'The file is a JSON list'],
    ['{"a":1}\n{"a":', 'rows.jsonl', 'Line 2 is not a JSON object'],
    ['{"a":1}\n5', 'rows.jsonl', 'Line 2 is not a JSON object'],
  ])('reports what is wrong with %j', async (content, name, problem) => {
    await expect(preview(content, name)).rejects.toThrow(problem);
  });

  it('reports a file that is not UTF-8, or is too large', async () => {
    const latin = Uint8Array.from([0x61, 0x0a, 0xfc, 0x0a]);
    expect(await readFilePreview(fileOf(latin))).toEqual({
      problem: expect.stringContaining('not UTF-8'),
    });
    const large = Object.defineProperty(fileOf('a'), 'size', { value: MAX_FILE_BYTES + 1 });
    expect(await readFilePreview(large)).toEqual({ problem: expect.stringContaining('100 MB') });
  });
});
