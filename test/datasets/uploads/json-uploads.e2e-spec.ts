import { eventually } from '../../support/eventually.js';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { countOfEverything, send, sendJson, stored } from './uploading.js';

const DATASET = /^RGF0YXNldDo/;
const VERSION = /^RGF0YXNldFZlcnNpb246/;

describe('uploads as JSON', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const whole = {
    action: 'update',
    name: 'capitals',
    description: 'seed set',
    inputs: [{ q: 'France?' }, { q: 'Japan?' }],
    outputs: [{ a: 'Paris' }, { a: 'Tokyo' }],
    metadata: [{ lvl: 1 }, {}],
    splits: ['train', ['test', ' hard ', null, '']],
    span_ids: [null, '9f86d081884c7d65'],
    example_ids: ['fr', 'jp'],
  };

  it('are stored before the response', async () => {
    const { status, data, headers } = await sendJson(server, whole);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(data).toEqual({
      dataset_id: expect.stringMatching(DATASET),
      version_id: expect.stringMatching(VERSION),
      num_created_examples: 2,
      num_updated_examples: 0,
      num_deleted_examples: 0,
    });
    expect(await stored(server, 'capitals')).toEqual([
      {
        id: 'fr',
        input: '{"q":"France?"}',
        output: '{"a":"Paris"}',
        metadata: '{"lvl":1}',
        splits: ['train'],
      },
      {
        id: 'jp',
        input: '{"q":"Japan?"}',
        output: '{"a":"Tokyo"}',
        metadata: '{}',
        splits: ['hard', 'test'],
      },
    ]);
  });

  it('return the changes', async () => {
    const first = await sendJson(server, whole);
    const same = await sendJson(server, whole);
    expect(same.data).toEqual({ ...first.data, num_created_examples: 0 });
    const inputs = [{ q: 'Japan!' }, { q: 'Chile?' }];
    const changed = await sendJson(server, { ...whole, inputs, example_ids: ['jp', 'cl'] });
    expect(changed.data).toEqual({
      dataset_id: first.data!['dataset_id'],
      version_id: expect.not.stringMatching(String(first.data!['version_id'])),
      num_created_examples: 1,
      num_updated_examples: 1,
      num_deleted_examples: 1,
    });
  });

  it('are checked, queued and identified without sync, and stored soon after', async () => {
    for (const query of ['', 'sync=false', 'sync=0']) {
      const name = `later ${query}`;
      const { status, text, headers } = await sendJson(server, { ...whole, name }, query);
      expect([status, text]).toEqual([200, 'null']);
      const id = Buffer.from(headers['x-spandrel-upload-id']!, 'base64').toString();
      expect(id).toMatch(/^DatasetUpload:\d+$/);
      await eventually('examples', async () => (await stored(server, name)).length === 2);
    }
  });

  it('store an empty description by default, only for a new dataset', async () => {
    await sendJson(server, { name: 'a', inputs: [] });
    await sendJson(server, { name: 'a', inputs: [], action: 'append', description: 'later' });
    await sendJson(server, { name: 'b', inputs: [], description: null });
    await sendJson(server, { name: 'c', inputs: [], description: 'NUL \0' });
    const rows = await server.sql('SELECT name, description FROM datasets ORDER BY name');
    expect(rows).toEqual([
      { name: 'a', description: '' },
      { name: 'b', description: '' },
      { name: 'c', description: 'NUL \uFFFD' },
    ]);
  });

  it('keep numbers, key order and hostile keys exactly', async () => {
    const object =
      '{"z":9007199254740993,"a":-9223372036854775808,"f":1.0,"__proto__":{"x":1},' +
      '"constructor":{"prototype":{"y":2}},"":"\u{1F600}","toString":"\\"\\\\"}';
    await sendJson(server, `{"name":"rows","inputs":[${object}],"__proto__":{"name":"evil"}}`);
    expect((await stored(server))[0]!.input).toBe(object);
    expect(({} as Record<string, unknown>)['name']).toBeUndefined();
  });

  it('replace what PostgreSQL cannot store', async () => {
    await sendJson(server, '{"name":"rows","inputs":[{"k\\u0000":"\\ud800 \\u0000"}]}');
    expect((await stored(server))[0]!.input).toBe('{"k\uFFFD":"\uFFFD \uFFFD"}');
  });

  it.each([
    '\u65E5\u672C\u8A9E',
    '\u0627\u0644\u0639\u0631\u0628\u064A\u0629',
    '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
    `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`,
    ' spaces ',
    '../../etc/passwd',
    "'; DROP TABLE datasets; --",
    '\t\u200B\u202E',
  ])('accept the name %j', async (name) => {
    const { status } = await sendJson(server, { ...whole, name, splits: [name, name] });
    expect(status).toBe(200);
    expect(await server.sql('SELECT name FROM datasets')).toEqual([{ name }]);
    expect((await stored(server, name)).map(({ splits }) => splits)).toEqual([
      [name.trim()],
      [name.trim()],
    ]);
  });

  it.each<[string, unknown, string | RegExp]>([
    ['without a name', { ...whole, name: '' }, 'Dataset name is required'],
    ['with a name that contains NUL', { ...whole, name: 'a\0' }, /name of the dataset/],
    [
      'with half a surrogate pair in the name',
      '{"name":"\\ud800","inputs":[]}',
      /name of the dataset/,
    ],
    ['with a very long name', { ...whole, name: 'x'.repeat(5_000) }, /name of the dataset/],
    ['with an unknown action', { ...whole, action: 'upsert' }, 'Invalid dateset action: upsert'],
    ['without inputs', { name: 'x' }, 'input is required'],
    [
      'with an input that is not an object',
      { ...whole, inputs: [{}, 1] },
      /^input should be a list/,
    ],
    [
      'with too few outputs',
      { ...whole, outputs: [{}] },
      /^outputs should be a list of same length as input/,
    ],
    [
      'with a metadata that is a list',
      { ...whole, metadata: [{}, []] },
      /^metadata should be a list of same length as input/,
    ],
    [
      'with a number for a split',
      { ...whole, splits: ['a', 5] },
      /must be a string, list of strings, or None/,
    ],
    [
      'with a number in a list of splits',
      { ...whole, splits: ['a', ['b', 5]] },
      /must be a string, list of strings, or None/,
    ],
    [
      'with too many ids',
      { ...whole, example_ids: ['a', 'b', 'c'] },
      'example_ids must have same length as inputs',
    ],
    [
      'with a number for an id',
      { ...whole, example_ids: ['a', 5] },
      /^example_ids must contain only strings or None/,
    ],
    [
      'with an id twice',
      { ...whole, example_ids: ['a', 'a'] },
      /^Duplicate example_id in request: 'a'/,
    ],
    [
      'with a number for a span',
      { ...whole, span_ids: ['a', 5] },
      /^span_ids must contain only strings or None/,
    ],
    ['with an id that cannot be stored', { ...whole, example_ids: ['a', 'b\0'] }, /example 2/],
    ['with a split that cannot be stored', { ...whole, splits: ['a', 'b\ud800'] }, /example 2/],
    [
      'that nest too deeply',
      { ...whole, outputs: [{}, { a: JSON.parse('['.repeat(500) + ']'.repeat(500)) }] },
      /^outputs\[1\]: the JSON is nested too deeply/,
    ],
    ['that are a list', [whole], 'The request body should be a JSON object.'],
    ['that are empty', '', /^Invalid JSON/],
    ['that are truncated', JSON.stringify(whole).slice(0, -1), /^Invalid JSON/],
    [
      'with broken JSON in an input',
      '{"name":"x","inputs":[{"a":1},{a:1}]}',
      /^inputs\[1\]: invalid JSON/,
    ],
  ])('are refused %s and store nothing', async (_, body, reason) => {
    for (const query of ['sync=true', 'sync=false']) {
      const { status, text, headers } = await sendJson(server, body, query);
      expect(text).toMatch(reason);
      expect([status, headers['content-type']]).toEqual([422, 'text/plain; charset=utf-8']);
    }
    expect(await countOfEverything(server)).toBe(0);
  });

  it('are refused for a taken name', async () => {
    await sendJson(server, whole);
    const { status, text } = await sendJson(server, { ...whole, action: 'create' });
    expect([status, text]).toEqual([409, expect.stringContaining('capitals')]);
  });

  it('are refused in an unknown format', async () => {
    const body = JSON.stringify(whole);
    const refusal = async (type: string) =>
      (await send(server, body, { 'content-type': type })).status;
    expect(await refusal('text/plain')).toBe(422);
    expect(await refusal('application/x-www-form-urlencoded')).toBe(422);
    expect(await refusal('application/merge-patch+json')).toBe(422);
    expect(await refusal('application/json; charset=utf-8')).toBe(200);
    const response = await server.request.post('/v1/datasets/upload').expect(400);
    expect(response.text).toBe('Missing content-type header');
  });

  it('are refused if sync is not a boolean', async () => {
    const { status, text } = await sendJson(server, whole, 'sync=maybe');
    expect(status).toBe(422);
    expect(JSON.parse(text)).toMatchObject({ detail: [{ loc: ['query', 'sync'] }] });
  });
});
