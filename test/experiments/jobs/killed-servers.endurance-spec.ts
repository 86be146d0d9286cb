import { TEST_SECRET } from '../../support/accounts.js';
import { startChildServer } from '../../support/child-server.js';
import { createTestDatabase } from '../../support/database.js';
import { eventually } from '../../support/eventually.js';
import { type ProviderServer, startProviderServer } from '../../support/provider-server.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { openSocket } from '../../support/subscriptions.js';
import {
  aDatasetOfCities,
  answerCities,
  aRun,
  jobOperations,
  questionOf,
  startExperiment,
} from './running.js';

const EXAMPLES = 60;
const REPETITIONS = 2;
const KEY = 'sk-of-the-request';

/** Those on their way when the first server was killed. */
const MAX_CONCURRENCY = 4;

describe('an experiment on two servers', () => {
  let provider: ProviderServer;
  beforeAll(async () => {
    provider = await startProviderServer();
  });
  afterAll(() => provider.stop());

  const stored = (server: TestServer) =>
    server.sql<{ example: number; repetition: number; trace: string }>(
      `SELECT example_id AS example, repetition_number AS repetition, trace_id AS trace
         FROM experiment_runs ORDER BY 1, 2`,
    );

  it('is completed by one if the other is killed, with each run stored once', async () => {
    const database = await createTestDatabase();
    const env = {
      SPANDREL_DATABASE_URL: database.url,
      SPANDREL_SECRET: TEST_SECRET,
      OPENAI_BASE_URL: `${provider.url}/openai`,
      // Those of the request must survive, too.
      OPENAI_API_KEY: 'sk-of-the-server',
    };
    const child = await startChildServer({ env });
    const server = await startTestServer(env);
    const { id, exampleIds } = await aDatasetOfCities(server, EXAMPLES);
    provider.answer(async (response, request) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return answerCities(response, request);
    });
    const client = openSocket(child.url);
    const promptVersion = { ...aRun(id).promptVersion, modelProvider: 'OPENAI' };
    const experiment = await startExperiment(
      client,
      aRun(id, {
        promptVersion,
        repetitions: REPETITIONS,
        maxConcurrency: MAX_CONCURRENCY,
        connectionConfig: { openaiApiType: 'CHAT_COMPLETIONS' },
        credentials: [{ envVarName: 'OPENAI_API_KEY', value: KEY }],
      }),
    );
    await eventually('some runs', async () => (await stored(server)).length >= 20);
    await child.kill('SIGKILL');
    void client.dispose();
    const before = await stored(server);
    expect(before.length).toBeLessThan(EXAMPLES * REPETITIONS);

    const jobs = jobOperations((query, variables) => server.gql(query, variables));
    expect(await jobs.end(experiment)).toMatchObject({
      status: 'COMPLETED',
      progress: { successfulRuns: EXAMPLES * REPETITIONS, failedRuns: 0, missingRuns: 0 },
      tokensUsed: EXAMPLES * REPETITIONS * 15,
    });
    const after = await stored(server);
    const places = exampleIds.flatMap((example) =>
      [1, 2].map((repetition) => [example, repetition]),
    );
    expect(after.map(({ example, repetition }) => [example, repetition])).toEqual(places);
    // What the first server stored stays as it is.
    expect(after).toEqual(expect.arrayContaining(before));
    // Only calls whose answers were not stored are repeated.
    expect(provider.requests.length).toBeGreaterThanOrEqual(EXAMPLES * REPETITIONS);
    expect(provider.requests.length).toBeLessThanOrEqual(
      EXAMPLES * REPETITIONS + 2 * MAX_CONCURRENCY + 16,
    );
    const keys = new Set(provider.requests.map(({ headers }) => headers['authorization']));
    expect(keys).toEqual(new Set([`Bearer ${KEY}`]));
    expect(new Set(provider.requests.map(questionOf)).size).toBe(EXAMPLES);
    await server.stop();
    await database.drop();
  }, 90_000);

  it('is continued at once by a server with a new secret if its server is stopped, without a repeated call', async () => {
    const database = await createTestDatabase();
    const env = {
      SPANDREL_DATABASE_URL: database.url,
      OPENAI_BASE_URL: `${provider.url}/openai`,
    };
    const first = await startTestServer({ ...env, SPANDREL_SECRET: TEST_SECRET });
    const { id } = await aDatasetOfCities(first, 30);
    provider.requests.length = 0;
    const hold = Promise.withResolvers<void>();
    provider.answer(async (response, request) => {
      if (provider.requests.length > 5) await hold.promise;
      return answerCities(response, request);
    });
    const client = openSocket(first.url);
    const experiment = await startExperiment(
      client,
      aRun(id, {
        promptVersion: { ...aRun(id).promptVersion, modelProvider: 'OPENAI' },
        maxConcurrency: 2,
        connectionConfig: { openaiApiType: 'CHAT_COMPLETIONS' },
        credentials: [{ envVarName: 'OPENAI_API_KEY', value: KEY }],
      }),
    );
    await eventually('some runs', async () => (await stored(first)).length >= 4);
    await client.dispose();
    const keyIds = () => first.sql('SELECT key_id FROM experiment_jobs');
    const before = await keyIds();
    const second = await startTestServer({
      ...env,
      SPANDREL_SECRET: `new-${TEST_SECRET}`,
      SPANDREL_PREVIOUS_SECRETS: TEST_SECRET,
    });
    // Sealed again when the second server started.
    expect(await keyIds()).not.toEqual(before);
    const stopped = first.stop();
    hold.resolve();
    await stopped;
    const jobs = jobOperations((query, variables) => second.gql(query, variables));
    expect(await jobs.end(experiment)).toMatchObject({
      status: 'COMPLETED',
      progress: { successfulRuns: 30 },
    });
    expect(provider.requests).toHaveLength(30);
    const keys = new Set(provider.requests.map(({ headers }) => headers['authorization']));
    expect(keys).toEqual(new Set([`Bearer ${KEY}`]));
    await second.stop();
    await database.drop();
  }, 60_000);
});
