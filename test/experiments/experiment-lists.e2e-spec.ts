import { aDataset } from '../support/factories/dataset.js';
import { anExample } from '../support/factories/dataset-example.js';
import { aSplit } from '../support/factories/dataset-marks.js';
import {
  anEvaluation,
  anExperiment,
  anExperimentTag,
  aRun,
} from '../support/factories/experiment.js';
import { aSpan } from '../support/factories/span.js';
import { globalId } from '../support/global-id.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';

const FIELDS = `id name description sequenceNumber metadata isBaseline isEphemeral repetitions
  createdAt updatedAt lastUpdatedAt user { id } dataset { id name } datasetVersion { id exampleCount }
  datasetSplits { edges { node { name } } } project { id name } projectName runCount errorRunCount expectedRunCount
  annotationSummaries { annotationName minScore maxScore meanScore count errorCount scoreCount
    labelCount labelFractions { label fraction } }
  errorRate averageRunLatencyMs
  costSummary { prompt { tokens cost } completion { tokens } total { tokens } }
  tags { id name description experimentId }`;

type Node = Record<string, unknown> & { id: string };
interface List {
  edges: { node: Node }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

describe('lists of experiments over GraphQL', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const ofAll = async (args = '') => {
    const { data, errors } = await server.gql<{ experiments: List; experimentCount: number }>(
      `{ experimentCount
         experiments${args} { edges { node { id name } } pageInfo { hasNextPage endCursor } } }`,
    );
    expect(errors).toBeUndefined();
    return data!;
  };
  const ofDataset = async (id: number, args: string) => {
    const { data, errors } = await server.gql<{ node: { experiments: List } }>(
      `{ node(id: "${globalId('Dataset', id)}") { ... on Dataset {
           experiments${args} { edges { node { name } } pageInfo { hasNextPage endCursor } } } } }`,
    );
    expect(errors).toBeUndefined();
    return data!.node.experiments.edges.map((edge) => edge.node['name']);
  };
  const names = ({ experiments }: { experiments: List }) =>
    experiments.edges.map((edge) => edge.node['name']);

  it('show all datasets, newest first, without ephemeral ones', async () => {
    for (const name of ['one', 'two', 'three']) await anExperiment(server, { name });
    await anExperiment(server, { name: 'gone soon', is_ephemeral: true });
    const all = await ofAll();
    expect([names(all), all.experimentCount]).toEqual([['three', 'two', 'one'], 3]);
    const first = await ofAll('(first: 2)');
    expect([names(first), first.experiments.pageInfo.hasNextPage]).toEqual([
      ['three', 'two'],
      true,
    ]);
    const after = first.experiments.pageInfo.endCursor;
    expect(names(await ofAll(`(first: 2, after: "${after}")`))).toEqual(['one']);
    expect(names(await ofAll('(last: 1)'))).toEqual(['one']);
  });

  it('are found by parts of name and description in any script, literally', async () => {
    const created = async (name: string, description: string | null) => {
      const { dataset_id } = await anExample(server);
      await server.request
        .post(`/v1/datasets/${globalId('Dataset', dataset_id)}/experiments`)
        .send({ name, description });
    };
    await created('Straße 100%', null);
    await created('other', 'ΟΔΟΣ a_b');
    const found = async (text: string) =>
      names(await ofAll(`(filterCondition: ${JSON.stringify(text)})`));
    expect(await found('STRASSE')).toEqual(['Straße 100%']);
    expect(await found('δος')).toEqual(['other']);
    expect(await found('%')).toEqual(['Straße 100%']);
    expect(await found('A_B')).toEqual(['other']);
    expect(await found('axb')).toEqual([]);
    expect(await found('\0')).toEqual([]);
    expect(await found('')).toHaveLength(2);
  });

  it('include ephemeral ones of a dataset if requested, and can be limited by ID', async () => {
    const { id: dataset_id } = await aDataset(server);
    const kept = await anExperiment(server, { dataset_id, name: 'kept' });
    await anExperiment(server, { dataset_id, name: 'soon', is_ephemeral: true });
    await anExperiment(server, { name: 'foreign' });
    expect(await ofDataset(dataset_id, '')).toEqual(['kept']);
    expect(await ofDataset(dataset_id, '(includeEphemeral: true)')).toEqual(['soon', 'kept']);
    expect(await ofDataset(dataset_id, '(includeEphemeral: true, filterCondition: "SO")')).toEqual([
      'soon',
    ]);
    const ids = `filterIds: ["${globalId('Experiment', kept.id)}", "${globalId('Experiment', 999999)}"]`;
    expect(await ofDataset(dataset_id, `(includeEphemeral: true, ${ids})`)).toEqual(['kept']);
    expect(await ofDataset(dataset_id, '(filterIds: [])')).toEqual([]);
    expect(await ofDataset(dataset_id, '(filterCondition: "\\u0000")')).toEqual([]);
  });

  it('are counted by dataset and version, with their scores and the baseline', async () => {
    const example = await anExample(server);
    const { dataset_id } = example;
    const { id: experiment_id } = await anExperiment(server, { dataset_id });
    const soon = await anExperiment(server, { dataset_id, is_ephemeral: true });
    await anExperimentTag(server, { experiment_id, name: 'baseline' });
    for (const [id, score] of [
      [experiment_id, 0.25],
      [soon.id, 2],
    ] as const) {
      const run = await aRun(server, { experiment_id: id });
      await anEvaluation(server, { run_id: run.id, name: 'b', score });
      await anEvaluation(server, { run_id: run.id, name: 'a', label: 'x' });
    }
    const version = globalId('DatasetVersion', example.created_version_id);
    const { data } = await server.gql(
      `{ node(id: "${globalId('Dataset', dataset_id)}") { ... on Dataset {
           count: experimentCount
           all: experimentCount(includeEphemeral: true)
           ofVersion: experimentCount(datasetVersionId: "${version}")
           ofOther: experimentCount(datasetVersionId: "${globalId('DatasetVersion', 999999)}")
           baselineExperiment { id }
           scores: experimentAnnotationSummaries { annotationName minScore maxScore }
           allScores: experimentAnnotationSummaries(includeEphemeral: true) { maxScore } } } }`,
    );
    expect(data).toEqual({
      node: {
        count: 1,
        all: 2,
        ofVersion: 1,
        ofOther: 0,
        baselineExperiment: { id: globalId('Experiment', experiment_id) },
        scores: [
          { annotationName: 'a', minScore: null, maxScore: null },
          { annotationName: 'b', minScore: 0.25, maxScore: 0.25 },
        ],
        allScores: [{ maxScore: null }, { maxScore: 2 }],
      },
    });
  });

  it('need no more queries for many than for two', async () => {
    const experiment = async () => {
      const example = await anExample(server);
      const { dataset_id } = example;
      const { id } = await anExperiment(server, { dataset_id });
      const span = await aSpan(server, { kind: 'LLM', prompt_tokens: 1 });
      const run = await aRun(server, { experiment_id: id, trace_id: span.trace_id });
      await anEvaluation(server, { run_id: run.id, score: 1, label: 'x' });
      await anExperimentTag(server, { experiment_id: id });
      const split = await aSplit(server, { examples: [example] });
      await server.sql('INSERT INTO experiment_splits VALUES ($1, $2)', [id, split.id]);
    };
    const read = () =>
      server.countQueries(async () => {
        const { data, errors } = await server.gql<{ experiments: List; datasets: List }>(
          `{ experiments { edges { node { ${FIELDS} } } }
             datasets { edges { node { id experimentCount baselineExperiment { id }
               experimentAnnotationSummaries { maxScore }
               experiments(first: 3) { edges { node { id runs(first: 2) { edges { node { id } } } } } } } } } }`,
        );
        expect(errors).toBeUndefined();
        return data!;
      });
    for (let n = 0; n < 2; n++) await experiment();
    const two = await read();
    for (let n = 0; n < 6; n++) await experiment();
    const eight = await read();
    expect(eight.result.experiments.edges).toHaveLength(8);
    expect(eight.statements).toHaveLength(two.statements.length);
  });

  it.each([
    ['{ experiments(first: -1) { edges { cursor } } }'],
    ['{ experiments(after: "x") { edges { cursor } } }'],
    [
      '{ node(id: "DATASET") { ... on Dataset { experiments(filterIds: ["x"]) { edges { cursor } } } } }',
    ],
    ['{ node(id: "DATASET") { ... on Dataset { experimentCount(datasetVersionId: "x") } } }'],
  ])('refuse %s', async (query) => {
    const { id } = await aDataset(server);
    const { errors } = await server.gql(query.replace('DATASET', globalId('Dataset', id)));
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });
});
