import { aDatasetVersion } from '../../support/factories/dataset.js';
import { anExample } from '../../support/factories/dataset-example.js';
import { aSplit } from '../../support/factories/dataset-marks.js';
import { aSpan } from '../../support/factories/span.js';
import { globalId } from '../../support/global-id.js';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { aHistory } from '../a-history.js';

describe('an example in GraphQL', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const ONE = `query ($id: ID!, $version: ID) { node(id: $id) { ... on DatasetExample {
    externalId createdAt
    revision(datasetVersionId: $version) {
      input output metadata revisionKind createdAt datasetVersionId }
    span { name } datasetSplits { name }
  } } }`;

  it('show their content at any version, their span and splits', async () => {
    const span = await aSpan(server, { name: 'retrieve' });
    const { dataset_id, changed, gone, first, second, third } = await aHistory(server);
    await server.sql(
      "UPDATE dataset_examples SET trace_id = $1, span_id = $2, external_id = 'e' WHERE id = $3",
      [span.trace_id, span.span_id, changed.id],
    );
    for (const name of ['z', 'a']) await aSplit(server, { name, examples: [changed] });
    const at = async (example: { id: number }, version?: string) => {
      const id = globalId('DatasetExample', example.id);
      const { data } = await server.gql<{ node: Record<string, object> }>(ONE, { id, version });
      return data!.node;
    };
    expect(await at(changed)).toEqual({
      externalId: 'e',
      createdAt: expect.stringMatching(/\+00:00$/),
      revision: {
        input: { q: 11 },
        output: {},
        metadata: {},
        revisionKind: 'PATCH',
        createdAt: expect.stringMatching(/\+00:00$/),
        datasetVersionId: second,
      },
      span: { name: 'retrieve' },
      datasetSplits: [{ name: 'a' }, { name: 'z' }],
    });
    expect((await at(changed, first))['revision']).toMatchObject({
      input: { q: 1 },
      revisionKind: 'CREATE',
      datasetVersionId: first,
    });
    expect((await at(changed, third))['revision']).toMatchObject({ datasetVersionId: second });
    expect((await at(gone))['revision']).toMatchObject({ input: {}, revisionKind: 'DELETE' });
    expect((await at(gone, first))['revision']).toMatchObject({ input: { q: 2 } });
    expect(await at(gone)).toMatchObject({ span: null, datasetSplits: [] });
    await server.sql('DELETE FROM spans');
    expect(await at(changed)).toMatchObject({ span: null });
    expect(dataset_id).toBe(changed.dataset_id);
  });

  it('have no revision before their creation or at versions of other datasets', async () => {
    const { young, first } = await aHistory(server);
    const foreign = globalId('DatasetVersion', (await aDatasetVersion(server)).id);
    for (const [version, code] of [
      [first, 'NOT_FOUND'],
      [foreign, 'NOT_FOUND'],
      ['nope', 'BAD_USER_INPUT'],
    ]) {
      const id = globalId('DatasetExample', young.id);
      const { errors } = await server.gql(ONE, { id, version });
      expect(errors?.map((error) => error.extensions.code)).toEqual([code]);
    }
  });

  it('return numbers in payloads exactly', async () => {
    const { id } = await anExample(server);
    const input = '{"z":9007199254740993,"a":1.0,"10":[1e-7]}';
    await server.sql('UPDATE dataset_example_revisions SET input = $1 WHERE example_id = $2', [
      input,
      id,
    ]);
    const query = '{ node(id: "ID") { ... on DatasetExample { revision { input } } } }';
    const { text } = await server.request
      .post('/graphql')
      .send({ query: query.replace('ID', globalId('DatasetExample', id)) });
    expect(text).toContain('"z":9007199254740993,"a":1.0');
  });

  it('are found by external id while they are live', async () => {
    const { dataset_id, changed, gone } = await aHistory(server);
    await server.sql("UPDATE dataset_examples SET external_id = 'x/1' WHERE id = $1", [changed.id]);
    await server.sql("UPDATE dataset_examples SET external_id = 'gone' WHERE id = $1", [gone.id]);
    const find = async (datasetId: string, externalId: string) =>
      server.gql<{ getDatasetExampleByExternalId: object | null }>(
        `query ($datasetId: ID!, $externalId: String!) {
          getDatasetExampleByExternalId(datasetId: $datasetId, externalId: $externalId) {
            id revision { input } } }`,
        { datasetId, externalId },
      );
    const own = globalId('Dataset', dataset_id);
    expect((await find(own, 'x/1')).data!.getDatasetExampleByExternalId).toEqual({
      id: globalId('DatasetExample', changed.id),
      revision: { input: { q: 11 } },
    });
    for (const externalId of ['gone', 'X/1', '\0', globalId('DatasetExample', changed.id)]) {
      expect((await find(own, externalId)).data).toEqual({ getDatasetExampleByExternalId: null });
    }
    expect((await find(globalId('Dataset', 999999), 'x')).errors?.[0]?.extensions.code).toBe(
      'NOT_FOUND',
    );
  });

  it('names its dataset, with one query for many examples', async () => {
    const { dataset_id } = await aHistory(server);
    for (let at = 0; at < 3; at++) await anExample(server, { dataset_id });
    const { result, statements } = await server.countQueries(() =>
      server.gql<{ node: { examples: { edges: { node: object }[] } } }>(
        `query ($id: ID!) { node(id: $id) { ... on Dataset {
           examples { edges { node { dataset { id } } } } } } }`,
        { id: globalId('Dataset', dataset_id) },
      ),
    );
    const nodes = result.data!.node.examples.edges.map(({ node }) => node);
    expect(nodes.length).toBeGreaterThan(3);
    expect(new Set(nodes.map((node) => JSON.stringify(node)))).toEqual(
      new Set([JSON.stringify({ dataset: { id: globalId('Dataset', dataset_id) } })]),
    );
    expect(statements.filter((text) => /FROM datasets d/.test(text)).length).toBeLessThan(3);
  });
});
