import { createClient, type PhoenixClient } from '@arizeai/phoenix-client';
import {
  appendDatasetExamples,
  createDataset,
  getDataset,
  getDatasetExamples,
  getDatasetInfo,
} from '@arizeai/phoenix-client/datasets';
import { aSpan } from '../support/factories/span.js';
import { startTestServer, type TestServer } from '../support/server.js';

const CAPITALS = [
  { input: { country: 'France' }, output: { capital: 'Paris' }, metadata: { level: 1 } },
  { input: { country: 'Japan' }, output: { capital: 'Tokyo' }, splits: 'hard' },
  { input: { country: 'Brazil' }, output: null, splits: ['hard', 'south'] },
];

/** The published JavaScript client, unmodified, against our server. */
describe('@arizeai/phoenix-client/datasets', () => {
  let server: TestServer;
  let client: PhoenixClient;

  beforeAll(async () => {
    server = await startTestServer();
    client = createClient({ options: { baseUrl: server.url } });
  });
  afterAll(() => server.stop());

  const inputs = ({ examples }: { examples: { input: object }[] }) =>
    examples.map(({ input }) => input);

  it('creates a dataset and reads it completely, by ID, by name and by split', async () => {
    const name = 'capitals of the world / 世界';
    const { datasetId } = await createDataset({
      client,
      name,
      description: 'Where governments sit',
      examples: CAPITALS,
    });
    const byName = await getDataset({ client, dataset: { datasetName: name } });
    expect(byName).toMatchObject({ id: datasetId, name, description: 'Where governments sit' });
    expect(inputs(byName)).toEqual(CAPITALS.map(({ input }) => input));
    expect(byName.examples[0]).toMatchObject({
      output: { capital: 'Paris' },
      metadata: { level: 1 },
      updatedAt: expect.any(Date),
    });
    expect(byName.examples[0]!.id).toBe(byName.examples[0]!.nodeId);
    expect(byName.examples[2]!.output ?? {}).toEqual({});
    expect(await getDataset({ client, dataset: { datasetId } })).toEqual(byName);
    const hard = await getDataset({ client, dataset: { datasetId, splits: ['hard'] } });
    expect(inputs(hard)).toEqual([{ country: 'Japan' }, { country: 'Brazil' }]);
    expect(await getDatasetInfo({ client, dataset: { datasetId } })).toMatchObject({ name });
  });

  it('updates changed examples by stable ID, and reads older versions', async () => {
    const example = (id: string, n: number) => ({ id, input: { n }, output: {} });
    const upload = (...examples: ReturnType<typeof example>[]) =>
      createDataset({ client, name: 'stable', description: '', examples });
    const { datasetId } = await upload(example('a', 1), example('b', 2));
    const first = await getDataset({ client, dataset: { datasetId } });
    await upload(example('b', 3), example('c', 4));
    const second = await getDataset({ client, dataset: { datasetId } });
    expect(second.examples.map(({ id, input }) => [id, input['n']])).toEqual([
      ['b', 3],
      ['c', 4],
    ]);
    expect(second.examples[0]!.nodeId).toBe(first.examples[1]!.nodeId);
    await upload(example('b', 3), example('c', 4));
    const third = await getDataset({ client, dataset: { datasetId } });
    expect(third.versionId).toBe(second.versionId);
    const old = await getDatasetExamples({
      client,
      dataset: { datasetId, versionId: first.versionId },
    });
    expect(old.examples.map(({ input }) => input['n'])).toEqual([1, 2]);
  });

  it('appends examples with their source spans', async () => {
    const span = await aSpan(server);
    const { datasetId } = await createDataset({
      client,
      name: 'grows',
      description: '',
      examples: [{ input: { n: 1 } }],
    });
    const appended = await appendDatasetExamples({
      client,
      dataset: { datasetId },
      examples: [{ input: { n: 2 }, spanId: span.span_id }],
    });
    await appendDatasetExamples({
      client,
      dataset: { datasetName: 'grows' },
      examples: [{ input: { n: 3 } }],
    });
    expect(appended.datasetId).toBe(datasetId);
    const { examples } = await getDataset({ client, dataset: { datasetId } });
    expect(examples.map(({ input }) => input['n'])).toEqual([1, 2, 3]);
    const { data } = await client.GET('/v1/datasets/{id}/examples', {
      params: { path: { id: datasetId } },
    });
    expect(data?.data.examples[1]).toMatchObject({ source: { span_id: span.span_id } });
  });

  it('reports errors, and deletes', async () => {
    const { datasetId } = await createDataset({
      client,
      name: 'short-lived',
      description: '',
      examples: [{ input: {} }],
    });
    const identified = { params: { path: { id: datasetId } } };
    const { response } = await client.DELETE('/v1/datasets/{id}', identified);
    expect(response.status).toBe(204);
    await expect(getDataset({ client, dataset: { datasetId } })).rejects.toThrow();
    await expect(
      appendDatasetExamples({
        client,
        dataset: { datasetName: '' },
        examples: [{ input: {} }],
      }),
    ).rejects.toThrow();
  });
});
