import {
  aQuestion,
  evaluatorOperations,
  judge,
  labels,
} from '../../evaluators/evaluator-operations.js';
import { cookieOf, type SecuredServer, startSecuredServer } from '../../support/accounts.js';
import { whenPriced } from '../../support/background-loops.js';
import { globalId } from '../../support/global-id.js';
import {
  type ProviderServer,
  refusal,
  startProviderServer,
} from '../../support/provider-server.js';
import { openSocket } from '../../support/subscriptions.js';
import {
  aCityVersion,
  aDatasetOfCities,
  answerCities,
  aRun,
  jobOperations,
  questionOf,
  runExperiment,
} from './running.js';

describe('evaluators of experiments that the server runs', () => {
  let provider: ProviderServer;
  let server: SecuredServer;
  let dataset: { id: number; exampleIds: number[] };
  const { done, builtIn } = evaluatorOperations(() => server);

  beforeAll(async () => {
    provider = await startProviderServer();
    server = await startSecuredServer({ OLLAMA_BASE_URL: `${provider.url}/ollama` });
    // Before the first call, because prices are kept for a while.
    await server.sql(
      `WITH m AS (INSERT INTO generative_models (name, name_pattern, kind)
                  VALUES ('task', '^small-priced$', 'CUSTOM') RETURNING id)
       INSERT INTO token_prices (model_id, is_prompt, token_type, cost_per_million)
       SELECT id, p.* FROM m, (VALUES (true, 'input', 100000), (false, 'output', 200000)) AS p`,
    );
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
  });
  beforeEach(async () => {
    provider.requests.length = 0;
    provider.answer((response, request) => {
      const question = questionOf(request);
      return question.startsWith('Is it right?')
        ? judge(question.includes('country-0') ? 'right' : 'wrong')(response, request)
        : answerCities(response, request);
    });
    dataset = await aDatasetOfCities(server, 2);
  });

  const member = () => cookieOf(server.accounts.MEMBER);
  const jobs = jobOperations((query, variables) => server.gqlAs(member(), query, variables));
  const run = async (rest: object = {}) => {
    const client = openSocket(server.url, member());
    try {
      return await runExperiment(client, aRun(dataset.id, rest));
    } finally {
      await client.dispose();
    }
  };
  const attachContains = async (name = 'mentions it', words = 'country-0') =>
    done(server.accounts.MEMBER, 'createDatasetBuiltinEvaluator', {
      datasetId: globalId('Dataset', dataset.id),
      evaluatorId: await builtIn('contains'),
      name,
      inputMapping: { literalMapping: { words }, pathMapping: { text: 'output' } },
    });
  const attachJudge = () =>
    done(server.accounts.MEMBER, 'createDatasetLlmEvaluator', {
      datasetId: globalId('Dataset', dataset.id),
      name: 'is right',
      promptVersion: aQuestion('Is it right? {{output}}, {{reference.answer}}'),
      outputConfigs: labels('right', 'wrong'),
    });

  it('run the code of users on each run', async () => {
    const [sandbox] = await server.sql<{ id: number }>(
      "SELECT id FROM sandbox_configs WHERE language = 'TYPESCRIPT'",
    );
    const { data } = await server.gqlAs<{ created: { evaluator: { id: string } } }>(
      member(),
      `mutation ($input: CreateCodeEvaluatorInput!) {
         created: createCodeEvaluator(input: $input) { evaluator { id } } }`,
      {
        input: {
          name: 'first country',
          language: 'TYPESCRIPT',
          sandboxConfigId: globalId('SandboxConfig', sandbox!.id),
          sourceCode:
            'export const f = (output: string) => {\n  if (output.includes("country-0")) return 0.5;\n  throw new Error("another one");\n}',
        },
      },
    );
    await done(server.accounts.MEMBER, 'createDatasetCodeEvaluator', {
      datasetId: globalId('Dataset', dataset.id),
      evaluatorId: data!.created.evaluator.id,
      name: 'first country',
    });
    const payloads = await run();
    const chunks = payloads.filter(({ __typename }) => __typename === 'EvaluationChunk');
    expect(chunks).toHaveLength(2);
    expect(chunks).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          error: null,
          experimentRunEvaluation: expect.objectContaining({ score: 0.5 }) as object,
        }),
        expect.objectContaining({ error: expect.stringContaining('another one') as string }),
      ]),
    );
  });

  it('judge each run, and are stored with their traces', async () => {
    const [contains, llm] = [await attachContains(), await attachJudge()];
    const payloads = await run();
    const chunks = payloads.filter(({ __typename }) => __typename === 'EvaluationChunk');
    const [first, second] = dataset.exampleIds.map((id) => globalId('DatasetExample', id));
    const evaluation = (datasetExampleId: string | undefined, name: string, found: object) =>
      expect.objectContaining({
        datasetExampleId,
        repetitionNumber: 1,
        evaluatorName: name,
        error: null,
        trace: { id: expect.any(String) as string },
        experimentRunEvaluation: expect.objectContaining({ name, error: null, ...found }) as object,
      }) as object;
    expect(chunks).toHaveLength(4);
    expect(chunks).toEqual(
      expect.arrayContaining([
        evaluation(first, 'mentions it', { label: 'true', score: 1, annotatorKind: 'CODE' }),
        evaluation(second, 'mentions it', { label: 'false', score: 0 }),
        evaluation(first, 'is right', {
          label: 'right',
          score: 1,
          explanation: 'So it is.',
          annotatorKind: 'LLM',
        }),
        evaluation(second, 'is right', { label: 'wrong', score: 0 }),
      ]),
    );
    const spans = await server.sql(
      `SELECT p.name AS project, s.kind, s.parent_id IS NULL AS "isRoot"
         FROM spans s JOIN projects p ON p.id = s.project_id
        WHERE p.name = ANY($1) ORDER BY 1, 2`,
      [[contains.project!.name, llm.project!.name]],
    );
    expect(spans).toHaveLength(6);
    expect(spans.filter((span) => span['project'] === llm.project!.name)).toEqual([
      { project: llm.project!.name, kind: 'EVALUATOR', isRoot: true },
      { project: llm.project!.name, kind: 'EVALUATOR', isRoot: true },
      { project: llm.project!.name, kind: 'LLM', isRoot: false },
      { project: llm.project!.name, kind: 'LLM', isRoot: false },
    ]);
    const job = await jobs.read(payloads[0]!.experiment!.id);
    expect(job).toMatchObject({
      tokensUsed: 2 * 15 + 2 * 4,
      progress: { successfulRuns: 2, evaluations: 4, failedEvaluations: 0 },
    });
    expect(job.datasetEvaluators.map(({ name }) => name)).toEqual(['mentions it', 'is right']);
  });

  it('add their calls without a price to those of the task, with their models', async () => {
    await attachJudge();
    const [first] = await run({
      promptVersion: aCityVersion(undefined, { modelName: 'small-priced' }),
    });
    const job = await jobs.read(first!.experiment!.id);
    expect(job.costUsed).toBeCloseTo(4);
    expect(job.pricedSpans).toEqual({ spanCount: 4, unpricedSpanCount: 2 });
    await whenPriced(server);
    const { data } = await server.gqlAs(
      member(),
      `{ node(id: "${job.id}") { ... on ExperimentJob {
           unpricedModels { name provider spanCount tokenCountTotal }
           experiment { unpricedModels { name } } } } }`,
    );
    expect(data).toEqual({
      node: {
        unpricedModels: [{ name: 'small', provider: 'ollama', spanCount: 2, tokenCountTotal: 8 }],
        experiment: { unpricedModels: [] },
      },
    });
  });

  it('are only those that the input names', async () => {
    const chosen = await attachContains();
    await attachJudge();
    const named = await run({ evaluators: [{ id: chosen.id }] });
    const names = named.flatMap(({ evaluatorName }) => evaluatorName ?? []);
    expect(names).toEqual(['mentions it', 'mentions it']);
    const none = await run({ evaluators: [] });
    expect(none.flatMap(({ evaluatorName }) => evaluatorName ?? [])).toEqual([]);
  });

  it('cannot be those of another dataset', async () => {
    const other = await attachContains();
    dataset = await aDatasetOfCities(server, 1);
    await expect(run({ evaluators: [{ id: other.id }] })).rejects.toThrow('not found');
  });

  it('say why they failed, and are run again without the task when the job is resumed', async () => {
    await attachJudge();
    provider.answer((response, request) =>
      questionOf(request).startsWith('Is it right?')
        ? judge('perhaps')(response, request)
        : answerCities(response, request),
    );
    const payloads = await run();
    const experiment = payloads[0]!.experiment!.id;
    const chunks = payloads.filter(({ __typename }) => __typename === 'EvaluationChunk');
    expect(chunks).toHaveLength(2);
    expect(chunks[0]!.error).toContain('The model answered "perhaps". The labels are');
    expect(await jobs.read(experiment)).toMatchObject({
      status: 'COMPLETED',
      progress: { successfulRuns: 2, evaluations: 2, failedEvaluations: 2 },
    });
    provider.requests.length = 0;
    provider.answer(judge('right'));
    await jobs.resume(experiment);
    expect(await jobs.end(experiment)).toMatchObject({
      progress: { successfulRuns: 2, evaluations: 2, failedEvaluations: 0 },
    });
    expect(provider.requests).toHaveLength(2);
  });

  it('are not asked about failed runs', async () => {
    await attachContains();
    provider.answer(refusal(400, { error: { message: 'No.' } }));
    const payloads = await run();
    expect(payloads.map(({ __typename }) => __typename)).toEqual([
      'ChatCompletionSubscriptionExperiment',
      'ChatCompletionSubscriptionError',
      'ChatCompletionSubscriptionError',
    ]);
  });

  describe('access', () => {
    it('is refused to viewers, who may look', async () => {
      const viewer = cookieOf(server.accounts.VIEWER);
      const [first] = await run();
      const experiment = first!.experiment!.id;
      const asViewer = jobOperations((query, variables) => server.gqlAs(viewer, query, variables));
      const client = openSocket(server.url, viewer);
      await expect(runExperiment(client, aRun(dataset.id))).rejects.toThrow('Viewers cannot');
      await client.dispose();
      for (const operation of [asViewer.stop, asViewer.resume]) {
        expect((await operation(experiment)).error).toMatchObject({
          message: 'Viewers cannot perform this action.',
          extensions: { code: 'FORBIDDEN' },
        });
      }
      expect(await asViewer.read(experiment)).toMatchObject({ status: 'COMPLETED' });
    });

    it('is refused for experiments that do not exist, that programs run, and for other IDs', async () => {
      const { body } = await server.request
        .post(`/v1/datasets/${globalId('Dataset', dataset.id)}/experiments`)
        .set(member())
        .send({ name: 'of a program' });
      for (const operation of [jobs.stop, jobs.resume]) {
        for (const id of [globalId('Experiment', 999_999), body.data.id as string]) {
          expect((await operation(id)).error).toMatchObject({
            message: `Experiment "${id}" not found among those that the server runs.`,
            extensions: { code: 'NOT_FOUND' },
          });
        }
        const wrong = await operation(globalId('Dataset', dataset.id));
        expect(wrong.error!.message).toContain('Experiment');
      }
      expect(await jobs.read(body.data.id as string)).toBeNull();
    });

    it('does not lead to private addresses', async () => {
      const connectionConfig = { baseUrl: `${provider.url}/elsewhere` };
      const promptVersion = aCityVersion(undefined, { modelProvider: 'OPENAI' });
      const credentials = [{ envVarName: 'OPENAI_API_KEY', value: 'sk-1' }];
      provider.requests.length = 0;
      dataset = await aDatasetOfCities(server, 1);
      await expect(run({ promptVersion, connectionConfig, credentials })).resolves.toMatchObject([
        {},
        { message: expect.stringContaining('private') as string },
      ]);
      expect(provider.requests).toEqual([]);
    });
  });
});
