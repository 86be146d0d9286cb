import { aDatasetVersion } from '../../support/factories/dataset.js';
import { anExample, aRevision } from '../../support/factories/dataset-example.js';
import { aSplit } from '../../support/factories/dataset-marks.js';
import { globalId } from '../../support/global-id.js';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { callerOf } from '../operations.js';

const splitId = ({ id }: { id: number }) => globalId('DatasetSplit', id);
const exampleId = ({ id }: { id: number }) => globalId('DatasetExample', id);

describe('splits in GraphQL', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const call = callerOf(() => server);
  const members = async () => {
    const rows = await server.sql<{ name: string; example_id: number }>(
      `SELECT name, example_id FROM dataset_split_examples m JOIN dataset_splits s ON s.id = m.split_id
        ORDER BY name, example_id`,
    );
    return rows.map((row) => `${row.name} ${row.example_id}`);
  };

  it('are listed by name with the number of examples in one dataset or in all', async () => {
    const [a, b] = [await anExample(server), await anExample(server)];
    const train = await aSplit(server, { name: 'train', examples: [a, b], metadata: { n: 1 } });
    await aSplit(server, { name: 'hard', examples: [a] });
    await aSplit(server, { name: 'other' });
    const query = `query ($names: [String!], $dataset: ID) { datasetSplits(names: $names, first: 2) {
      edges { node { name exampleCount here: exampleCount(datasetId: $dataset) } }
      pageInfo { hasNextPage } } }`;
    const { data } = await server.gql(query, { dataset: globalId('Dataset', a.dataset_id) });
    expect(data).toEqual({
      datasetSplits: {
        edges: [
          { node: { name: 'hard', exampleCount: 1, here: 1 } },
          { node: { name: 'other', exampleCount: 0, here: 0 } },
        ],
        pageInfo: { hasNextPage: true },
      },
    });
    const named = await server.gql(query, { names: ['train', 'nope', '\0'] });
    expect(named.data).toMatchObject({
      datasetSplits: { edges: [{ node: { name: 'train', exampleCount: 2 } }] },
    });
    const node = await server.gql(
      `{ node(id: "${splitId(train)}") { ... on DatasetSplit { name metadata color } } }`,
    );
    expect(node.data).toEqual({ node: { name: 'train', metadata: { n: 1 }, color: '#808080' } });
    const ofDataset = await server.gql(
      `{ node(id: "${globalId('Dataset', b.dataset_id)}") { ... on Dataset { splits { name } } } }`,
    );
    expect(ofDataset.data).toEqual({ node: { splits: [{ name: 'train' }] } });
  });

  it('are created, changed and deleted', async () => {
    const made = await call(
      'createDatasetSplit',
      { name: ' dev ', color: '#123456', description: '', metadata: { a: 1 } },
      'datasetSplit { id name description color metadata } query { datasetCount }',
    );
    expect(made.data).toMatchObject({
      datasetSplit: { name: 'dev', description: null, color: '#123456', metadata: { a: 1 } },
      query: { datasetCount: 0 },
    });
    const { id } = (made.data as { datasetSplit: { id: string } }).datasetSplit;
    const patched = await call(
      'patchDatasetSplit',
      { datasetSplitId: id, name: null, description: 'why', color: 'red' },
      'datasetSplit { name description color metadata }',
    );
    expect(patched.data).toEqual({
      datasetSplit: { name: 'dev', description: 'why', color: 'red', metadata: { a: 1 } },
    });
    const deleted = await call(
      'deleteDatasetSplits',
      { datasetSplitIds: [id, id] },
      'datasetSplits { name exampleCount }',
    );
    expect(deleted.data).toEqual({ datasetSplits: [{ name: 'dev', exampleCount: 0 }] });
  });

  it('are deleted together or not at all', async () => {
    const split = await aSplit(server, { examples: [await anExample(server)] });
    const ids = [splitId(split), globalId('DatasetSplit', 999999)];
    const answer = await call(
      'deleteDatasetSplits',
      { datasetSplitIds: ids },
      'query { datasetCount }',
    );
    expect(answer.code).toBe('NOT_FOUND');
    expect(await members()).toHaveLength(1);
  });

  it('are created with examples from several datasets', async () => {
    const [a, b] = [await anExample(server), await anExample(server)];
    const made = await call(
      'createDatasetSplitWithExamples',
      { name: 'both', color: '#000000', exampleIds: [a, b, a].map(exampleId) },
      'datasetSplit { exampleCount } examples { id datasetSplits { name } }',
    );
    expect(made.data).toEqual({
      datasetSplit: { exampleCount: 2 },
      examples: expect.arrayContaining([
        { id: exampleId(a), datasetSplits: [{ name: 'both' }] },
        { id: exampleId(b), datasetSplits: [{ name: 'both' }] },
      ]),
    });
    const unknown = [exampleId(a), globalId('DatasetExample', 999999)];
    const refused = await call(
      'createDatasetSplitWithExamples',
      { name: 'x', color: '#000000', exampleIds: unknown },
      'datasetSplit { id }',
    );
    expect(refused.code).toBe('NOT_FOUND');
    expect(await server.sql("SELECT FROM dataset_splits WHERE name = 'x'")).toEqual([]);
  });

  it('are replaced for one example, and for many', async () => {
    const [a, b] = [await anExample(server), await anExample(server)];
    const train = await aSplit(server, { name: 'train', examples: [a] });
    const test = await aSplit(server, { name: 'test' });
    const one = await call(
      'setDatasetExampleSplits',
      { exampleId: exampleId(a), datasetSplitIds: [splitId(test), splitId(test)] },
      'example { id datasetSplits { name } } query { datasetCount }',
    );
    expect(one.data).toEqual({
      example: { id: exampleId(a), datasetSplits: [{ name: 'test' }] },
      query: { datasetCount: 2 },
    });
    const many = await call(
      'setDatasetExamplesSplits',
      { exampleIds: [b, a, b].map(exampleId), datasetSplitIds: [train, test].map(splitId) },
      'examples { id datasetSplits { name } }',
    );
    const datasetSplits = [{ name: 'test' }, { name: 'train' }];
    expect(many.data).toEqual({
      examples: [
        { id: exampleId(b), datasetSplits },
        { id: exampleId(a), datasetSplits },
      ],
    });
    await call(
      'setDatasetExamplesSplits',
      { exampleIds: [a].map(exampleId), datasetSplitIds: [] },
      'examples { id }',
    );
    expect(await members()).toEqual([`test ${b.id}`, `train ${b.id}`]);
  });

  it('stay unchanged if one of many examples cannot be assigned', async () => {
    const version = await aDatasetVersion(server);
    const a = await anExample(server, { created_version_id: version.id });
    const gone = await anExample(server, { created_version_id: version.id });
    await aRevision(server, {
      example_id: gone.id,
      version_id: (await aDatasetVersion(server, { dataset_id: a.dataset_id })).id,
      kind: 'DELETE',
    });
    const foreign = await anExample(server);
    const train = await aSplit(server, { name: 'train' });
    const set = (input: object) => call('setDatasetExamplesSplits', input, 'examples { id }');
    const datasetSplitIds = [splitId(train)];
    for (const other of [exampleId(gone), globalId('DatasetExample', 999999)]) {
      const exampleIds = [exampleId(a), other];
      expect((await set({ exampleIds, datasetSplitIds })).code).toBe('NOT_FOUND');
    }
    const scoped = {
      exampleIds: [exampleId(a), exampleId(foreign)],
      datasetSplitIds,
      datasetId: globalId('Dataset', a.dataset_id),
    };
    expect((await set(scoped)).code).toBe('NOT_FOUND');
    expect(
      (await set({ ...scoped, datasetSplitIds: [globalId('DatasetSplit', 999999)] })).code,
    ).toBe('NOT_FOUND');
    expect((await set({ exampleIds: ['nope'], datasetSplitIds })).code).toBe('BAD_USER_INPUT');
    expect((await set({ exampleIds: [exampleId(a)], datasetSplitIds: ['nope'] })).code).toBe(
      'BAD_USER_INPUT',
    );
    expect(await members()).toEqual([]);
  });

  it.each([
    ['createDatasetSplit', { name: ' ', color: '#000000' }, 'BAD_USER_INPUT'],
    ['createDatasetSplit', { name: 'x', color: '' }, 'BAD_USER_INPUT'],
    ['createDatasetSplit', { name: 'x', color: '#'.repeat(65) }, 'BAD_USER_INPUT'],
    ['createDatasetSplit', { name: 'x\0', color: '#000000' }, 'BAD_USER_INPUT'],
    ['createDatasetSplit', { name: 'x', color: '#000000', metadata: [1] }, 'BAD_USER_INPUT'],
    ['createDatasetSplit', { name: 'taken', color: '#000000' }, 'CONFLICT'],
    ['patchDatasetSplit', { datasetSplitId: 'nope', name: 'x' }, 'BAD_USER_INPUT'],
    ['patchDatasetSplit', { datasetSplitId: globalId('DatasetSplit', 999999) }, 'NOT_FOUND'],
    ['patchDatasetSplit', { datasetSplitId: 'OWN', name: 'taken' }, 'CONFLICT'],
    ['patchDatasetSplit', { datasetSplitId: 'OWN', name: '' }, 'BAD_USER_INPUT'],
    ['patchDatasetSplit', { datasetSplitId: 'OWN', metadata: 'x' }, 'BAD_USER_INPUT'],
  ])('refuse %s %j', async (mutation, input, code) => {
    await aSplit(server, { name: 'taken' });
    const own = await aSplit(server, { name: 'own' });
    const named = JSON.parse(JSON.stringify(input).replace('OWN', splitId(own))) as object;
    expect((await call(mutation, named, 'datasetSplit { id }')).code).toBe(code);
  });
});
