import { deflateSync, gzipSync } from 'node:zlib';
import { eventually } from '../../support/eventually.js';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { type GivenForm, sendForm, stored } from './uploading.js';

const CSV =
  'question,answer,level,split,id\nFrance?,Paris,1,train,fr\nJapan?,"Tokyo, of course",,"[""test"",""hard""]",jp\n';
const KEYS = {
  'input_keys[]': 'question',
  'output_keys[]': ['answer'],
  'metadata_keys[]': ['level', 'question'],
  split_key: 'split',
  example_id_key: 'id',
};

const AS_STORED = [
  {
    id: 'fr',
    input: '{"question":"France?"}',
    output: '{"answer":"Paris"}',
    metadata: '{"level":"1","question":"France?"}',
    splits: ['train'],
  },
  {
    id: 'jp',
    input: '{"question":"Japan?"}',
    output: '{"answer":"Tokyo, of course"}',
    metadata: '{"question":"Japan?"}',
    splits: ['hard', 'test'],
  },
];

describe('uploads of files', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  it.each<[string, GivenForm]>([
    ['CSV', { file: CSV }],
    ['CSV before the fields', { file: CSV, isFileFirst: true }],
    ['CSV with a byte order mark', { file: `\uFEFF${CSV}` }],
    ['CSV with other line endings', { file: CSV.replaceAll('\n', '\r\n') }],
    ['CSV in gzip', { file: gzipSync(CSV), encoding: 'gzip' }],
    [
      'CSV in two gzip members',
      {
        file: Buffer.concat([gzipSync(CSV.slice(0, 40)), gzipSync(CSV.slice(40))]),
        encoding: 'GZIP',
      },
    ],
    ['CSV in deflate', { file: deflateSync(CSV), encoding: 'deflate' }],
    ['CSV with its type in capitals', { file: CSV, type: 'TEXT/CSV' }],
    [
      'CSV with its character set',
      { file: CSV, type: 'text/csv; header=present; charset="UTF-8"' },
    ],
    ['CSV as Windows sends it', { file: CSV, type: 'application/vnd.ms-excel' }],
    ['CSV with blank rows', { file: CSV.replaceAll('\n', '\n,,,,\n   \n') }],
    ['CSV with further blank cells', { file: CSV.replaceAll('\n', ',,\n') }],
    [
      'CSV with semicolons',
      {
        file: 'question;answer;level;split;id\nFrance?;Paris;1;train;fr\nJapan?;Tokyo, of course;;"[""test"",""hard""]";jp\n',
      },
    ],
  ])('reads %s', async (_, form) => {
    const { status, text, data } = await sendForm(server, { fields: KEYS, ...form });
    expect([status, text]).toEqual([200, expect.any(String)]);
    expect(data).toMatchObject({ num_created_examples: 2 });
    expect(await stored(server)).toEqual(AS_STORED);
  });

  const JSONL =
    '{"q":"France?","a":null,"n":9007199254740993,"s":["x"],"i":1}\n' +
    '{"q":{"text":"Japan?"},"s":"y","i":"","__proto__":{"x":1}}\n';
  it.each<[string, GivenForm]>([
    ['JSONL', { file: JSONL }],
    ['JSONL with blank lines', { file: `\n${JSONL.replaceAll('\n', '\r\n \r\n')}` }],
    ['JSONL with its character set', { file: JSONL, type: 'application/jsonl; charset=utf-8' }],
    ['JSONL with another type', { file: JSONL, type: 'application/x-ndjson' }],
    ['JSONL without a newline at the end', { file: JSONL.trimEnd() }],
    ['JSONL with empty objects, which make no example', { file: `{}\n${JSONL}{ }\n` }],
    ['JSONL in gzip', { file: gzipSync(JSONL), encoding: 'gzip' }],
  ])('reads %s', async (_, form) => {
    const fields = {
      'input_keys[]': ['q', '__proto__'],
      'output_keys[]': ['a', 'n'],
      split_key: 's',
      example_id_key: 'i',
    };
    const { status } = await sendForm(server, { fields, type: 'application/jsonl', ...form });
    expect(status).toBe(200);
    expect(await stored(server)).toEqual([
      {
        id: '1',
        input: '{"q":"France?"}',
        output: '{"a":null,"n":9007199254740993}',
        metadata: '{}',
        splits: ['x'],
      },
      {
        id: null,
        input: '{"q":{"text":"Japan?"},"__proto__":{"x":1}}',
        output: '{}',
        metadata: '{}',
        splits: ['y'],
      },
    ]);
  });

  it('queues them without sync and stores them soon', async () => {
    const { status, text, headers } = await sendForm(server, { file: CSV, fields: KEYS }, '');
    expect([status, text]).toEqual([200, 'null']);
    expect(headers['x-spandrel-upload-id']).toMatch(/^RGF0YXNldFVwbG9hZDo/);
    await eventually('examples', async () => (await stored(server)).length === 2);
    expect(await stored(server)).toEqual(AS_STORED);
  });

  it('uses the name of the file as the default description', async () => {
    const describe = (name: string, form: GivenForm): Promise<unknown> =>
      sendForm(server, { ...form, fields: { name, 'input_keys[]': 'a', ...form.fields } });
    await describe('a', { file: 'a\n1', fileName: '\u65E5\u672C.csv' });
    await describe('b', { file: 'a\n1', fields: { description: ' ' } });
    await describe('c', { file: 'a\n1', fields: { description: 'given' } });
    expect(await server.sql('SELECT name, description FROM datasets ORDER BY name')).toEqual([
      { name: 'a', description: '\u65E5\u672C.csv' },
      { name: 'b', description: 'rows.csv' },
      { name: 'c', description: 'given' },
    ]);
  });

  it('creates a dataset from a header alone', async () => {
    const { status, data } = await sendForm(server, {
      file: 'a,b\n',
      fields: { 'input_keys[]': 'a' },
    });
    expect([status, data]).toEqual([200, expect.objectContaining({ num_created_examples: 0 })]);
  });

  it('accepts short rows, and skips rows without a value', async () => {
    const file = 'a,b,c\n1\n\n2,,3,,\n,,\n';
    await sendForm(server, { file, fields: { 'input_keys[]': ['a', 'b', 'c'] } });
    const inputs = (await stored(server)).map(({ input }) => input);
    expect(inputs).toEqual(['{"a":"1"}', '{"a":"2","c":"3"}']);
  });

  it('flattens columns with objects', async () => {
    const file = 'q,meta\nx,"{""page"": 1, ""tags"": [1.0]}"\ny,{}\n';
    const fields = {
      'input_keys[]': ['q', 'meta'],
      'metadata_keys[]': 'meta',
      'flatten_keys[]': 'meta',
    };
    await sendForm(server, { file, fields });
    expect((await stored(server)).map(({ input, metadata }) => [input, metadata])).toEqual([
      ['{"q":"x","page":1,"tags":[1.0]}', '{"page":1,"tags":[1.0]}'],
      ['{"q":"y"}', '{}'],
    ]);
  });

  it('accepts the export of a dataset and finds no changes', async () => {
    const examples = {
      name: 'rows',
      action: 'update',
      inputs: [{ q: 'x', ctx: { lang: 'de', tags: ['a', 'b'] } }, { q: 'y, "z"\nw' }],
      outputs: [{ a: '1' }, {}],
      splits: ['train', ['test']],
      example_ids: ['one', null],
    };
    const first = await server.request
      .post('/v1/datasets/upload?sync=true')
      .send(examples)
      .expect(200);
    const { dataset_id: id } = first.body.data;
    const exported = await server.request.get(`/v1/datasets/${id}/csv`).expect(200);
    const columns = exported.text.split('\n', 1)[0]!.split(',');
    const { data } = await sendForm(server, {
      file: exported.text,
      fields: {
        action: 'update',
        'input_keys[]': columns.filter((column) => column.startsWith('input.')),
        'output_keys[]': columns.filter((column) => column.startsWith('output.')),
        example_id_key: 'id',
        split_key: 'splits',
      },
    });
    expect(data).toEqual({ ...first.body.data, num_created_examples: 0 });
  });

  it('reads forms from the published Python client', async () => {
    // Its HTTP library writes the fields first, then the file with its headers in this order.
    const body = gzipSync('q,a,split,rid\n1,2,train,x\n');
    const parts = [
      ['name', 'rows'],
      ['description', ''],
      ['action', 'update'],
      ['input_keys[]', 'q'],
      ['output_keys[]', 'a'],
      ['split_key', 'split'],
      ['example_id_key', 'rid'],
    ].map(
      ([name, value]) =>
        `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const file =
      '--b\r\nContent-Disposition: form-data; name="file"; filename="rows.csv"\r\n' +
      'Content-Type: text/csv\r\nContent-Encoding: gzip\r\n\r\n';
    const form = Buffer.concat([
      Buffer.from(parts.join('') + file),
      body,
      Buffer.from('\r\n--b--\r\n'),
    ]);
    await server.request
      .post('/v1/datasets/upload?sync=true')
      .set('content-type', 'multipart/form-data; boundary=b')
      .send(form)
      .expect(200);
    expect(await stored(server)).toEqual([
      { id: 'x', input: '{"q":"1"}', output: '{"a":"2"}', metadata: '{}', splits: ['train'] },
    ]);
  });
});
