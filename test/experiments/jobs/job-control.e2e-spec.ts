import type { Client } from 'graphql-ws';
import { TEST_SECRET } from '../../support/accounts.js';
import { eventually } from '../../support/eventually.js';
import { globalId } from '../../support/global-id.js';
import { emptyDatabase } from '../../support/reset.js';
import {
  type ProviderAnswer,
  type ProviderServer,
  refusal,
  startProviderServer,
} from '../../support/provider-server.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { openSocket } from '../../support/subscriptions.js';
import {
  aCityVersion,
  aDatasetOfCities,
  answerCities,
  aRun,
  coolDown,
  jobOperations,
  questionOf,
  runExperiment,
  startExperiment,
} from './running.js';

const KEY = 'sk-canary-of-a-job';

/** Answers questions about cities below a number, and lets the others wait. */
const answerBelow =
  (limit: number): ProviderAnswer =>
  (response, request) => {
    const [, number] = /city-(\d+)/.exec(questionOf(request)) ?? [];
    return Number(number) < limit ? answerCities(response, request) : undefined;
  };

describe('jobs of experiments', () => {
  let provider: ProviderServer;
  let server: TestServer;
  let client: Client;

  beforeAll(async () => {
    provider = await startProviderServer();
    server = await startTestServer({
      SPANDREL_SECRET: TEST_SECRET,
      OLLAMA_BASE_URL: `${provider.url}/ollama`,
      OPENAI_BASE_URL: `${provider.url}/openai`,
    });
    client = openSocket(server.url);
  });
  afterAll(async () => {
    await client.dispose();
    await server.stop();
    await provider.stop();
  });
  beforeEach(async () => {
    await emptyDatabase(server);
    provider.requests.length = 0;
    provider.answer(answerCities);
  });

  const jobs = jobOperations((query, variables) => server.gql(query, variables));
  const run = (datasetId: number, rest: object = {}) =>
    runExperiment(client, aRun(datasetId, rest));
  const start = (datasetId: number, rest: object = {}) =>
    startExperiment(client, aRun(datasetId, rest));
  const whenStored = (id: string, count: number) =>
    eventually('some runs', async () => {
      const job = await jobs.read(id);
      return job.progress.successfulRuns >= count && job;
    });

  it('go on when their stream is left', async () => {
    const { id } = await aDatasetOfCities(server, 5);
    const experiment = await start(id);
    expect(await jobs.end(experiment)).toMatchObject({
      status: 'COMPLETED',
      progress: { successfulRuns: 5 },
    });
  });

  it('stop if they are ephemeral and their stream is left', async () => {
    const { id } = await aDatasetOfCities(server, 3);
    provider.answer(answerBelow(1));
    const experiment = await start(id, { createEphemeralExperiment: true, maxConcurrency: 2 });
    expect(await jobs.end(experiment)).toMatchObject({
      status: 'STOPPED',
      stopReason: 'STREAM_ENDED',
    });
    for (const request of provider.requests.slice(1)) await request.abandoned;
    const [row] = await server.sql('SELECT is_ephemeral FROM experiments');
    expect(row).toEqual({ is_ephemeral: true });
  });

  it('stop and cancel their calls, and are resumed with what is missing', async () => {
    const { id } = await aDatasetOfCities(server, 6);
    provider.answer(answerBelow(2));
    const experiment = await start(id, { maxConcurrency: 3 });
    const running = await whenStored(experiment, 2);
    expect(running).toMatchObject({ status: 'RUNNING', secondsLeft: expect.any(Number) as number });
    const { job } = await jobs.stop(experiment);
    expect(job).toMatchObject({ status: 'STOPPED', stopReason: 'USER' });
    const waiting = provider.requests.filter((request) => !/city-[01]\b/.test(questionOf(request)));
    expect(waiting.length).toBeGreaterThan(0);
    for (const request of waiting) await request.abandoned;
    expect((await jobs.stop(experiment)).job).toMatchObject({ status: 'STOPPED' });

    const hasty = await jobs.resume(experiment);
    expect(hasty.error).toMatchObject({
      message: expect.stringMatching(/stopped a moment ago. Try again in \d seconds/) as string,
      extensions: { code: 'CONFLICT' },
    });
    await coolDown(server);
    provider.requests.length = 0;
    provider.answer(answerCities);
    const resumed = await jobs.resume(experiment);
    expect(resumed.job).toMatchObject({ status: 'RUNNING', stopReason: null });
    expect(await jobs.end(experiment)).toMatchObject({
      status: 'COMPLETED',
      progress: { successfulRuns: 6, failedRuns: 0, missingRuns: 0 },
    });
    expect(provider.requests.map(questionOf).toSorted()).toEqual(
      [2, 3, 4, 5].map((number) => `Where is city-${number}?`),
    );
    expect((await server.sql('SELECT FROM experiment_runs')).length).toBe(6);
  });

  it('refuse to stop right after they were resumed', async () => {
    const { id } = await aDatasetOfCities(server, 1);
    const [first] = await run(id);
    provider.answer(() => undefined);
    await server.sql('DELETE FROM experiment_runs');
    const experiment = first!.experiment!.id;
    await jobs.resume(experiment);
    expect((await jobs.stop(experiment)).error!.message).toContain('resumed a moment ago');
    await coolDown(server);
    expect((await jobs.stop(experiment)).job).toMatchObject({ status: 'STOPPED' });
  });

  it('make only the failed runs again when they are resumed after their end', async () => {
    const { id } = await aDatasetOfCities(server, 4);
    provider.answer((response, request) => {
      const answer = /city-[13]/.test(questionOf(request))
        ? refusal(400, { error: { message: 'Not now.' } })
        : answerCities;
      return answer(response, request);
    });
    const [first] = await run(id);
    const experiment = first!.experiment!.id;
    const failed = await jobs.read(experiment);
    expect(failed).toMatchObject({
      status: 'COMPLETED',
      tokensUsed: 30,
      progress: { successfulRuns: 2, failedRuns: 2, missingRuns: 0 },
    });
    expect(failed.errors.edges.map(({ node }) => node.message)).toEqual([
      'The provider answered 400: Not now.',
      'The provider answered 400: Not now.',
    ]);
    const before = await server.sql('SELECT id FROM experiment_runs ORDER BY id');
    provider.requests.length = 0;
    provider.answer(answerCities);
    await jobs.resume(experiment);
    expect(await jobs.end(experiment)).toMatchObject({
      tokensUsed: 60,
      progress: { successfulRuns: 4, failedRuns: 0 },
    });
    expect(provider.requests.map(questionOf).toSorted()).toEqual([
      'Where is city-1?',
      'Where is city-3?',
    ]);
    expect(await server.sql('SELECT id FROM experiment_runs ORDER BY id')).toEqual(before);
  });

  it('end with an error after many failures in a row', async () => {
    // Runs that are on their way when the last one counts still end.
    const { id } = await aDatasetOfCities(server, 150);
    provider.answer(refusal(401, { error: { message: 'Wrong key.' } }));
    const payloads = await run(id, { maxConcurrency: 5 });
    const job = await jobs.read(payloads[0]!.experiment!.id);
    expect(job).toMatchObject({
      status: 'ERROR',
      lastError:
        '50 runs in a row have failed. The last error: The provider answered 401: Wrong key.',
    });
    expect(job.progress.missingRuns).toBeGreaterThan(0);
    expect(job.errors.edges[0]!.node).toMatchObject({ category: 'EXPERIMENT', detail: null });
  });

  it('stop at a budget of tokens, which can be raised', async () => {
    const { id } = await aDatasetOfCities(server, 20);
    const payloads = await run(id, { budget: { maxTokens: 60 }, maxConcurrency: 1 });
    const experiment = payloads[0]!.experiment!.id;
    const stopped = await jobs.read(experiment);
    expect(stopped).toMatchObject({
      status: 'STOPPED',
      stopReason: 'TOKEN_BUDGET',
      budget: { maxTokens: 60, maxCost: null },
    });
    // One call at a time, so that none is on its way when the budget is reached.
    expect(stopped.tokensUsed).toBe(60);
    expect(stopped.progress.successfulRuns * 15).toBe(stopped.tokensUsed);
    expect((await jobs.resume(experiment)).error!.message).toContain('The budget is used up');
    const raised = await jobs.resume(experiment, { budget: { maxTokens: null } });
    expect(raised.job).toMatchObject({ budget: { maxTokens: null } });
    expect(await jobs.end(experiment)).toMatchObject({
      status: 'COMPLETED',
      tokensUsed: 300,
      progress: { successfulRuns: 20 },
    });
  });

  it('know their cost and stop at a budget of money', async () => {
    const { id } = await aDatasetOfCities(server, 10);
    await server.gql(
      `mutation ($input: CreateModelMutationInput!) { createModel(input: $input) { model { id } } }`,
      {
        input: {
          name: 'small-priced',
          namePattern: '^small-priced$',
          costs: [
            { tokenType: 'input', kind: 'PROMPT', costPerMillionTokens: 100_000 },
            { tokenType: 'output', kind: 'COMPLETION', costPerMillionTokens: 200_000 },
          ],
        },
      },
    );
    const promptVersion = aCityVersion(undefined, { modelName: 'small-priced' });
    const options = { promptVersion, maxConcurrency: 1, budget: { maxCost: 4.5 } };
    const payloads = await run(id, options);
    const job = await jobs.read(payloads[0]!.experiment!.id);
    expect(job).toMatchObject({ status: 'STOPPED', stopReason: 'COST_BUDGET' });
    // Two dollars for each run.
    expect(job.costUsed).toBeCloseTo(6);
    expect(job.pricedSpans).toEqual({ spanCount: 3, unpricedSpanCount: 0 });
    expect(job.progress.successfulRuns).toBe(3);
  });

  it('seal the credentials of the request until they end, and need them again afterwards', async () => {
    const { id } = await aDatasetOfCities(server, 2);
    provider.answer(() => undefined);
    const given = { credentials: [{ envVarName: 'OPENAI_API_KEY', value: KEY }] };
    const experiment = await start(id, {
      ...given,
      promptVersion: aCityVersion(undefined, { modelProvider: 'OPENAI' }),
      connectionConfig: { openaiApiType: 'CHAT_COMPLETIONS' },
      headers: { 'X-Team': 'canary-of-a-header' },
    });
    await eventually('both calls', async () => provider.requests.length === 2);
    expect(provider.requests[0]!.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'x-team': 'canary-of-a-header',
    });
    const [row] = await server.sql<{ text: string; isSealed: boolean }>(
      `SELECT j::text AS text, encode(sealed_secrets, 'escape') AS sealed,
              sealed_secrets IS NOT NULL AS "isSealed" FROM experiment_jobs j`,
    );
    expect(row!.isSealed).toBe(true);
    expect(JSON.stringify(row)).not.toContain('canary');
    expect(JSON.stringify(await jobs.read(experiment))).not.toContain('canary');
    await jobs.stop(experiment);
    const sealed = 'SELECT sealed_secrets, key_id FROM experiment_jobs';
    expect(await server.sql(sealed)).toEqual([{ sealed_secrets: null, key_id: null }]);
    await coolDown(server);
    expect(await server.sql("SELECT FROM secrets WHERE key = 'OPENAI_API_KEY'")).toEqual([]);
    provider.answer(answerCities);
    await jobs.resume(experiment, given);
    expect(await jobs.end(experiment)).toMatchObject({ status: 'COMPLETED' });
    expect(provider.requests.at(-1)!.headers['authorization']).toBe(`Bearer ${KEY}`);
    expect(await server.sql(sealed)).toEqual([{ sealed_secrets: null, key_id: null }]);
  });

  it.each([
    [
      'experiment',
      'mutation ($input: DeleteExperimentsInput!) { deleteExperiments(input: $input) { query { __typename } } }',
      ({ experiment }) => ({ experimentIds: [experiment] }),
    ],
    [
      'dataset',
      'mutation ($input: DeleteDatasetInput!) { deleteDataset(input: $input) { dataset { id } } }',
      ({ datasetId }) => ({ datasetId: globalId('Dataset', datasetId) }),
    ],
  ] satisfies [string, string, (ids: { experiment: string; datasetId: number }) => object][])(
    'end when their %s is deleted, and leave no traces',
    async (_noun, mutation, toInput) => {
      const { id } = await aDatasetOfCities(server, 3);
      provider.answer(answerBelow(1));
      const experiment = await start(id);
      await whenStored(experiment, 1);
      const input = toInput({ experiment, datasetId: id });
      expect((await server.gql(mutation, { input })).errors).toBeUndefined();
      for (const request of provider.requests.slice(1)) await request.abandoned;
      const left = "SELECT FROM projects WHERE name LIKE 'Experiment-%'";
      expect(await server.sql('SELECT FROM experiment_jobs')).toEqual([]);
      await eventually('the end of the project', async () => (await server.sql(left)).length === 0);
    },
  );

  it('are listed with their dataset, with as many queries for many as for one', async () => {
    const query = `query ($id: ID!) { node(id: $id) { ... on Dataset {
      experimentJobs { edges { node { id status progress { successfulRuns } datasetEvaluators { name }
        errors(first: 2) { edges { node { message } } } experiment { name }
        taskConfig { prompt { modelName } } } } } } } }`;
    const { id } = await aDatasetOfCities(server, 1);
    const read = () =>
      server.countQueries(() =>
        server.gql<{ node: { experimentJobs: { edges: unknown[] } } }>(query, {
          id: globalId('Dataset', id),
        }),
      );
    await run(id);
    // The first time, the server also reads what it then remembers for a while.
    await read();
    const one = await read();
    await run(id);
    await run(id);
    const three = await read();
    expect(one.result.data!.node.experimentJobs.edges).toHaveLength(1);
    expect(three.result.data!.node.experimentJobs.edges).toHaveLength(3);
    expect(three.statements).toHaveLength(one.statements.length);
  });
});
