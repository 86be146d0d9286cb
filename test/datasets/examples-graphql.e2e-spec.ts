import { aDataset, aDatasetVersion } from '../support/factories/dataset.js';
import { anExample, aRevision } from '../support/factories/dataset-example.js';
import { aSplit } from '../support/factories/dataset-marks.js';
import { aSpan } from '../support/factories/span.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';

const gid = (type: string, id: number) => Buffer.from(`${type}:${id}`).toString('base64');

interface Example {
  id: string;
  externalId: string | null;
  revision: { input: { q?: unknown }; revisionKind: string };
}

interface Page {
  edges: { cursor: string; node: Example }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string | null };
}

const EXAMPLES = `query (
  $id: ID!, $version: ID, $splits: [ID!], $first: Int, $after: String, $filter: String, $ids: [ID!]
) {
  node(id: $id) { ... on Dataset {
    exampleCount(datasetVersionId: $version, splitIds: $splits)
    examples(datasetVersionId: $version, splitIds: $splits, first: $first, after: $after,
             filter: $filter, filterIds: $ids) {
      edges { cursor node { id externalId revision { input revisionKind } } }
      pageInfo { hasNextPage hasPreviousPage endCursor }
    }
  } }
}`;

describe('examples in GraphQL', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const ask = (datasetId: number, variables: Record<string, unknown> = {}) =>
    server.gql<{ node: { exampleCount: number; examples: Page } }>(EXAMPLES, {
      id: gid('Dataset', datasetId),
      ...variables,
    });
  const list = async (datasetId: number, variables: Record<string, unknown> = {}) => {
    const { data, errors } = await ask(datasetId, variables);
    expect(errors).toBeUndefined();
    return data!.node;
  };
  const inputs = async (datasetId: number, variables: Record<string, unknown> = {}) => {
    const { examples } = await list(datasetId, variables);
    return examples.edges.map(({ node }) => node.revision.input.q);
  };
  const codeOf = async (datasetId: number, variables: Record<string, unknown>) =>
    (await ask(datasetId, variables)).errors?.[0]?.extensions.code;

  /** Three versions: 1 and 2 are made, 1 becomes 11 and 2 goes, 3 comes. */
  async function aHistory() {
    const first = await aDatasetVersion(server);
    const { dataset_id } = first;
    const changed = await anExample(server, { created_version_id: first.id, input: { q: 1 } });
    const gone = await anExample(server, { created_version_id: first.id, input: { q: 2 } });
    const second = await aDatasetVersion(server, { dataset_id });
    await aRevision(server, { example_id: changed.id, version_id: second.id, input: { q: 11 } });
    await aRevision(server, { example_id: gone.id, version_id: second.id, kind: 'DELETE' });
    const third = await aDatasetVersion(server, { dataset_id });
    const young = await anExample(server, { created_version_id: third.id, input: { q: 3 } });
    const version = ({ id }: { id: number }) => gid('DatasetVersion', id);
    return {
      dataset_id,
      changed,
      gone,
      young,
      first: version(first),
      second: version(second),
      third: version(third),
    };
  }

  describe('listed by a dataset', () => {
    it('come in pages by id, at any version', async () => {
      const { dataset_id, first, second, third } = await aHistory();
      expect(await inputs(dataset_id)).toEqual([11, 3]);
      expect(await inputs(dataset_id, { version: first })).toEqual([1, 2]);
      expect(await inputs(dataset_id, { version: second })).toEqual([11]);
      expect(await inputs(dataset_id, { version: third })).toEqual([11, 3]);
      for (const version of [null, first, third]) {
        const { exampleCount, examples } = await list(dataset_id, { version, first: 1 });
        expect(exampleCount).toBe(2);
        expect(examples).toMatchObject({
          edges: [{}],
          pageInfo: { hasNextPage: true, hasPreviousPage: false },
        });
        const after = examples.pageInfo.endCursor;
        const rest = await list(dataset_id, { version, first: 1, after });
        expect(rest.examples).toMatchObject({
          edges: [{}],
          pageInfo: { hasNextPage: false, hasPreviousPage: true },
        });
        expect(rest.examples.edges[0]!.node.id).not.toBe(examples.edges[0]!.node.id);
      }
      expect((await list(dataset_id, { version: second })).exampleCount).toBe(1);
    });

    it('are fifty unless told otherwise', async () => {
      const { dataset_id } = await anExample(server);
      for (let n = 0; n < 50; n++) await anExample(server, { dataset_id });
      const { examples } = await list(dataset_id);
      expect(examples.edges).toHaveLength(50);
      expect(examples.pageInfo.hasNextPage).toBe(true);
    });

    it('may be those of any of some splits, at any version', async () => {
      const { dataset_id, changed, young, first, second } = await aHistory();
      const foreign = await anExample(server);
      const a = await aSplit(server, { examples: [changed, foreign] });
      const b = await aSplit(server, { examples: [changed, young] });
      const empty = await aSplit(server);
      const splits = (...of: { id: number }[]) => of.map(({ id }) => gid('DatasetSplit', id));
      const both = async (variables: Record<string, unknown>) => {
        const { exampleCount } = await list(dataset_id, variables);
        const all = await inputs(dataset_id, variables);
        expect(exampleCount).toBe(all.length);
        return all;
      };
      expect(await both({ splits: splits(a) })).toEqual([11]);
      expect(await both({ splits: splits(b) })).toEqual([11, 3]);
      expect(await both({ splits: splits(a, b, empty) })).toEqual([11, 3]);
      expect(await both({ splits: splits(a, b), version: first })).toEqual([1]);
      expect(await both({ splits: splits(b), version: second })).toEqual([11]);
      expect(await both({ splits: splits(empty) })).toEqual([]);
      expect(await both({ splits: [] })).toEqual([11, 3]);
      const page = await list(dataset_id, { splits: splits(a, b), first: 1 });
      const after = page.examples.pageInfo.endCursor;
      expect(await inputs(dataset_id, { splits: splits(a, b), after })).toEqual([3]);
    });

    it('may be those that hold a text anywhere, in any case', async () => {
      const { id: dataset_id } = await aDataset(server);
      const make = (payload: object) => anExample(server, { dataset_id, ...payload });
      await make({ input: { q: 'Paris "the city"' } });
      await make({ input: { q: 2 }, output: { answer: 'PARIS\nof Troy' } });
      await make({ input: { q: 3 }, metadata: { Paris: true } });
      await make({ input: { q: 'ÜBER 100%' } });
      const found = (filter: string) => inputs(dataset_id, { filter });
      expect(await found('paris')).toEqual(['Paris "the city"', 2, 3]);
      expect(await found('"the')).toEqual(['Paris "the city"']);
      expect(await found('{"answer"')).toEqual([2]);
      expect(await found('paris\nof')).toEqual([2]);
      expect(await found('über')).toEqual(['ÜBER 100%']);
      expect(await found('0%')).toEqual(['ÜBER 100%']);
      expect(await found('%')).toEqual(['ÜBER 100%']);
      expect(await found('_')).toEqual([]);
      expect(await found('.')).toEqual([]);
      expect(await found('(the|a)')).toEqual([]);
      expect(await found('\0')).toEqual([]);
      expect(await found('')).toHaveLength(4);
      expect(await inputs(dataset_id, { filter: 'paris', first: 1 })).toHaveLength(1);
    });

    it('are searched as they were at a version', async () => {
      const { dataset_id, first } = await aHistory();
      expect(await inputs(dataset_id, { filter: '"q":1' })).toEqual([11]);
      expect(await inputs(dataset_id, { filter: '"q":2', version: first })).toEqual([2]);
      expect(await inputs(dataset_id, { filter: '"q":11', version: first })).toEqual([]);
    });

    it('may be some that are named', async () => {
      const { dataset_id, changed, gone, young } = await aHistory();
      const ids = (...of: { id: number }[]) => of.map(({ id }) => gid('DatasetExample', id));
      const foreign = await anExample(server);
      expect(await inputs(dataset_id, { ids: ids(young, changed, gone, foreign) })).toEqual([
        11, 3,
      ]);
      expect(await inputs(dataset_id, { ids: [] })).toEqual([]);
    });

    it('cost no payloads unless they are shown', async () => {
      const { dataset_id, first } = await aHistory();
      for (const version of [null, first]) {
        const { statements } = await server.countQueries(() =>
          server.gql(
            `query ($id: ID!, $version: ID) { node(id: $id) { ... on Dataset {
              exampleCount(datasetVersionId: $version)
              examples(datasetVersionId: $version) { edges { node { id } } } } } }`,
            { id: gid('Dataset', dataset_id), version },
          ),
        );
        expect(statements.join()).not.toMatch(/\binput\b/);
      }
    });

    it.each([
      [{ first: 0 }, 'BAD_USER_INPUT'],
      [{ first: 1001 }, 'BAD_USER_INPUT'],
      [{ after: 'nonsense' }, 'BAD_USER_INPUT'],
      [{ version: 'nope' }, 'BAD_USER_INPUT'],
      [{ version: gid('Dataset', 1) }, 'BAD_USER_INPUT'],
      [{ version: gid('DatasetVersion', 999999) }, 'NOT_FOUND'],
      [{ splits: ['nope'] }, 'BAD_USER_INPUT'],
      [{ ids: [gid('Dataset', 1)] }, 'BAD_USER_INPUT'],
      [{ filter: 'x'.repeat(1001) }, 'BAD_USER_INPUT'],
    ])('are refused for %j', async (variables, code) => {
      expect(await codeOf((await aDataset(server)).id, variables)).toBe(code);
    });

    it('are refused at a version of another dataset', async () => {
      const { id } = await aDatasetVersion(server);
      const version = gid('DatasetVersion', id);
      expect(await codeOf((await aDataset(server)).id, { version })).toBe('NOT_FOUND');
    });
  });

  describe('one by one', () => {
    const ONE = `query ($id: ID!, $version: ID) { node(id: $id) { ... on DatasetExample {
      externalId createdAt
      revision(datasetVersionId: $version) {
        input output metadata revisionKind createdAt datasetVersionId }
      span { name } datasetSplits { name }
    } } }`;

    it('show what they held at any version, their span and splits', async () => {
      const span = await aSpan(server, { name: 'retrieve' });
      const { dataset_id, changed, gone, first, second, third } = await aHistory();
      await server.sql(
        "UPDATE dataset_examples SET trace_id = $1, span_id = $2, external_id = 'e' WHERE id = $3",
        [span.trace_id, span.span_id, changed.id],
      );
      for (const name of ['z', 'a']) await aSplit(server, { name, examples: [changed] });
      const at = async (example: { id: number }, version?: string) => {
        const id = gid('DatasetExample', example.id);
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

    it('have no revision before they were made, nor at versions of other datasets', async () => {
      const { young, first } = await aHistory();
      const foreign = gid('DatasetVersion', (await aDatasetVersion(server)).id);
      for (const [version, code] of [
        [first, 'NOT_FOUND'],
        [foreign, 'NOT_FOUND'],
        ['nope', 'BAD_USER_INPUT'],
      ]) {
        const id = gid('DatasetExample', young.id);
        const { errors } = await server.gql(ONE, { id, version });
        expect(errors?.map((error) => error.extensions.code)).toEqual([code]);
      }
    });

    it('give payloads back to the digit', async () => {
      const { id } = await anExample(server);
      const input = '{"z":9007199254740993,"a":1.0,"10":[1e-7]}';
      await server.sql('UPDATE dataset_example_revisions SET input = $1 WHERE example_id = $2', [
        input,
        id,
      ]);
      const query = '{ node(id: "ID") { ... on DatasetExample { revision { input } } } }';
      const { text } = await server.request
        .post('/graphql')
        .send({ query: query.replace('ID', gid('DatasetExample', id)) });
      expect(text).toContain('"z":9007199254740993,"a":1.0');
    });

    it('are found by the id of their author, as long as they are there', async () => {
      const { dataset_id, changed, gone } = await aHistory();
      await server.sql("UPDATE dataset_examples SET external_id = 'x/1' WHERE id = $1", [
        changed.id,
      ]);
      await server.sql("UPDATE dataset_examples SET external_id = 'gone' WHERE id = $1", [gone.id]);
      const find = async (datasetId: string, externalId: string) =>
        server.gql<{ getDatasetExampleByExternalId: object | null }>(
          `query ($datasetId: ID!, $externalId: String!) {
            getDatasetExampleByExternalId(datasetId: $datasetId, externalId: $externalId) {
              id revision { input } } }`,
          { datasetId, externalId },
        );
      const own = gid('Dataset', dataset_id);
      expect((await find(own, 'x/1')).data!.getDatasetExampleByExternalId).toEqual({
        id: gid('DatasetExample', changed.id),
        revision: { input: { q: 11 } },
      });
      for (const externalId of ['gone', 'X/1', '\0', gid('DatasetExample', changed.id)]) {
        expect((await find(own, externalId)).data).toEqual({ getDatasetExampleByExternalId: null });
      }
      expect((await find(gid('Dataset', 999999), 'x')).errors?.[0]?.extensions.code).toBe(
        'NOT_FOUND',
      );
    });
  });
});
