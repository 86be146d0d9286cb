import { gzipSync } from 'node:zlib';
import { Int64, Table, tableFromArrays, tableToIPC, Utf8, vectorFromArray } from 'apache-arrow';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { countOfEverything, sendForm, stored } from './uploading.js';

const TYPE = 'application/x-pandas-pyarrow';

describe('uploads of Arrow streams', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const table = new Table({
    q: vectorFromArray(['x', null], new Utf8()),
    n: vectorFromArray([9007199254740993n, 2n], new Int64()),
    split: vectorFromArray(['train', 'test']),
  });
  const file = Buffer.from(tableToIPC(table, 'stream'));
  const fields = { 'input_keys[]': ['q', 'n'], split_key: 'split', 'flatten_keys[]': 'q' };

  it.each([
    ['uncompressed', { file }],
    ['in gzip', { file: gzipSync(file), encoding: 'gzip' }],
  ])('keep native types and nulls, %s', async (_, form) => {
    const { status } = await sendForm(server, { type: TYPE, fields, ...form });
    expect(status).toBe(200);
    expect(await stored(server)).toMatchObject([
      { input: '{"q":"x","n":9007199254740993}', splits: ['train'] },
      { input: '{"q":null,"n":2}', splits: ['test'] },
    ]);
  });

  it('are read one after another, even with many rows', async () => {
    const n = Float64Array.from({ length: 5_000 }, (_, row) => row);
    const rows = Buffer.from(tableToIPC(tableFromArrays({ n }), 'stream'));
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        sendForm(server, { type: TYPE, file: rows, fields: { name, 'input_keys[]': 'n' } }),
      ),
    );
    expect(answers.map(({ data }) => data!['num_created_examples'])).toEqual([5_000, 5_000, 5_000]);
    expect((await stored(server, 'b')).at(-1)!.input).toBe('{"n":4999.0}');
  });

  it.each<[string, Buffer, string | RegExp]>([
    ['nothing', Buffer.alloc(0), /not a valid Arrow stream/],
    ['text', Buffer.from('a,b\n1,2\n'.repeat(50)), /not a valid Arrow stream/],
    ['half a schema', file.subarray(0, 60), /not a valid Arrow stream/],
    ['half a batch', file.subarray(0, -60), /not a valid Arrow stream/],
    ['zeros', Buffer.alloc(1000), /not a valid Arrow stream/],
    [
      'an impossible length',
      Buffer.from([255, 255, 255, 255, 255, 255, 255, 127, 1]),
      /not a valid Arrow stream/,
    ],
  ])('are refused for %s', async (_, bytes, reason) => {
    const { status, text } = await sendForm(server, { type: TYPE, file: bytes, fields });
    expect(text).toMatch(reason);
    expect(status).toBe(422);
    expect(await countOfEverything(server)).toBe(0);
  });

  it('are refused for a missing column', async () => {
    const { status, text } = await sendForm(server, {
      type: TYPE,
      file,
      fields: { 'output_keys[]': 'x' },
    });
    expect([status, text]).toEqual([422, 'output_keys not found in column headers: "x"']);
  });

  it('do no harm if they declare a huge length', async () => {
    const small = Buffer.from(tableToIPC(tableFromArrays({ a: ['x', 'y'] }), 'stream'));
    // Corrupts a length in the stream's metadata, which the Arrow reader trusts.
    small[50] = small[50]! ^ 0xff;
    const { status, text } = await sendForm(server, {
      type: TYPE,
      file: small,
    });
    expect([status, text]).toEqual([422, expect.stringContaining('not a valid Arrow stream')]);
    expect((await sendForm(server, { type: TYPE, file, fields })).status).toBe(200);
  });
});
