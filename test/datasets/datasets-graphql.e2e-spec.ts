import { aDataset, aDatasetVersion } from '../support/factories/dataset.js';
import { anExample } from '../support/factories/dataset-example.js';
import { aDatasetLabel, aSplit } from '../support/factories/dataset-marks.js';
import { anExperiment } from '../support/factories/experiment.js';
import { globalId } from '../support/global-id.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';

interface Connection<T> {
  edges: { cursor: string; node: T }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

describe('datasets in GraphQL', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const codesOf = async (query: string, variables?: Record<string, unknown>) =>
    (await server.gql(query, variables)).errors?.map((error) => error.extensions.code);

  describe('datasets', () => {
    const LIST = `query ($first: Int, $after: String, $sort: DatasetSort, $filter: DatasetFilter) {
      datasets(first: $first, after: $after, sort: $sort, filter: $filter) {
        edges { cursor node { name } } pageInfo { hasNextPage endCursor }
      }
    }`;
    const list = async (variables: Record<string, unknown> = {}) => {
      const { data, errors } = await server.gql<{ datasets: Connection<{ name: string }> }>(
        LIST,
        variables,
      );
      expect(errors).toBeUndefined();
      return data!.datasets;
    };
    const names = async (variables: Record<string, unknown> = {}) =>
      (await list(variables)).edges.map(({ node }) => node.name);

    it('are listed newest first or as sorted', async () => {
      for (const name of ['b', 'A', 'c']) await aDataset(server, { name });
      expect(await names()).toEqual(['c', 'A', 'b']);
      expect(await names({ sort: { col: 'createdAt', dir: 'asc' } })).toEqual(['b', 'A', 'c']);
      expect(await names({ sort: { col: 'name', dir: 'asc' } })).toEqual(['A', 'b', 'c']);
      expect(await names({ sort: { col: 'name', dir: 'desc' } })).toEqual(['c', 'b', 'A']);
      const page = await list({ first: 2 });
      expect(page.pageInfo.hasNextPage).toBe(true);
      expect(await names({ after: page.pageInfo.endCursor })).toEqual(['b']);
    });

    it('are found by part of the name and by labels', async () => {
      const [a, b] = [
        await aDataset(server, { name: 'Straße 100%', name_folded: 'strasse 100%' }),
        await aDataset(server, { name: 'plain' }),
      ];
      await aDataset(server, { name: 'third' });
      const x = await aDatasetLabel(server, { datasets: [a] });
      const y = await aDatasetLabel(server, { datasets: [a, b] });
      const ids = (...labels: { id: number }[]) =>
        labels.map(({ id }) => globalId('DatasetLabel', id));
      expect(await names({ filter: { col: 'name', value: 'STRASSE' } })).toEqual(['Straße 100%']);
      expect(await names({ filter: { value: '0%' } })).toEqual(['Straße 100%']);
      expect(await names({ filter: { value: '_' } })).toEqual([]);
      expect(await names({ filter: { value: '\0' } })).toEqual([]);
      expect(await names({ filter: { filterLabels: ids(x, y) } })).toEqual([
        'plain',
        'Straße 100%',
      ]);
      expect(await names({ filter: { filterLabels: ids(y), value: 'plain' } })).toEqual(['plain']);
      expect(await names({ filter: { filterLabels: [] } })).toHaveLength(3);
      expect(await codesOf(LIST, { filter: { filterLabels: ['nope'] } })).toEqual([
        'BAD_USER_INPUT',
      ]);
    });

    it('are counted, and found by name and id', async () => {
      const { id } = await aDataset(server, { name: 'capitals' });
      const { data } = await server.gql(
        `query ($id: ID!) {
          datasetCount
          getDatasetByName(name: "capitals") { id }
          other: getDatasetByName(name: "Capitals") { id }
          hostile: getDatasetByName(name: "\\u0000") { id }
          node(id: $id) { __typename ... on Dataset { name } }
        }`,
        { id: globalId('Dataset', id) },
      );
      expect(data).toEqual({
        datasetCount: 1,
        getDatasetByName: { id: globalId('Dataset', id) },
        other: null,
        hostile: null,
        node: { __typename: 'Dataset', name: 'capitals' },
      });
    });

    it('need the same number of queries for one dataset as for many', async () => {
      const QUERY = `{ datasets(first: 100) { edges { node {
        id name description metadata createdAt updatedAt lastUpdatedAt exampleCount
        createdBy { username } updatedBy { username }
        splits { name exampleCount } labels { name usageCount }
        versions(first: 1) { edges { node { id createdCount user { username } } } }
        examples(first: 2) { edges { node { externalId revision { input } datasetSplits { name } span { name } } } }
      } } } }`;
      const make = async (n: number): Promise<void> => {
        const dataset = await aDataset(server, { metadata: { n } });
        const example = await anExample(server, { dataset_id: dataset.id, input: { n } });
        await aSplit(server, { examples: [example] });
        await aDatasetLabel(server, { datasets: [dataset] });
      };
      await make(0);
      const one = await server.countQueries(() => server.gql(QUERY));
      for (let n = 1; n < 20; n++) await make(n);
      const many = await server.countQueries(() => server.gql(QUERY));
      expect(many.result.errors).toBeUndefined();
      expect(many.statements).toHaveLength(one.statements.length);
      const { edges } = (many.result.data as { datasets: Connection<object> }).datasets;
      expect(edges).toHaveLength(20);
      expect(edges[0]!.node).toMatchObject({
        metadata: { n: 19 },
        exampleCount: 1,
        splits: [{ exampleCount: 1 }],
        labels: [{ usageCount: 1 }],
        versions: { edges: [{ node: { createdCount: 1, user: null } }] },
        examples: { edges: [{ node: { revision: { input: { n: 19 } }, span: null } }] },
      });
    });
  });

  it('shows when anything last changed', async () => {
    const EVER = '{ datasetsLastUpdatedAt datasets { edges { node { lastUpdatedAt } } } }';
    expect((await server.gql(EVER)).data).toEqual({
      datasetsLastUpdatedAt: null,
      datasets: { edges: [] },
    });
    const at = (day: number) => `2031-01-0${day}T00:00:00+00:00`;
    const dataset = await aDataset(server, { created_at: at(1), updated_at: at(2) });
    const both = async () => {
      const { data } = await server.gql<{
        datasetsLastUpdatedAt: string;
        datasets: Connection<{ lastUpdatedAt: string }>;
      }>(EVER);
      return [data!.datasetsLastUpdatedAt, data!.datasets.edges[0]!.node.lastUpdatedAt];
    };
    expect(await both()).toEqual([at(2), at(2)]);
    const version = await aDatasetVersion(server, { dataset_id: dataset.id, created_at: at(3) });
    expect(await both()).toEqual([at(3), at(3)]);
    await anExperiment(server, {
      dataset_id: dataset.id,
      dataset_version_id: version.id,
      updated_at: at(4),
    });
    expect(await both()).toEqual([at(4), at(4)]);
  });

  it('lists versions newest or oldest first, with their changes', async () => {
    const first = await aDatasetVersion(server, { description: 'first', metadata: { by: 1 } });
    const { dataset_id } = first;
    await anExample(server, { created_version_id: first.id });
    await aDatasetVersion(server, { dataset_id, description: 'second' });
    await aDatasetVersion(server, { dataset_id, description: 'third' });
    const { data } = await server.gql<Record<string, { [key: string]: Connection<object> }>>(
      `query ($id: ID!) { node(id: $id) { ... on Dataset {
        newest: versions(first: 2) { edges { node { description } } pageInfo { hasNextPage } }
        oldest: versions(sort: {col: createdAt, dir: asc}, first: 1) { edges { node {
          id description metadata exampleCount createdCount updatedCount deletedCount user { id } } } }
        last: versions(last: 1) { edges { node { description } } }
      } } }`,
      { id: globalId('Dataset', dataset_id) },
    );
    expect(data!['node']).toEqual({
      newest: {
        edges: [{ node: { description: 'third' } }, { node: { description: 'second' } }],
        pageInfo: { hasNextPage: true },
      },
      oldest: {
        edges: [
          {
            node: {
              id: globalId('DatasetVersion', first.id),
              description: 'first',
              metadata: { by: 1 },
              exampleCount: 1,
              createdCount: 1,
              updatedCount: 0,
              deletedCount: 0,
              user: null,
            },
          },
        ],
      },
      last: { edges: [{ node: { description: 'first' } }] },
    });
  });

  it('does not find versions as nodes', async () => {
    const { id } = await aDatasetVersion(server);
    expect(
      await codesOf('query ($id: ID!) { node(id: $id) { id } }', {
        id: globalId('DatasetVersion', id),
      }),
    ).toEqual(['NOT_FOUND']);
  });

  describe('mutations', () => {
    const CREATE = `mutation ($input: CreateDatasetInput!) { createDataset(input: $input) {
      dataset { id name description metadata exampleCount } query { datasetCount } } }`;
    const PATCH = `mutation ($input: PatchDatasetInput!) { patchDataset(input: $input) {
      dataset { name description metadata } } }`;

    it('create a dataset', async () => {
      const input = {
        name: '  Ünïcode "%_" 東京 ',
        description: 'd',
        metadata: { z: 1, a: [null] },
      };
      const { data } = await server.gql(CREATE, { input });
      expect(data).toMatchObject({
        createDataset: {
          dataset: {
            name: 'Ünïcode "%_" 東京',
            description: 'd',
            metadata: { z: 1, a: [null] },
            exampleCount: 0,
          },
          query: { datasetCount: 1 },
        },
      });
      const found = await server.gql(
        '{ datasets(filter: {value: "ÜNÏCODE"}) { edges { node { name } } } }',
      );
      expect(found.data).toMatchObject({ datasets: { edges: [{}] } });
    });

    it('change only the given fields', async () => {
      const { id } = await aDataset(server, { name: 'a', description: 'd', metadata: { m: 1 } });
      const patch = async (input: object) => {
        const { data, errors } = await server.gql<{ patchDataset: { dataset: object } }>(PATCH, {
          input: { datasetId: globalId('Dataset', id), ...input },
        });
        expect(errors).toBeUndefined();
        return data!.patchDataset.dataset;
      };
      expect(await patch({})).toEqual({ name: 'a', description: 'd', metadata: { m: 1 } });
      expect(await patch({ name: null, metadata: null })).toEqual({
        name: 'a',
        description: 'd',
        metadata: { m: 1 },
      });
      expect(await patch({ name: ' b ' })).toMatchObject({ name: 'b', description: 'd' });
      expect(await patch({ metadata: { n: 2 } })).toMatchObject({ metadata: { n: 2 } });
      expect(await patch({ description: null })).toMatchObject({ description: null });
      const renamed = await server.gql('{ datasets(filter: {value: "B"}) { edges { cursor } } }');
      expect(renamed.data).toMatchObject({ datasets: { edges: [{}] } });
    });

    it('refuse a taken name', async () => {
      await aDataset(server, { name: 'taken' });
      const { id } = await aDataset(server);
      expect(await codesOf(CREATE, { input: { name: ' taken' } })).toEqual(['CONFLICT']);
      const input = { datasetId: globalId('Dataset', id), name: 'taken' };
      expect(await codesOf(PATCH, { input })).toEqual(['CONFLICT']);
    });

    it.each([
      { name: ' ' },
      { name: 'a\0' },
      { name: 'x'.repeat(1025) },
      { name: 'x', metadata: [] },
      { name: 'x', metadata: 'text' },
      { name: 'x', description: 'a\ud800' },
    ])('refuse %j', async (input) => {
      expect(await codesOf(CREATE, { input })).toEqual(['BAD_USER_INPUT']);
      const { id } = await aDataset(server);
      const patch = { ...input, datasetId: globalId('Dataset', id) };
      expect(await codesOf(PATCH, { input: patch })).toEqual(['BAD_USER_INPUT']);
    });

    it.each([
      ['nope', 'BAD_USER_INPUT'],
      [globalId('Project', 1), 'BAD_USER_INPUT'],
      [globalId('Dataset', 999999), 'NOT_FOUND'],
    ])('find no dataset by %s', async (datasetId, code) => {
      expect(await codesOf(PATCH, { input: { datasetId, name: 'x' } })).toEqual([code]);
      const DELETE = `mutation ($input: DeleteDatasetInput!) {
        deleteDataset(input: $input) { dataset { id } } }`;
      expect(await codesOf(DELETE, { input: { datasetId } })).toEqual([code]);
    });
  });
});
