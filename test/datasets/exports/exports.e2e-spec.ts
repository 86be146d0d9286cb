import { gunzipSync } from 'node:zlib';
import { aDataset, aDatasetVersion } from '../../support/factories/dataset.js';
import { anExample, aRevision } from '../../support/factories/dataset-example.js';
import { aSplit } from '../../support/factories/dataset-marks.js';
import { globalId } from '../../support/global-id.js';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const FORMATS = ['csv', 'jsonl', 'jsonl/openai_ft', 'jsonl/openai_evals'];

describe('downloads of a dataset', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const download = (datasetId: number | string, format: string, query: object = {}) => {
    const id = typeof datasetId === 'number' ? globalId('Dataset', datasetId) : datasetId;
    return server.request.get(`/v1/datasets/${encodeURIComponent(id)}/${format}`).query(query);
  };
  const text = async (datasetId: number, format: string, query: object = {}): Promise<string> =>
    (await download(datasetId, format, query).expect(200)).text;

  describe('as CSV', () => {
    it('has one column for each field in order of appearance', async () => {
      const version = await aDatasetVersion(server);
      const make = (given: object) =>
        anExample(server, { created_version_id: version.id, ...given });
      const a = await make({
        external_id: 'ext-1',
        input: {
          q: 'say "hi", 東京',
          ctx: { lang: 'en', n: { deep: true } },
          tags: ['é', 1, null],
        },
        output: { a: 1 },
      });
      const b = await make({
        input: { q: 'two\nlines' },
        output: { a: null, z: 0.1 },
        metadata: { lvl: 5 },
      });
      await aSplit(server, { name: 'train', examples: [a] });
      await aSplit(server, { name: 'hard, "é"', examples: [a] });
      const response = await download(version.dataset_id, 'csv').expect(200);
      expect(response.headers['content-type']).toBe('text/csv');
      expect(response.text).toBe(
        'id,node_id,input.q,input.ctx.lang,input.ctx.n.deep,input.tags,output.a,splits,output.z,metadata.lvl\n' +
          `ext-1,${globalId('DatasetExample', a.id)},"say ""hi"", 東京",en,True,"[""é"", 1, null]",1.0,` +
          '"[""hard, \\""é\\"""", ""train""]",,\n' +
          `${globalId('DatasetExample', b.id)},${globalId('DatasetExample', b.id)},"two\nlines",,,,,[],0.1,5.0\n`,
      );
    });

    it('has no column for splits if no example is in a split', async () => {
      const example = await anExample(server, { input: { q: 1 } });
      await aSplit(server, { examples: [await anExample(server)] });
      const id = globalId('DatasetExample', example.id);
      expect(await text(example.dataset_id, 'csv')).toBe(`id,node_id,input.q\n${id},${id},1\n`);
    });

    it('leaves formulas unchanged, because programs read them', async () => {
      const { dataset_id } = await anExample(server, {
        external_id: '=1+1',
        input: { q: '@SUM(A1)' },
      });
      expect(await text(dataset_id, 'csv')).toMatch(/\n=1\+1,.*,@SUM\(A1\)\n$/);
    });

    it('writes numbers exactly as pandas does', async () => {
      const { id, dataset_id } = await anExample(server);
      await server.sql('UPDATE dataset_example_revisions SET input = $1 WHERE example_id = $2', [
        '{"a":9007199254740993,"b":1.0,"c":1e-7,"d":-3,"e":false,"f":"007","g":""}',
        id,
      ]);
      expect(await text(dataset_id, 'csv')).toMatch(
        /input\.a,input\.b,input\.c,input\.d,input\.e,input\.f,input\.g\n.*,9007199254740993,1\.0,1e-07,-3,False,007,\n$/,
      );
    });

    it('is one empty line without examples', async () => {
      const { dataset_id } = await aDatasetVersion(server);
      expect(await text(dataset_id, 'csv')).toBe('\n');
    });

    it('refuses too many columns before it sends anything', async () => {
      const input = Object.fromEntries(Array.from({ length: 16_384 }, (_, n) => [`f${n}`, n]));
      const { dataset_id } = await anExample(server, { input });
      const { text: message } = await download(dataset_id, 'csv').expect(422);
      expect(message).toContain('JSON Lines');
      await download(dataset_id, 'jsonl').expect(200);
    });
  });

  describe('as JSON lines', () => {
    it('has exactly six keys in each line', async () => {
      const version = await aDatasetVersion(server);
      const make = (given: object) =>
        anExample(server, { created_version_id: version.id, ...given });
      const a = await make({ external_id: 'ext-1', input: { q: '東京', n: [1, { x: null }] } });
      const b = await make({ output: { a: 1.5 }, metadata: { '"': '\\' } });
      await aSplit(server, { name: 'z', examples: [a] });
      await aSplit(server, { name: 'B', examples: [a] });
      const response = await download(version.dataset_id, 'jsonl').expect(200);
      expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(response.text).toBe(
        `{"id": "ext-1", "node_id": "${globalId('DatasetExample', a.id)}", "input": {"q": "東京", "n": [1, {"x": null}]}, ` +
          '"output": {}, "metadata": {}, "splits": ["B", "z"]}\n' +
          `{"id": "${globalId('DatasetExample', b.id)}", "node_id": "${globalId('DatasetExample', b.id)}", "input": {}, ` +
          '"output": {"a": 1.5}, "metadata": {"\\"": "\\\\"}, "splits": []}\n',
      );
    });

    it('keeps numbers and keys', async () => {
      const { id, dataset_id } = await anExample(server);
      await server.sql('UPDATE dataset_example_revisions SET input = $1 WHERE example_id = $2', [
        '{"b":9007199254740993,"a":1.0,"__proto__":{"c":1}}',
        id,
      ]);
      expect(await text(dataset_id, 'jsonl')).toContain(
        '"input": {"b": 9007199254740993, "a": 1.0, "__proto__": {"c": 1}}',
      );
    });

    it('is empty without examples', async () => {
      const { dataset_id } = await aDatasetVersion(server);
      expect(await text(dataset_id, 'jsonl')).toBe('');
    });
  });

  describe('as conversations', () => {
    const ask = { role: 'user', content: 'Capital of Japan?' };
    const answer = { role: 'assistant', content: 'Tokyo' };

    it('joins question and answer for fine-tuning', async () => {
      const version = await aDatasetVersion(server);
      const make = (input: object, output: object) =>
        anExample(server, { created_version_id: version.id, input, output });
      const tools = [{ type: 'function', function: { name: 'f' } }];
      await make({ messages: [ask], tools, model: 'x' }, { messages: [answer] });
      await make({ messages: [ask], tools: [] }, { messages: 'Tokyo' });
      await make({ messages: { 0: ask }, tools: {} }, { a: 1 });
      await make({}, { messages: [answer] });
      const lines = (await text(version.dataset_id, 'jsonl/openai_ft')).trimEnd().split('\n');
      expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
        { messages: [ask, answer], tools },
        { messages: [ask] },
        { messages: [] },
        { messages: [answer] },
      ]);
      expect(lines[1]).toBe('{"messages": [{"role": "user", "content": "Capital of Japan?"}]}');
    });

    it('contains the ideal answer for evaluation', async () => {
      const version = await aDatasetVersion(server);
      const make = (input: object, output: object) =>
        anExample(server, { created_version_id: version.id, input, output });
      const parts = { role: 'assistant', content: [{ type: 'text', text: 'Tokyo' }] };
      await make({ messages: [ask] }, { messages: [parts, answer] });
      await make({ messages: [ask] }, { messages: [answer, parts] });
      await make({ messages: null }, { messages: [] });
      await make({ messages: [ask] }, { messages: ['text'] });
      const lines = (await text(version.dataset_id, 'jsonl/openai_evals')).trimEnd().split('\n');
      expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
        { messages: [ask], ideal: 'Tokyo' },
        { messages: [ask], ideal: '' },
        { messages: [], ideal: '' },
        { messages: [ask], ideal: '' },
      ]);
    });
  });

  describe.each(FORMATS)('%s', (format) => {
    it('contains any version, and nothing for a version of another dataset', async () => {
      const first = await aDatasetVersion(server);
      const message = (content: string) => ({ messages: [{ content }] });
      const example = await anExample(server, {
        created_version_id: first.id,
        input: message('before'),
      });
      const second = await aDatasetVersion(server, { dataset_id: first.dataset_id });
      await aRevision(server, {
        example_id: example.id,
        version_id: second.id,
        input: message('after'),
      });
      const gone = await anExample(server, {
        created_version_id: second.id,
        input: message('gone'),
      });
      const third = await aDatasetVersion(server, { dataset_id: first.dataset_id });
      await aRevision(server, { example_id: gone.id, version_id: third.id, kind: 'DELETE' });
      const at = (version: { id: number }) =>
        text(first.dataset_id, format, { version_id: globalId('DatasetVersion', version.id) });
      expect(await at(first)).toContain('before');
      expect(await at(second)).toMatch(/after[\s\S]*gone/);
      expect(await at(third)).not.toContain('gone');
      expect(await text(first.dataset_id, format)).toBe(await at(third));
      expect(await text(first.dataset_id, format, { version_id: '' })).toBe(await at(third));
      const nothing = format === 'csv' ? '\n' : '';
      expect(await at({ id: 999999 })).toBe(nothing);
      expect(await at(await aDatasetVersion(server))).toBe(nothing);
      expect(await text((await aDataset(server)).id, format)).toBe(nothing);
    });

    it.each([
      ['fake-id-1a2b3c4d', {}],
      ['capitals', {}],
      [globalId('Project', 1), {}],
      [globalId('Dataset', 999999), {}],
      ['own', { version_id: 'x' }],
      ['own', { version_id: globalId('Dataset', 1) }],
    ])('refuses %s %j', async (id, query) => {
      const { id: own } = await aDataset(server, { name: 'capitals' });
      const response = await download(id === 'own' ? own : id, format, query).expect(422);
      expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(response.headers['content-disposition']).toBeUndefined();
    });

    it('is compressed for clients that accept compression, however small', async () => {
      const { dataset_id } = await anExample(server);
      const plain = await text(dataset_id, format);
      const response = await server.request
        .get(`/v1/datasets/${encodeURIComponent(globalId('Dataset', dataset_id))}/${format}`)
        .set('Accept-Encoding', 'gzip')
        .buffer(true)
        .parse((stream, done) => {
          const chunks: Buffer[] = [];
          stream.on('data', (chunk: Buffer) => chunks.push(chunk));
          stream.on('end', () => done(null, Buffer.concat(chunks)));
        })
        .expect(200);
      expect(response.headers['content-encoding']).toBe('gzip');
      expect(response.headers['vary']).toContain('Accept-Encoding');
      const body = response.body as Buffer;
      // Superagent may have inflated it already.
      expect((body[0] === 0x1f ? gunzipSync(body) : body).toString()).toBe(plain);
    });
  });

  it.each([
    ['capitals', 'capitals'],
    ['my data set', 'my%20data%20set'],
    ['a/b\\c', 'a%2Fb%5Cc'],
    ['"quoted"; filename=x', '%22quoted%22%3B%20filename%3Dx'],
    ["it's (100%)*!", 'it%27s%20%28100%25%29%2A%21'],
    ['東京\n', '%E6%9D%B1%E4%BA%AC%0A'],
    ['a.b-c_d~e+f', 'a.b-c_d~e%2Bf'],
  ])('are saved under the name %s', async (name, quoted) => {
    const { id } = await aDataset(server, { name });
    for (const format of FORMATS) {
      const { headers } = await download(id, format).expect(200);
      const extension = format === 'csv' ? 'csv' : 'jsonl';
      expect(headers['content-disposition']).toBe(
        `attachment; filename*=UTF-8''${quoted}.${extension}`,
      );
    }
  });
});
