import { aDataset, aDatasetVersion } from '../../support/factories/dataset.js';
import { anExample, aRevision } from '../../support/factories/dataset-example.js';
import { aSplit } from '../../support/factories/dataset-marks.js';
import { aSpan } from '../../support/factories/span.js';
import { globalId } from '../../support/global-id.js';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?\+00:00$/;

interface Item {
  id: string;
  node_id: string;
  input: { q?: number };
}

describe('GET /v1/datasets/{id}/examples', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const examplesOf = (datasetId: number | string, query: Record<string, unknown> = {}) => {
    const id = typeof datasetId === 'number' ? globalId('Dataset', datasetId) : datasetId;
    return server.request.get(`/v1/datasets/${encodeURIComponent(id)}/examples`).query(query);
  };
  const inputs = async (datasetId: number, query: Record<string, unknown> = {}) => {
    const { body } = await examplesOf(datasetId, query).expect(200);
    return body.data.examples.map((example: Item) => example.input.q);
  };

  it('shows all keys, and the external id or else the global id', async () => {
    const version = await aDatasetVersion(server);
    const span = await aSpan(server);
    const linked = await anExample(server, {
      created_version_id: version.id,
      external_id: 'ext-1',
      trace_id: span.trace_id,
      span_id: span.span_id,
      input: { q: '東京' },
      output: { a: 2 },
      metadata: { m: [] },
    });
    const plain = await anExample(server, {
      created_version_id: version.id,
      trace_id: 'gone',
      span_id: 'gone',
    });
    const response = await examplesOf(version.dataset_id).expect(200);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.body).toEqual({
      data: {
        dataset_id: globalId('Dataset', version.dataset_id),
        version_id: globalId('DatasetVersion', version.id),
        filtered_splits: [],
        examples: [
          {
            id: 'ext-1',
            node_id: globalId('DatasetExample', linked.id),
            input: { q: '東京' },
            output: { a: 2 },
            metadata: { m: [] },
            updated_at: expect.stringMatching(TIME),
            source: { span_id: span.span_id, span_node_id: globalId('Span', span.id) },
          },
          {
            id: globalId('DatasetExample', plain.id),
            node_id: globalId('DatasetExample', plain.id),
            input: {},
            output: {},
            metadata: {},
            updated_at: expect.stringMatching(TIME),
            source: null,
          },
        ],
      },
    });
  });

  it('returns payloads with exact numbers and keys in their original order', async () => {
    const { id, dataset_id } = await anExample(server);
    const input =
      '{"z":9007199254740993,"a":1.0,"__proto__":{"b":1e-7},"10":"\\"\\\\","2":"\u2028"}';
    await server.sql(
      'UPDATE dataset_example_revisions SET input = $1, created_at = $2 WHERE example_id = $3',
      [input, '2031-02-03T04:05:06.120000+00:00', id],
    );
    const { text } = await examplesOf(dataset_id).expect(200);
    expect(text).toContain(`"input":${input},"output":{}`);
    expect(text).toContain('"updated_at":"2031-02-03T04:05:06.120000+00:00"');
  });

  it('returns no examples for an empty version', async () => {
    const version = await aDatasetVersion(server);
    const { body } = await examplesOf(version.dataset_id).expect(200);
    expect(body.data.examples).toEqual([]);
  });

  it('shows the examples of any version', async () => {
    const first = await aDatasetVersion(server);
    const { id: dataset_id } = { id: first.dataset_id };
    const changed = await anExample(server, { created_version_id: first.id, input: { q: 1 } });
    const gone = await anExample(server, { created_version_id: first.id, input: { q: 2 } });
    const second = await aDatasetVersion(server, { dataset_id });
    await aRevision(server, { example_id: changed.id, version_id: second.id, input: { q: 11 } });
    await aRevision(server, { example_id: gone.id, version_id: second.id, kind: 'DELETE' });
    await anExample(server, { created_version_id: second.id, input: { q: 3 } });
    const third = await aDatasetVersion(server, { dataset_id });
    await aRevision(server, {
      example_id: gone.id,
      version_id: third.id,
      kind: 'CREATE',
      input: { q: 22 },
    });
    const at = (version: { id: number }) =>
      inputs(dataset_id, { version_id: globalId('DatasetVersion', version.id) });
    expect(await at(first)).toEqual([1, 2]);
    expect(await at(second)).toEqual([11, 3]);
    expect(await at(third)).toEqual([11, 22, 3]);
    expect(await inputs(dataset_id)).toEqual([11, 22, 3]);
    const { body } = await examplesOf(dataset_id, { version_id: '' }).expect(200);
    expect(body.data.version_id).toBe(globalId('DatasetVersion', third.id));
  });

  it('selects splits by names and ids, each example once', async () => {
    const first = await aDatasetVersion(server);
    const make = (q: number) => anExample(server, { created_version_id: first.id, input: { q } });
    const [a, b, c, d] = [await make(1), await make(2), await make(3), await make(4)];
    const train = await aSplit(server, { name: 'train', examples: [a, b] });
    const hard = await aSplit(server, { name: 'hard cases', examples: [c, b] });
    await aSplit(server, { name: 'empty' });
    await aSplit(server, { name: 'other', examples: [d, await anExample(server)] });
    const only = (split: string | string[]) => inputs(first.dataset_id, { split });
    expect(await only(' train ')).toEqual([1, 2]);
    expect(await only(['train', 'hard cases'])).toEqual([1, 2, 3]);
    expect(await only([globalId('DatasetSplit', hard.id), 'train', 'train'])).toEqual([1, 2, 3]);
    expect(await only('empty')).toEqual([]);
    const { body } = await examplesOf(first.dataset_id, {
      split: ['train', globalId('DatasetSplit', hard.id), globalId('DatasetSplit', train.id)],
    }).expect(200);
    expect(body.data.filtered_splits).toEqual(['hard cases', 'train']);
  });

  it('uses current splits, even at older versions', async () => {
    const first = await aDatasetVersion(server);
    const old = await anExample(server, { created_version_id: first.id, input: { q: 1 } });
    const second = await aDatasetVersion(server, { dataset_id: first.dataset_id });
    await aRevision(server, { example_id: old.id, version_id: second.id, input: { q: 2 } });
    const young = await anExample(server, { created_version_id: second.id, input: { q: 3 } });
    await aSplit(server, { name: 'now', examples: [old, young] });
    const version_id = globalId('DatasetVersion', first.id);
    expect(await inputs(first.dataset_id, { version_id, split: 'now' })).toEqual([1]);
    expect(await inputs(first.dataset_id, { split: 'now' })).toEqual([2, 3]);
  });

  it('reads more than one batch', async () => {
    const { dataset_id } = await anExample(server, { input: { q: 0 } });
    await server.sql(
      `WITH made AS (
         INSERT INTO dataset_examples (dataset_id, created_version_id, revision_id)
         SELECT e.dataset_id, e.created_version_id, 0
           FROM dataset_examples e CROSS JOIN generate_series(1, 2500) RETURNING *)
       INSERT INTO dataset_example_revisions (example_id, version_id, kind, input, output, metadata)
       SELECT id, created_version_id, 'CREATE', json_build_object('q', id), '{}', '{}' FROM made`,
    );
    const all: number[] = await inputs(dataset_id);
    expect(all).toHaveLength(2501);
    expect(all.slice(1)).toEqual(all.slice(1).toSorted((a, b) => a - b));
    expect(new Set(all).size).toBe(2501);
  });

  it.each([
    ['fake-id-1a2b3c4d', {}, 422, /fake-id/],
    ['capitals', {}, 422, /capitals/],
    [globalId('DatasetVersion', 1), {}, 404, /is the ID of a DatasetVersion/],
    [
      globalId('Dataset', 999999),
      {},
      404,
      `No dataset with id ${globalId('Dataset', 999999)} can be found.`,
    ],
  ])('refuses the dataset %s', async (id, query, status, text) => {
    await aDataset(server, { name: 'capitals' });
    const response = await examplesOf(id, query).expect(status);
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
    if (typeof text === 'string') expect(response.text).toBe(text);
    else expect(response.text).toMatch(text);
  });

  it('refuses versions of other datasets', async () => {
    const own = await aDatasetVersion(server);
    const foreign = await aDatasetVersion(server);
    const at = (version_id: string) => examplesOf(own.dataset_id, { version_id });
    await at('nope').expect(422);
    const wrong = await at(globalId('Dataset', own.dataset_id)).expect(404);
    expect(wrong.text).toContain('is the ID of a Dataset,');
    for (const id of [foreign.id, 999999]) {
      const version = globalId('DatasetVersion', id);
      const { text } = await at(version).expect(404);
      expect(text).toBe(`No dataset version with id ${version} can be found.`);
    }
  });

  it('finds nothing in a dataset without versions', async () => {
    await examplesOf((await aDataset(server)).id).expect(404);
  });

  it.each([
    [{ split: '' }, 422],
    [{ split: ['train', ' '] }, 422],
    [{ split: 'nope' }, 404],
    [{ split: ['train', globalId('DatasetSplit', 999999)] }, 404],
    [{ split: '\0' }, 404],
    [{ split: globalId('DatasetLabel', 1) }, 404],
  ])('responds to %j with %i', async (query, status) => {
    const { dataset_id } = await anExample(server);
    await aSplit(server, { name: 'train' });
    await examplesOf(dataset_id, query).expect(status);
  });

  it('aborts the response if the dataset is deleted while it is read', async () => {
    const { dataset_id } = await anExample(server);
    await server.sql(
      `WITH made AS (
         INSERT INTO dataset_examples (dataset_id, created_version_id, revision_id)
         SELECT e.dataset_id, e.created_version_id, 0
           FROM dataset_examples e CROSS JOIN generate_series(1, 500) RETURNING *)
       INSERT INTO dataset_example_revisions (example_id, version_id, kind, input, output, metadata)
       SELECT id, created_version_id, 'CREATE',
              json_build_object('q', (SELECT string_agg(md5((id * n)::text), '')
                                        FROM generate_series(1, 2000) n)), '{}', '{}' FROM made`,
    );
    const path = `${server.url}/v1/datasets/${encodeURIComponent(globalId('Dataset', dataset_id))}/examples`;
    const response = await fetch(path);
    expect(response.status).toBe(200);
    const reader = response.body!.getReader();
    await reader.read();
    await server.sql('DELETE FROM datasets WHERE id = $1', [dataset_id]);
    const readOn = async (): Promise<void> => {
      while (!(await reader.read()).done);
    };
    await expect(readOn()).rejects.toThrow();
  });
});
