import { aDataset } from '../../support/factories/dataset.js';
import { aDatasetLabel } from '../../support/factories/dataset-marks.js';
import { globalId } from '../../support/global-id.js';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { callerOf } from '../operations.js';

const labelId = ({ id }: { id: number }) => globalId('DatasetLabel', id);
const datasetId = ({ id }: { id: number }) => globalId('Dataset', id);

describe('labels in GraphQL', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const call = callerOf(() => server);

  it('are listed by name with the number of their datasets', async () => {
    const [a, b] = [await aDataset(server), await aDataset(server)];
    await aDatasetLabel(server, { name: 'z', datasets: [a, b] });
    await aDatasetLabel(server, { name: 'a', description: 'first' });
    const query = `query ($names: [String!]) { datasetLabels(names: $names) {
      edges { node { name description color usageCount } } } }`;
    expect((await server.gql(query)).data).toEqual({
      datasetLabels: {
        edges: [
          { node: { name: 'a', description: 'first', color: '#00aa55', usageCount: 0 } },
          { node: { name: 'z', description: null, color: '#00aa55', usageCount: 2 } },
        ],
      },
    });
    const named = await server.gql(query, { names: ['z', '\0'] });
    expect(named.data).toMatchObject({ datasetLabels: { edges: [{ node: { name: 'z' } }] } });
    const ofDataset = await server.gql(
      `{ node(id: "${datasetId(a)}") { ... on Dataset { labels { name } } } }`,
    );
    expect(ofDataset.data).toEqual({ node: { labels: [{ name: 'z' }] } });
  });

  it('are created on datasets, replaced and deleted', async () => {
    const dataset = await aDataset(server, { name: 'd' });
    const old = await aDatasetLabel(server, { name: 'old', datasets: [dataset] });
    const made = await call(
      'createDatasetLabel',
      { name: ' new ', color: '#0000ff', datasetIds: [datasetId(dataset), datasetId(dataset)] },
      'datasetLabel { id name usageCount } datasets { name labels { name } }',
    );
    expect(made.data).toMatchObject({
      datasetLabel: { name: 'new', usageCount: 1 },
      datasets: [{ name: 'd', labels: [{ name: 'new' }, { name: 'old' }] }],
    });
    const set = await call(
      'setDatasetLabels',
      { datasetId: datasetId(dataset), datasetLabelIds: [labelId(old)] },
      'dataset { labels { name } } query { datasetCount }',
    );
    expect(set.data).toEqual({
      dataset: { labels: [{ name: 'old' }] },
      query: { datasetCount: 1 },
    });
    const deleted = await call(
      'deleteDatasetLabels',
      { datasetLabelIds: [labelId(old)] },
      'datasetLabels { name }',
    );
    expect(deleted.data).toEqual({ datasetLabels: [{ name: 'old' }] });
    expect(await server.sql('SELECT FROM dataset_label_assignments')).toEqual([]);
  });

  it('make all changes or none', async () => {
    const dataset = await aDataset(server);
    const label = await aDatasetLabel(server, { datasets: [dataset] });
    const unknown = [labelId(label), globalId('DatasetLabel', 999999)];
    const refused = [
      await call('deleteDatasetLabels', { datasetLabelIds: unknown }, 'datasetLabels { id }'),
      await call(
        'setDatasetLabels',
        { datasetId: datasetId(dataset), datasetLabelIds: unknown },
        'dataset { id }',
      ),
      await call(
        'createDatasetLabel',
        { name: 'x', color: '#000000', datasetIds: [globalId('Dataset', 999999)] },
        'datasetLabel { id }',
      ),
    ];
    expect(refused.map(({ code }) => code)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']);
    expect(await server.sql('SELECT FROM dataset_label_assignments')).toHaveLength(1);
    expect(await server.sql('SELECT FROM dataset_labels')).toHaveLength(1);
  });

  it.each([
    ['createDatasetLabel', { name: ' ', color: '#000000' }, 'BAD_USER_INPUT'],
    ['createDatasetLabel', { name: 'x', color: '#FFF' }, 'BAD_USER_INPUT'],
    ['createDatasetLabel', { name: 'taken', color: '#000000' }, 'CONFLICT'],
    ['createDatasetLabel', { name: 'x', color: '#000000', datasetIds: ['x'] }, 'BAD_USER_INPUT'],
    ['deleteDatasetLabels', { datasetLabelIds: ['x'] }, 'BAD_USER_INPUT'],
    ['setDatasetLabels', { datasetId: 'x', datasetLabelIds: [] }, 'BAD_USER_INPUT'],
    [
      'setDatasetLabels',
      { datasetId: globalId('Dataset', 1), datasetLabelIds: ['x'] },
      'BAD_USER_INPUT',
    ],
  ])('refuse %s %j', async (mutation, input, code) => {
    await aDatasetLabel(server, { name: 'taken' });
    expect((await call(mutation, input, '__typename')).code).toBe(code);
  });
});
