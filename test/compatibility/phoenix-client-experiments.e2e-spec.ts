import { createClient, type PhoenixClient } from '@arizeai/phoenix-client';
import { createDataset } from '@arizeai/phoenix-client/datasets';
import {
  asEvaluator,
  createExperiment,
  deleteExperiment,
  getExperiment,
  getExperimentInfo,
  listExperiments,
  resumeEvaluation,
  resumeExperiment,
  runExperiment,
} from '@arizeai/phoenix-client/experiments';
import { eventually } from '../support/eventually.js';
import { startTestServer, type TestServer } from '../support/server.js';

const EXAMPLES = [1, 2, 3].map((n) => ({
  id: `example-${n}`,
  input: { n },
  output: { double: 2 * n },
  metadata: { level: n },
}));

const QUIET = { info() {}, warn() {}, error() {}, debug() {}, table() {} };

const isRight = asEvaluator({
  name: 'is right',
  kind: 'CODE',
  evaluate: ({ output, expected }) => {
    const right = (output as { double: number }).double === expected?.['double'];
    return { score: right ? 1 : 0, label: right ? 'right' : 'wrong', explanation: 'compared' };
  },
});

/** The published JavaScript client, unmodified, against our server. */
describe('@arizeai/phoenix-client/experiments', () => {
  let server: TestServer;
  let client: PhoenixClient;
  let datasetId: string;

  beforeAll(async () => {
    server = await startTestServer();
    client = createClient({ options: { baseUrl: server.url } });
    const dataset = { name: 'doubles', description: '', examples: EXAMPLES };
    datasetId = (await createDataset({ client, ...dataset })).datasetId;
  });
  afterAll(() => server.stop());

  const double = (example: { input: Record<string, unknown> }) => ({
    double: 2 * Number(example.input['n']),
  });
  const common = () => ({
    client,
    logger: QUIET as never,
    setGlobalTracerProvider: false,
    useBatchSpanProcessor: true,
  });
  /** Downloads an experiment, as command-line clients do. */
  const download = async (experimentId: string) => {
    const { text } = await server.request.get(`/v1/experiments/${experimentId}/json`);
    return JSON.parse(text) as {
      output: unknown;
      error: string | null;
      repetition_number: number;
      trace_id: string | null;
      annotations: { name: string; score: number | null; error: string | null }[];
    }[];
  };

  it('runs a task over every example, repeats and evaluates it, and sends the traces', async () => {
    const ran = await runExperiment({
      ...common(),
      experimentName: 'first',
      experimentDescription: 'doubling',
      experimentMetadata: { model: 'none', nested: { ok: true } },
      dataset: { datasetId },
      task: double,
      evaluators: [isRight],
      repetitions: 2,
    });
    expect(ran).toMatchObject({
      datasetId,
      repetitions: 2,
      metadata: { model: 'none', nested: { ok: true } },
      projectName: expect.stringMatching(/^Experiment-[0-9a-f]{24}$/),
      exampleCount: 3,
      successfulRunCount: 6,
      failedRunCount: 0,
      missingRunCount: 0,
    });
    expect(Object.keys(ran.runs)).toHaveLength(6);
    // The client does not wait for evaluations to be stored.
    const records = await eventually('evaluations', async () => {
      const all = await download(ran.id);
      return all.every(({ annotations }) => annotations.length === 1) ? all : null;
    });
    expect(records.map((record) => [record.output, record.repetition_number])).toEqual(
      [1, 2, 3].flatMap((n) => [1, 2].map((repetition) => [{ double: 2 * n }, repetition])),
    );
    expect(records[0]!.annotations[0]).toMatchObject({
      name: 'is right',
      annotator_kind: 'CODE',
      score: 1,
      label: 'right',
      explanation: 'compared',
    });

    const read = await getExperiment({ client, experimentId: ran.id });
    expect(Object.keys(read.runs).toSorted()).toEqual(Object.keys(ran.runs).toSorted());
    expect(await listExperiments({ client, datasetId })).toContainEqual(
      expect.objectContaining({ id: ran.id, successfulRunCount: 6 }),
    );

    // Each run links to its trace, which is in the experiment's project.
    const { data } = await server.gql<{
      node: {
        project: { id: string; traceCount: number };
        runs: { edges: { node: { trace: { projectId: string } | null } }[] };
      };
    }>(
      `{ node(id: "${ran.id}") { ... on Experiment {
           project { id traceCount } runs { edges { node { trace { projectId } } } } } } }`,
    );
    const { project, runs } = data!.node;
    expect(project.traceCount).toBe(6);
    expect(runs.edges.map(({ node }) => node.trace?.projectId)).toEqual(Array(6).fill(project.id));
    const listed = await client.GET('/v1/projects', {});
    expect(listed.data?.data.map(({ name }) => name)).not.toContain(ran.projectName);
  });

  it('reports a failed task, and resumes it without repeating the others', async () => {
    let isBroken = true;
    let calls = 0;
    const task = (example: { input: Record<string, unknown> }) => {
      calls++;
      if (isBroken && example.input['n'] === 2) throw new Error('out of order');
      return double(example);
    };
    const { id } = await runExperiment({ ...common(), dataset: { datasetId }, task });
    expect(await getExperimentInfo({ client, experimentId: id })).toMatchObject({
      successfulRunCount: 2,
      failedRunCount: 1,
    });
    const failed = (await download(id))[1];
    expect(failed).toMatchObject({ output: null, error: 'out of order' });
    isBroken = false;
    calls = 0;
    await resumeExperiment({ ...common(), experimentId: id, task, evaluators: [isRight] });
    expect(calls).toBe(1);
    expect(await getExperimentInfo({ client, experimentId: id })).toMatchObject({
      successfulRunCount: 3,
      failedRunCount: 0,
      missingRunCount: 0,
    });
    const records = await download(id);
    expect(records.map(({ error }) => error)).toEqual([null, null, null]);
    expect(records.map(({ annotations }) => annotations.length)).toEqual([1, 1, 1]);
    await resumeExperiment({ ...common(), experimentId: id, task });
    expect(calls).toBe(1);
  });

  it('runs whatever is missing in an incomplete experiment', async () => {
    const { id } = await createExperiment({ client, datasetId, repetitions: 2 });
    await resumeExperiment({ ...common(), experimentId: id, task: double });
    expect(await getExperimentInfo({ client, experimentId: id })).toMatchObject({
      successfulRunCount: 6,
      missingRunCount: 0,
    });
  });

  it('repeats failed evaluations, and adds those of another evaluator', async () => {
    let isBroken = true;
    const seen: number[] = [];
    const fragile = asEvaluator({
      name: 'fragile',
      kind: 'LLM',
      evaluate: ({ input }) => {
        seen.push(Number(input['n']));
        if (isBroken && input['n'] !== 1) throw new Error('no answer');
        return { score: 0.5 };
      },
    });
    const { id } = await runExperiment({
      ...common(),
      dataset: { datasetId },
      task: double,
      evaluators: [fragile],
    });
    const judged = () =>
      eventually('evaluations', async () => {
        const records = await download(id);
        return records.every(({ annotations }) => annotations.length > 0) ? records : null;
      });
    expect((await judged()).map(({ annotations }) => annotations[0]!.error)).toEqual([
      null,
      'no answer',
      'no answer',
    ]);
    isBroken = false;
    seen.length = 0;
    await resumeEvaluation({ ...common(), experimentId: id, evaluators: [fragile, isRight] });
    expect(seen.toSorted((a, b) => a - b)).toEqual([2, 3]);
    for (const { annotations } of await judged()) {
      expect(annotations.map(({ name, error }) => [name, error])).toEqual([
        ['fragile', null],
        ['is right', null],
      ]);
    }
  });

  it('runs over a split and an older version', async () => {
    const name = 'versions and splits';
    const upload = (...numbers: number[]) =>
      createDataset({
        client,
        name,
        description: '',
        examples: numbers.map((n) => ({
          input: { n },
          output: { double: 2 * n },
          splits: n % 2 ? 'odd' : null,
        })),
      });
    const { datasetId: id } = await upload(1, 2);
    const { data } = await client.GET('/v1/datasets/{id}/versions', { params: { path: { id } } });
    const versionId = data!.data[0]!.version_id;
    await upload(1, 2, 3, 4, 5);
    const outputs = async (dataset: {
      datasetId: string;
      versionId?: string;
      splits?: string[];
    }) => {
      const ran = await runExperiment({ ...common(), dataset, task: double });
      return (await download(ran.id)).map(({ output }) => (output as { double: number }).double);
    };
    expect(await outputs({ datasetId: id })).toEqual([2, 4, 6, 8, 10]);
    expect(await outputs({ datasetId: id, splits: ['odd'] })).toEqual([2, 6, 10]);
    expect(await outputs({ datasetId: id, versionId })).toEqual([2, 4]);
  });

  it('runs a task without storing anything', async () => {
    const before = (await listExperiments({ client, datasetId })).length;
    const dry = { ...common(), dataset: { datasetId }, task: double, dryRun: 2 };
    expect(Object.keys((await runExperiment(dry)).runs)).toHaveLength(2);
    expect(await listExperiments({ client, datasetId })).toHaveLength(before);
  });

  it('deletes an experiment, and its project if requested', async () => {
    const made = [0, 1].map(() => createExperiment({ client, datasetId }));
    const [kept, gone] = await Promise.all(made);
    const status = async (name: string | null) =>
      (await server.request.get(`/v1/projects/${name}`)).status;
    await deleteExperiment({ client, experimentId: kept!.id });
    await deleteExperiment({ client, experimentId: gone!.id, deleteProject: true });
    expect([await status(kept!.projectName), await status(gone!.projectName)]).toEqual([200, 404]);
    await expect(getExperimentInfo({ client, experimentId: gone!.id })).rejects.toThrow();
    await expect(deleteExperiment({ client, experimentId: gone!.id })).rejects.toThrow();
  });

  it('reads many experiments and runs page by page', async () => {
    const examples = Array.from({ length: 60 }, (_, n) => ({ input: { n }, output: {} }));
    const dataset = { name: 'many', description: '', examples };
    const { datasetId: id } = await createDataset({ client, ...dataset });
    for (let n = 0; n < 55; n++) await createExperiment({ client, datasetId: id });
    const all = await listExperiments({ client, datasetId: id });
    expect(new Set(all.map((experiment) => experiment.id)).size).toBe(55);
    const ran = await runExperiment({
      ...common(),
      dataset: { datasetId: id },
      task: double,
      repetitions: 3,
      concurrency: 16,
    });
    const { runs } = await getExperiment({ client, experimentId: ran.id });
    expect(Object.keys(runs)).toHaveLength(180);
  });
});
