import pg from 'pg';
import { eventually } from '../../support/eventually.js';
import { aDataset, aDatasetVersion } from '../../support/factories/dataset.js';
import { anExample } from '../../support/factories/dataset-example.js';
import { aSplit } from '../../support/factories/dataset-marks.js';
import { globalId } from '../../support/global-id.js';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { aHistory } from '../a-history.js';

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
  $id: ID!, $version: ID, $splits: [ID!], $filter: String, $ids: [ID!]
  $first: Int, $after: String, $last: Int, $before: String
) {
  node(id: $id) { ... on Dataset {
    exampleCount(datasetVersionId: $version, splitIds: $splits)
    examples(datasetVersionId: $version, splitIds: $splits, filter: $filter, filterIds: $ids,
             first: $first, after: $after, last: $last, before: $before) {
      edges { cursor node { id externalId revision { input revisionKind } } }
      pageInfo { hasNextPage hasPreviousPage endCursor }
    }
  } }
}`;

describe('examples of a dataset in GraphQL', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const ask = (datasetId: number, variables: Record<string, unknown> = {}) =>
    server.gql<{ node: { exampleCount: number; examples: Page } }>(EXAMPLES, {
      id: globalId('Dataset', datasetId),
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

  it('come in pages by id at any version', async () => {
    const { dataset_id, first, second, third } = await aHistory(server);
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

  it('come in pages from the end, in the same order', async () => {
    const { dataset_id, changed, young, first } = await aHistory(server);
    const a = await aSplit(server, { examples: [changed, young] });
    const b = await aSplit(server, { examples: [young] });
    const splits = [a, b].map(({ id }) => globalId('DatasetSplit', id));
    for (const which of [{}, { version: first }, { splits }, { filter: 'q' }]) {
      const all = await inputs(dataset_id, which);
      expect(all).toHaveLength(2);
      expect(await inputs(dataset_id, { ...which, last: 2 })).toEqual(all);
      const { examples: end } = await list(dataset_id, { ...which, last: 1 });
      expect(end.edges.map(({ node }) => node.revision.input.q)).toEqual(all.slice(1));
      expect(end.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
      const before = end.edges[0]!.cursor;
      for (const size of [{ last: 1 }, { first: 1 }, {}]) {
        const { examples } = await list(dataset_id, { ...which, ...size, before });
        expect(examples.edges.map(({ node }) => node.revision.input.q)).toEqual(all.slice(0, 1));
        expect(examples.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
      }
    }
  });

  it('come in pages of 50 by default', async () => {
    const { dataset_id } = await anExample(server);
    for (let n = 0; n < 50; n++) await anExample(server, { dataset_id });
    const { examples } = await list(dataset_id);
    expect(examples.edges).toHaveLength(50);
    expect(examples.pageInfo.hasNextPage).toBe(true);
  });

  it('can be limited to splits at any version', async () => {
    const { dataset_id, changed, young, first, second } = await aHistory(server);
    const foreign = await anExample(server);
    const a = await aSplit(server, { examples: [changed, foreign] });
    const b = await aSplit(server, { examples: [changed, young] });
    const empty = await aSplit(server);
    const splits = (...of: { id: number }[]) => of.map(({ id }) => globalId('DatasetSplit', id));
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

  it('can be limited to those that contain a text, ignoring case', async () => {
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

  it('can be searched at a version', async () => {
    const { dataset_id, first } = await aHistory(server);
    expect(await inputs(dataset_id, { filter: '"q":1' })).toEqual([11]);
    expect(await inputs(dataset_id, { filter: '"q":2', version: first })).toEqual([2]);
    expect(await inputs(dataset_id, { filter: '"q":11', version: first })).toEqual([]);
  });

  it('are searched for a limited time, because no index finds a text', async () => {
    const { dataset_id } = await aHistory(server);
    const holder = new pg.Client({ connectionString: server.databaseUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE dataset_examples');
    const search = ask(dataset_id, { filter: 'nowhere' });
    // Cancels the query, as the database does when the time is up.
    await eventually('search', async () => {
      const { rowCount } = await holder.query(
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rowCount === 1;
    });
    await holder.end();
    const { errors } = await search;
    expect(errors?.[0]?.message).toContain('This takes longer than 30 seconds. Request less');
    expect(errors?.[0]?.extensions.code).toBe('BAD_REQUEST');
  });

  it('can be limited by id', async () => {
    const { dataset_id, changed, gone, young } = await aHistory(server);
    const ids = (...of: { id: number }[]) => of.map(({ id }) => globalId('DatasetExample', id));
    const foreign = await anExample(server);
    expect(await inputs(dataset_id, { ids: ids(young, changed, gone, foreign) })).toEqual([11, 3]);
    expect(await inputs(dataset_id, { ids: [] })).toEqual([]);
  });

  it('read no payloads unless requested', async () => {
    const { dataset_id, first } = await aHistory(server);
    for (const version of [null, first]) {
      const { statements } = await server.countQueries(() =>
        server.gql(
          `query ($id: ID!, $version: ID) { node(id: $id) { ... on Dataset {
            exampleCount(datasetVersionId: $version)
            examples(datasetVersionId: $version) { edges { node { id } } } } } }`,
          { id: globalId('Dataset', dataset_id), version },
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
    [{ version: globalId('Dataset', 1) }, 'BAD_USER_INPUT'],
    [{ version: globalId('DatasetVersion', 999999) }, 'NOT_FOUND'],
    [{ splits: ['nope'] }, 'BAD_USER_INPUT'],
    [{ ids: [globalId('Dataset', 1)] }, 'BAD_USER_INPUT'],
    [{ filter: 'x'.repeat(1001) }, 'BAD_USER_INPUT'],
  ])('are refused for %j', async (variables, code) => {
    expect(await codeOf((await aDataset(server)).id, variables)).toBe(code);
  });

  it('are refused at a version of another dataset', async () => {
    const { id } = await aDatasetVersion(server);
    const version = globalId('DatasetVersion', id);
    expect(await codeOf((await aDataset(server)).id, { version })).toBe('NOT_FOUND');
  });
});
