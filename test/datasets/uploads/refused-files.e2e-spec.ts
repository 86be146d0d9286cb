import { deflateSync, gzipSync } from 'node:zlib';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import {
  countOfEverything,
  encodeForm,
  FORM_TYPE,
  type GivenForm,
  send,
  sendForm,
} from './uploading.js';

const JSONL = 'application/jsonl';
const INPUT = { 'input_keys[]': 'a' };
const many = (count: number, body: string) => Array<string>(count).fill(body);

describe('refused files', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  /** Valid rows before the invalid one, so that a partial write would be detected. */
  const csv = (row: string): string => `a,b\n${many(3_000, '1,2\n').join('')}${row}`;
  const jsonl = (line: string): string => `${many(3_000, '{"a":{}}\n').join('')}${line}`;

  it.each<[string, GivenForm, string | RegExp]>([
    ['no name', { fields: { name: '' }, file: 'a\n1' }, 'Dataset name is required'],
    [
      'an unknown action',
      { fields: { action: 'insert' }, file: 'a\n1' },
      'Invalid dateset action: insert',
    ],
    ['no file', { fields: INPUT }, 'file is required'],
    ['a text field instead of a file', { fields: { ...INPUT, file: 'a\n1' } }, 'file is required'],
    [
      'an unknown type',
      { file: 'a\n1', type: 'text/plain' },
      /^Invalid content type of the file: text\/plain/,
    ],
    [
      'another character set',
      { file: 'a\n1', type: 'text/csv; charset="Windows-1252"' },
      'The file must be UTF-8, not windows-1252.',
    ],
    [
      'a file of unknown kind',
      { file: 'a\n1', type: 'application/octet-stream' },
      /^Invalid content type of the file: application\/octet-stream/,
    ],
    [
      'an unknown encoding',
      { file: 'a\n1', encoding: 'br' },
      /^Invalid content encoding of the file: br/,
    ],
    [
      'both kinds of split fields',
      { file: 'a\n1', fields: { split_key: 'a', 'split_keys[]': 'a' } },
      /not both/,
    ],

    ['an empty CSV file', { file: '' }, /^The CSV file is empty/],
    [
      'an empty CSV file in gzip',
      { file: gzipSync(''), encoding: 'gzip' },
      /^The CSV file is empty/,
    ],
    ['an empty JSONL file', { file: '', type: JSONL }, 'The file is empty.'],
    ['a column twice', { file: 'a,b,a\n1,2,3', fields: INPUT }, /Duplicated column header.*"a"/],
    [
      'a missing input column',
      { file: 'a,b\n1,2', fields: { 'input_keys[]': ['a', 'x'] } },
      'input_keys not found in column headers: "x"',
    ],
    [
      'a missing output column',
      { file: 'a,b\n1,2', fields: { 'output_keys[]': ['A'] } },
      'output_keys not found in column headers: "A"',
    ],
    [
      'a missing metadata column',
      { file: 'a,b\n1,2', fields: { 'metadata_keys[]': ['__proto__'] } },
      'metadata_keys not found in column headers: "__proto__"',
    ],
    [
      'a missing split column',
      { file: 'a,b\n1,2', fields: { split_key: 'x' } },
      'split_key not found in column headers: "x"',
    ],
    [
      'a missing column among several split columns',
      { file: 'a,b\n1,2', fields: { 'split_keys[]': ['a', 'x'] } },
      'split_keys not found in column headers: "x"',
    ],
    [
      'a missing span column',
      { file: 'a,b\n1,2', fields: { span_id_key: 'x' } },
      'span_id_key not found in column headers: "x"',
    ],
    [
      'a missing id column',
      { file: 'a,b\n1,2', fields: { example_id_key: 'x' } },
      'example_id_key not found in column headers: "x"',
    ],

    [
      'a quote that is never closed',
      { file: csv('1,"2\n3,4\n'), fields: INPUT },
      'line 3002: a quote is never closed',
    ],
    [
      'a cell too many',
      { file: csv('What is 1,5 times 2?,3\n'), fields: INPUT },
      /^line 3002: 3 cells, but the header has 2\./,
    ],
    [
      'a space before a quote',
      { file: csv('q1, "Paris, France"\n'), fields: INPUT },
      'line 3002: a cell has a space before its quotes. Remove the space.',
    ],
    [
      'a missing column of a file with semicolons',
      { file: 'a;b\n1;2', fields: { 'input_keys[]': 'c' } },
      'input_keys not found in column headers: "c"',
    ],
    [
      'Latin-1 in CSV',
      { file: Buffer.from(csv('\u00FC,1\n'), 'latin1'), fields: INPUT },
      'line 3002: the text is not UTF-8',
    ],
    [
      'UTF-16 in CSV',
      { file: Buffer.from('\uFEFFa,b\n1,2\n', 'utf16le'), fields: INPUT },
      'line 1: the text is not UTF-8',
    ],
    [
      'a column to flatten without an object',
      { file: csv('"{}",1\n'), fields: { ...INPUT, 'flatten_keys[]': 'a' } },
      'line 2: column "a" should contain a JSON object to flatten',
    ],
    [
      'an id that is too long',
      {
        file: csv(`${'x'.repeat(5_000)},1\n`),
        fields: { 'input_keys[]': 'b', example_id_key: 'a' },
      },
      /line 3002/,
    ],
    [
      'an id twice',
      { file: 'a,b\n1,2\n3,4\n1,2\n', fields: { ...INPUT, example_id_key: 'a' } },
      /line 4/,
    ],
    [
      'Latin-1 in JSONL',
      { file: Buffer.from(jsonl('{"a":"\u00FC"}'), 'latin1'), type: JSONL },
      'line 3001: the text is not UTF-8',
    ],
    [
      'a line that is nested too deeply',
      { file: jsonl(`{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}`), type: JSONL, fields: INPUT },
      /^line 3001: .*nested too deeply/,
    ],
    [
      'null to flatten',
      { file: jsonl('{"a":null}'), type: JSONL, fields: { ...INPUT, 'flatten_keys[]': 'a' } },
      /^line 3001: column "a" should contain/,
    ],
    [
      'a flattened key that already exists',
      {
        file: '{"a":{"x":1}}\n{"b":{"x":1}}',
        type: JSONL,
        fields: { 'input_keys[]': ['a', 'b'], 'flatten_keys[]': ['a', 'b'] },
      },
      /^line 2: .*already emitted/,
    ],
    [
      'a flattened key that is also a column',
      {
        file: '{"a":{"x":1}}',
        type: JSONL,
        fields: { 'input_keys[]': ['a', 'x'], 'flatten_keys[]': 'a' },
      },
      /^line 1: .*conflict with flattened children/,
    ],
    [
      'a split that is a number in a list',
      { file: jsonl('{"s":[1]}'), type: JSONL, fields: { split_key: 's' } },
      /^line 3001: column "s"/,
    ],
    ['CSV for JSONL', { file: 'a,b\n1,2\n', type: JSONL }, /^line 1: invalid JSON/],

    [
      'plain text for gzip',
      { file: 'a,b\n1,2\n', encoding: 'gzip', fields: INPUT },
      /^The gzip data cannot be read/,
    ],
    [
      'half of gzip',
      { file: gzipSync(csv('1,2\n')).subarray(0, -9), encoding: 'gzip', fields: INPUT },
      /^The gzip data cannot be read/,
    ],
    [
      'gzip for deflate',
      { file: gzipSync('a\n1'), encoding: 'deflate', fields: INPUT },
      /^The deflate data cannot be read/,
    ],
    [
      'deflate for gzip',
      { file: deflateSync('a\n1'), encoding: 'gzip', fields: INPUT },
      /^The gzip data cannot be read/,
    ],
  ])('name the fault and store nothing: %s', async (_, form, reason) => {
    for (const query of ['sync=true', 'sync=false']) {
      const { status, text, headers } = await sendForm(server, form, query);
      expect(text).toMatch(reason);
      expect([status, headers['content-type']]).toEqual([422, 'text/plain; charset=utf-8']);
    }
    expect(await countOfEverything(server)).toBe(0);
  });

  it.each<[string, Buffer | string, string, RegExp]>([
    ['without a boundary', '', 'multipart/form-data', /Missing boundary/],
    ['of nothing', '', FORM_TYPE, /cannot be read/],
    [
      'that is truncated',
      encodeForm([{ name: 'name', body: 'x' }]).subarray(0, -10),
      FORM_TYPE,
      /cannot be read/,
    ],
    [
      'with a part that has no name',
      '----b\r\nX-Y: z\r\n\r\nx\r\n----b--\r\n',
      'multipart/form-data; boundary=--b',
      /cannot be read/,
    ],
    [
      'with too many fields',
      encodeForm(many(1_001, 'x').map((body) => ({ name: 'input_keys[]', body }))),
      FORM_TYPE,
      /Too many fields/,
    ],
    [
      'with a field that is too large',
      encodeForm([{ name: 'name', body: 'x'.repeat(1024 * 1024 + 1) }]),
      FORM_TYPE,
      /exceeds the maximum size/,
    ],
  ])('are refused in a form %s', async (_, form, type, reason) => {
    const { status, text } = await send(server, form, { 'content-type': type });
    expect(text).toMatch(reason);
    expect(status).toBe(400);
  });

  it('are refused for an example that does not exist', async () => {
    const id = Buffer.from('DatasetExample:77').toString('base64');
    const fields = { ...INPUT, example_id_key: 'a' };
    const { status, text } = await sendForm(server, { file: `a,b\n${id},2\n`, fields });
    expect([status, text]).toEqual([
      422,
      expect.stringContaining('No examples found in this dataset'),
    ]);
    expect(await countOfEverything(server)).toBe(0);
  });

  it('leave stored data unchanged', async () => {
    await sendForm(server, { file: csv('1,2\n'), fields: INPUT });
    const before = await countOfEverything(server);
    const { status } = await sendForm(server, {
      file: csv('1,"2\n'),
      fields: { ...INPUT, action: 'update', split_key: 'b' },
    });
    expect(status).toBe(422);
    expect(await countOfEverything(server)).toBe(before);
    await emptyDatabase(server);
  });
});
