import { aDataset, aDatasetVersion } from '../../support/factories/dataset.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';

describe('the versions of a dataset', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('are numbered from 1, independently of other datasets', async () => {
    const [one, other] = [await aDataset(server), await aDataset(server)];
    for (const { id } of [one, other, one, one, other]) {
      await aDatasetVersion(server, { dataset_id: id });
    }
    expect(await numbers(one.id, 'first: 2')).toEqual([3, 2]);
    expect(await numbers(one.id, 'last: 1')).toEqual([1]);
    expect(await numbers(other.id, 'first: 10')).toEqual([2, 1]);
  });

  it('are numbered by one query', async () => {
    const dataset = await aDataset(server);
    for (let count = 0; count < 12; count += 1) {
      await aDatasetVersion(server, { dataset_id: dataset.id });
    }
    const few = await server.countQueries(() => numbers(dataset.id, 'first: 1'));
    const many = await server.countQueries(() => numbers(dataset.id, 'first: 12'));
    expect(many.result).toHaveLength(12);
    expect(many.statements).toHaveLength(few.statements.length);
  });

  async function numbers(datasetId: number, page: string): Promise<number[]> {
    const { data, errors } = await server.gql<{ node: Versions }>(
      `query ($id: ID!) { node(id: $id) { ... on Dataset {
         versions(${page}) { edges { node { sequenceNumber } } } } } }`,
      { id: globalId('Dataset', datasetId) },
    );
    expect(errors).toBeUndefined();
    return data!.node.versions.edges.map(({ node }) => node.sequenceNumber);
  }
});

interface Versions {
  versions: { edges: { node: { sequenceNumber: number } }[] };
}
