import { cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { aDataset } from '../support/factories/dataset.js';
import { globalId } from '../support/global-id.js';
import { aVersion } from '../playground/chats.js';
import { ATTACHED, type Attached, evaluatorOperations, labels } from './evaluator-operations.js';

interface Connection<T> {
  edges: { cursor: string; node: T }[];
  pageInfo: { hasNextPage: boolean };
}

describe('lists of evaluators', () => {
  let server: SecuredServer;
  let datasets: string[];
  const { done, builtIn } = evaluatorOperations(() => server);

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  beforeEach(async () => {
    await server.sql('DELETE FROM datasets');
    await server.sql("DELETE FROM evaluators WHERE kind = 'LLM'");
    const rows = [await aDataset(server), await aDataset(server)];
    datasets = rows.map(({ id }) => globalId('Dataset', id));
  });
  afterAll(() => server.stop());

  const attach = async (name: string, evaluator = 'contains', datasetId = datasets[0]!) =>
    done(server.accounts.MEMBER, 'createDatasetBuiltinEvaluator', {
      datasetId,
      evaluatorId: await builtIn(evaluator),
      name,
    });
  const attachLlm = (name: string, datasetId = datasets[0]!) =>
    done(server.accounts.MEMBER, 'createDatasetLlmEvaluator', {
      datasetId,
      name,
      promptVersion: aVersion(),
      outputConfigs: labels('a', 'b'),
    });

  async function ask<T>(query: string): Promise<T> {
    const { data, errors } = await server.gqlAs<Record<string, T>>(
      cookieOf(server.accounts.VIEWER),
      query,
    );
    expect(errors).toBeUndefined();
    return Object.values(data!)[0]!;
  }
  const names = async (args = '') => {
    const list = await ask<Connection<{ name: string }>>(
      `{ evaluators${args} { edges { node { name } } } }`,
    );
    return list.edges.map(({ node }) => node.name);
  };
  const attachedNames = async (args = '', dataset = datasets[0]!) => {
    const found = await ask<{ datasetEvaluators: Connection<{ name: string }> }>(
      `{ node(id: "${dataset}") {
        ... on Dataset { datasetEvaluators${args} { edges { node { name } } } }
      } }`,
    );
    return found.datasetEvaluators.edges.map(({ node }) => node.name);
  };

  it('contain built-in ones only if a dataset uses them', async () => {
    expect(await names()).toEqual([]);
    expect(await ask('{ evaluatorCount }')).toBe(0);
    await attach('a', 'regex');
    await attach('b', 'regex', datasets[1]);
    await attachLlm('judge');
    expect(await names()).toEqual(['judge', 'regex']);
    expect(await ask('{ evaluatorCount }')).toBe(2);
    const all = await ask<{ name: string }[]>('{ builtInEvaluators { name } }');
    expect(all.map(({ name }) => name)).toEqual([
      'contains',
      'exact_match',
      'regex',
      'levenshtein_distance',
      'json_distance',
    ]);
  });

  it('can be sorted, searched and read in pages', async () => {
    await attach('Straße');
    await attach('100%', 'regex');
    await attachLlm('judge');
    expect(await names('(sort: { col: name, dir: asc })')).toEqual(['contains', 'judge', 'regex']);
    expect(await names('(sort: { col: kind, dir: desc })')).toEqual(['judge', 'regex', 'contains']);
    expect(await names('(sort: { col: updatedAt, dir: asc }, first: 1)')).toHaveLength(1);
    expect(await names('(filter: { col: name, value: "STRASSE" })')).toEqual(['contains']);
    expect(await names('(filter: { col: name, value: "udg" })')).toEqual(['judge']);
    expect(await names('(filter: { col: name, value: "%" })')).toEqual(['regex']);
    expect(await names('(filter: { col: name, value: "\\u0000" })')).toEqual([]);
    expect(await names('(last: 1, sort: { col: name, dir: asc })')).toEqual(['regex']);
  });

  it('sorts, searches and pages the evaluators of a dataset', async () => {
    await attach('b', 'regex');
    await attach('a');
    await attachLlm('c');
    await attach('other', 'contains', datasets[1]);
    expect(await attachedNames()).toEqual(['c', 'a', 'b']);
    expect(await attachedNames('(sort: { col: name, dir: asc })')).toEqual(['a', 'b', 'c']);
    expect(await attachedNames('(sort: { col: kind, dir: desc })')).toEqual(['c', 'a', 'b']);
    expect(await attachedNames('(filter: { col: name, value: "B" })')).toEqual(['b']);
    expect(await attachedNames('(filter: { col: name, value: "\\u0000" })')).toEqual([]);
    expect(await attachedNames('(first: 2)')).toEqual(['c', 'a']);
    expect(await attachedNames('(last: 1)')).toEqual(['b']);
    expect(await attachedNames('', datasets[1])).toEqual(['other']);
  });

  it('finds an evaluator of a dataset by its ID', async () => {
    const { id } = await attach('a');
    const find = (dataset: string) =>
      server.gqlAs<{ node: { datasetEvaluator: Attached } }>(
        cookieOf(server.accounts.VIEWER),
        `{ node(id: "${dataset}") {
          ... on Dataset { evaluatorCount datasetEvaluator(datasetEvaluatorId: "${id}") { name } }
        } }`,
      );
    expect((await find(datasets[0]!)).data?.node).toEqual({
      evaluatorCount: 1,
      datasetEvaluator: { name: 'a' },
    });
    expect((await find(datasets[1]!)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });

  it('name the datasets that use an evaluator', async () => {
    const { evaluator } = await attach('a');
    await attach('b');
    await attach('c', 'contains', datasets[1]);
    const uses = await ask<{
      datasets: Connection<{ id: string }>;
      datasetEvaluators: Connection<{ name: string }>;
    }>(`{ node(id: "${evaluator.id}") { ... on BuiltInEvaluator {
      datasets { edges { node { id } } pageInfo { hasNextPage } }
      datasetEvaluators(last: 2) { edges { node { name } } pageInfo { hasPreviousPage } }
    } } }`);
    expect(uses.datasets.edges.map(({ node }) => node.id)).toEqual(datasets);
    expect(uses.datasetEvaluators.edges.map(({ node }) => node.name)).toEqual(['b', 'c']);
  });

  it('need no query for each row', async () => {
    const everything = () =>
      ask<Connection<object>>(`{ datasets { edges { node {
        evaluatorCount
        datasetEvaluators { edges { node {
          ${ATTACHED}
          evaluator { user { username } datasets { edges { node { name } } }
            datasetEvaluators { edges { node { name } } } }
        } } }
      } } } }`);
    await attach('a');
    await attachLlm('b');
    const few = await server.countQueries(everything);
    await Promise.all(['c', 'd', 'e'].map((name) => attach(name, 'regex', datasets[1])));
    for (const name of ['f', 'g', 'h']) await attachLlm(name, datasets[1]);
    const many = await server.countQueries(everything);
    expect(many.statements).toHaveLength(few.statements.length);
  });

  it('hide the projects of evaluators, unless asked', async () => {
    const { project } = await attach('a');
    const list = (query: string) =>
      server.request
        .get(`/v1/projects?limit=1000&${query}`)
        .set(cookieOf(server.accounts.VIEWER))
        .expect(200);
    const named = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name);
    expect(named((await list('')).body)).not.toContain(project!.name);
    const all = await list('include_dataset_evaluator_projects=true');
    expect(named(all.body)).toContain(project!.name);
  });
});

describe('ready-made evaluators', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  const list = async (args = '') => {
    const { data, errors } = await server.gqlAs<{
      classificationEvaluatorConfigs: { name: string; labels: string[]; choices: object[] }[];
    }>(
      cookieOf(server.accounts.VIEWER),
      `{ classificationEvaluatorConfigs${args} {
        name description labels optimizationDirection source choices { label score }
        messages { role content { ... on TextContentPart { text { text } } } }
      } }`,
    );
    expect(errors).toBeUndefined();
    return data!.classificationEvaluatorConfigs;
  };

  it('are complete, and can be chosen by area', async () => {
    const all = await list();
    expect(all.length).toBeGreaterThan(10);
    expect(all[0]).toMatchObject({
      name: 'correctness',
      choices: [
        { label: 'correct', score: 1 },
        { label: 'incorrect', score: 0 },
      ],
      optimizationDirection: 'MAXIMIZE',
      messages: [{ role: 'SYSTEM' }, { role: 'USER' }],
    });
    const some = await list('(labels: ["retrieval", "nothing"])');
    expect(some.map(({ name }) => name)).toEqual(['faithfulness', 'document_relevance']);
    expect(await list('(labels: [])')).toEqual(all);
  });
});
