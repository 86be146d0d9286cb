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

describe('experiments over GraphQL', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const node = async (id: string, fields: string) => {
    const { data, errors } = await server.gql<{ node: Node }>(
      `{ node(id: "${id}") { __typename ... on Experiment { ${fields} } } }`,
    );
    expect(errors).toBeUndefined();
    return data!.node;
  };

  it('show everything about them', async () => {
    const [user] = await server.sql<{ id: number }>('SELECT min(id) AS id FROM users');
    const example = await anExample(server);
    const { dataset_id } = example;
    const split = await aSplit(server, { examples: [example] });
    await anExperiment(server, { dataset_id });
    const experiment = await anExperiment(server, {
      dataset_id,
      name: 'second',
      repetitions: 4,
      metadata: { model: 'x' },
      user_id: user!.id,
    });
    const { id } = experiment;
    await server.sql('INSERT INTO experiment_splits VALUES ($1, $2)', [id, split.id]);
    const span = await aSpan(server, { kind: 'LLM', prompt_tokens: 7, completion_tokens: 3 });
    const run = await aRun(server, { experiment_id: id, trace_id: span.trace_id });
    await aRun(server, {
      experiment_id: id,
      repetition_number: 2,
      error: 'x',
      trace_id: 'not yet',
      start_time: '2026-03-01T10:00:00+00:00',
      end_time: '2026-03-01T10:00:00+00:00',
    });
    const own = { prompt_tokens: 5, trace_id: span.trace_id };
    const third = await aRun(server, { experiment_id: id, repetition_number: 3, ...own });
    for (const [at, given] of [
      { score: 1, label: 'a' },
      { score: 0, label: 'b' },
    ].entries()) {
      await anEvaluation(server, { run_id: [run, third][at]!.id, name: 'b', ...given });
    }
    await anEvaluation(server, { run_id: run.id, name: 'a', error: 'late' });
    const tag = await anExperimentTag(server, { experiment_id: id, name: 'baseline' });
    const [project] = await server.sql<{ id: number }>('SELECT id FROM projects WHERE name = $1', [
      experiment.project_name,
    ]);
    const [newest] = await server.sql<{ at: string }>(
      'SELECT max(created_at) AS at FROM experiment_runs',
    );
    const [dataset] = await server.sql<{ name: string }>('SELECT name FROM datasets');
    expect(await node(globalId('Experiment', id), FIELDS)).toEqual({
      __typename: 'Experiment',
      id: globalId('Experiment', id),
      name: 'second',
      description: null,
      sequenceNumber: 2,
      metadata: { model: 'x' },
      isBaseline: true,
      isEphemeral: false,
      repetitions: 4,
      createdAt: experiment.created_at,
      updatedAt: experiment.updated_at,
      lastUpdatedAt: newest!.at,
      user: { id: globalId('User', user!.id) },
      dataset: { id: globalId('Dataset', dataset_id), name: dataset!.name },
      datasetVersion: {
        id: globalId('DatasetVersion', experiment.dataset_version_id),
        exampleCount: 1,
      },
      datasetSplits: { edges: [{ node: { name: split.name } }] },
      project: { id: globalId('Project', project!.id), name: experiment.project_name },
      projectName: experiment.project_name,
      runCount: 3,
      errorRunCount: 1,
      expectedRunCount: 4,
      annotationSummaries: [
        {
          annotationName: 'a',
          minScore: null,
          maxScore: null,
          meanScore: null,
          count: 1,
          errorCount: 1,
          scoreCount: 0,
          labelCount: 0,
          labelFractions: [],
        },
        {
          annotationName: 'b',
          minScore: 0,
          maxScore: 1,
          meanScore: 0.5,
          count: 2,
          errorCount: 0,
          scoreCount: 2,
          labelCount: 2,
          labelFractions: [
            { label: 'a', fraction: 0.5 },
            { label: 'b', fraction: 0.5 },
          ],
        },
      ],
      errorRate: 1 / 3,
      averageRunLatencyMs: expect.closeTo((2 * 2000.001) / 3, 6),
      costSummary: {
        prompt: { tokens: 12, cost: null },
        completion: { tokens: 3 },
        total: { tokens: 15 },
      },
      tags: [
        {
          id: globalId('ExperimentTag', tag.id),
          name: 'baseline',
          description: null,
          experimentId: globalId('Experiment', id),
        },
      ],
    });
    const one = await node(
      globalId('Experiment', id),
      'annotationSummaries(annotationName: "b") { count }',
    );
    expect(one).toMatchObject({ annotationSummaries: [{ count: 2 }] });
  });

  it('have empty fields without runs, user and project', async () => {
    const { id, updated_at } = await anExperiment(server, { project_name: null });
    expect(await node(globalId('Experiment', id), FIELDS)).toMatchObject({
      isBaseline: false,
      lastUpdatedAt: updated_at,
      user: null,
      project: null,
      projectName: null,
      runCount: 0,
      errorRunCount: 0,
      annotationSummaries: [],
      errorRate: null,
      averageRunLatencyMs: null,
      costSummary: { prompt: { tokens: 0, cost: null } },
      tags: [],
    });
  });

  it('show their progress while runs arrive', async () => {
    const { id } = await anExperiment(server, { repetitions: 3 });
    const { dataset_id, id: example_id } = await anExample(server);
    expect(dataset_id).toBeGreaterThan(0);
    const progress = async () => (await node(globalId('Experiment', id), 'runCount'))['runCount'];
    for (const repetition_number of [1, 2, 3]) {
      expect(await progress()).toBe(repetition_number - 1);
      await aRun(server, { experiment_id: id, example_id, repetition_number });
    }
  });

  it('are found as nodes with their tags if they exist', async () => {
    const tag = await anExperimentTag(server, { name: 'a', description: 'd' });
    const { data } = await server.gql(
      `{ node(id: "${globalId('ExperimentTag', tag.id)}") { ... on ExperimentTag { name description } } }`,
    );
    expect(data).toEqual({ node: { name: 'a', description: 'd' } });
    for (const type of ['Experiment', 'ExperimentRun', 'ExperimentTag']) {
      const { errors } = await server.gql(`{ node(id: "${globalId(type, 999999)}") { id } }`);
      expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    }
  });
});
