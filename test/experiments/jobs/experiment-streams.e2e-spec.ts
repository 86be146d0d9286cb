import type { Client } from 'graphql-ws';
import { chunk } from '../../playground/chats.js';
import { TEST_SECRET } from '../../support/accounts.js';
import { emptyDatabase } from '../../support/reset.js';
import { anExample } from '../../support/factories/dataset-example.js';
import { globalId } from '../../support/global-id.js';
import {
  events,
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
  jobOperations,
  type Payload,
  questionOf,
  runExperiment,
  say,
} from './running.js';

const ofType = (payloads: readonly Payload[], type: string) =>
  payloads.filter(({ __typename }) => __typename === type);
const results = (payloads: readonly Payload[]) =>
  ofType(payloads, 'ChatCompletionSubscriptionResult');
const failures = (payloads: readonly Payload[]) =>
  ofType(payloads, 'ChatCompletionSubscriptionError');

describe('experiments that the server runs', () => {
  let provider: ProviderServer;
  let server: TestServer;
  let client: Client;

  beforeAll(async () => {
    provider = await startProviderServer();
    server = await startTestServer({
      SPANDREL_SECRET: TEST_SECRET,
      OLLAMA_BASE_URL: `${provider.url}/ollama`,
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

  it('stream the experiment, its answers and its runs, which are stored with their traces', async () => {
    const { id, exampleIds } = await aDatasetOfCities(server, 3);
    const payloads = await run(id, { promptName: 'capitals', repetitions: 2 });
    expect(payloads[0]).toMatchObject({
      __typename: 'ChatCompletionSubscriptionExperiment',
      datasetExampleId: null,
      experiment: {
        name: 'capitals-experiment',
        isEphemeral: false,
        repetitions: 2,
        expectedRunCount: 6,
        job: { status: 'RUNNING' },
      },
    });
    const places = exampleIds.flatMap((example) =>
      [1, 2].map((repetition) => `${globalId('DatasetExample', example)} ${repetition}`),
    );
    const placesOf = (list: readonly Payload[]) =>
      list.map((one) => `${one.datasetExampleId} ${one.repetitionNumber}`).toSorted();
    expect(placesOf(ofType(payloads, 'TextChunk'))).toEqual(places.toSorted());
    expect(placesOf(results(payloads))).toEqual(places.toSorted());
    expect(results(payloads)[0]).toMatchObject({
      span: { name: 'capitals', tokenCountTotal: 15 },
      experimentRun: { output: expect.stringMatching(/^In country-\d$/) as string },
    });
    expect(results(payloads).every(({ experimentRun }) => experimentRun?.trace)).toBe(true);
    const job = await jobs.read(payloads[0]!.experiment!.id);
    expect(job).toMatchObject({
      status: 'COMPLETED',
      stopReason: null,
      lastError: null,
      tokensUsed: 90,
      costUsed: null,
      pricedSpans: { spanCount: 6, unpricedSpanCount: 6 },
      secondsLeft: null,
      endedAt: expect.any(String) as string,
      progress: { successfulRuns: 6, failedRuns: 0, missingRuns: 0 },
      errors: { edges: [] },
      taskConfig: {
        streamModelOutput: true,
        playgroundConfig: { templateVariablesPath: 'input', appendedMessagesPath: null },
        connection: { address: null },
        customProvider: null,
        prompt: {
          modelName: 'small',
          modelProvider: 'OLLAMA',
          promptVersion: null,
          tools: null,
          responseFormat: null,
          template: { messages: [{ roleName: 'user' }] },
        },
      },
    });
    const { body } = await server.request.get(`/v1/experiments/${payloads[0]!.experiment!.id}`);
    expect(body.data).toMatchObject({ successful_run_count: 6, missing_run_count: 0 });
  });

  it('can leave out the pieces of answers, and traces', async () => {
    const { id } = await aDatasetOfCities(server, 1);
    const payloads = await run(id, { streamModelOutput: false, tracingEnabled: false });
    expect(payloads.map(({ __typename }) => __typename)).toEqual([
      'ChatCompletionSubscriptionExperiment',
      'ChatCompletionSubscriptionResult',
    ]);
    expect(payloads[1]!.experimentRun).toMatchObject({ traceId: null, trace: null });
    expect(await server.sql('SELECT FROM spans')).toEqual([]);
  });

  it('run only on the examples of the splits and of the version', async () => {
    const { id, exampleIds } = await aDatasetOfCities(server, 3);
    const [version] = await server.sql<{ id: number }>(
      'SELECT max(id) AS id FROM dataset_versions',
    );
    const { body } = await server.request
      .post(`/v1/datasets/${globalId('Dataset', id)}/splits`)
      .send({ name: 'test', example_ids: [globalId('DatasetExample', exampleIds[1]!)] });
    const splitIds = [body.data.id];
    expect(results(await run(id, { splitIds }))).toMatchObject([
      { datasetExampleId: globalId('DatasetExample', exampleIds[1]!) },
    ]);
    await server.sql(
      'INSERT INTO dataset_versions (dataset_id, metadata, example_count, created_count, updated_count, deleted_count) VALUES ($1, $2, 3, 0, 0, 0)',
      [id, '{}'],
    );
    await anExample(server, { dataset_id: id, input: { city: 'city-9' } });
    const datasetVersionId = globalId('DatasetVersion', version!.id);
    expect(results(await run(id, { datasetVersionId }))).toHaveLength(3);
    expect(results(await run(id))).toHaveLength(4);
  });

  it('find variables and further messages where the input says', async () => {
    const messages = [
      { role: 'user', content: 'And?' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', function: { name: 'find', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'Bern' },
    ];
    const example = await anExample(server, {
      input: { city: 'Bern', chat: { messages } },
      output: { answer: 'Switzerland' },
    });
    provider.answer(say('Yes.'));
    const payloads = await run(example.dataset_id, {
      promptVersion: aCityVersion('{{input.city}} is in {{reference.answer}}'),
      templateVariablesPath: '',
      appendedMessagesPath: 'input.chat.messages',
    });
    expect(results(payloads)).toHaveLength(1);
    expect(provider.requests[0]!.body['messages']).toMatchObject([
      { role: 'user', content: 'Bern is in Switzerland' },
      { role: 'user', content: 'And?' },
      { role: 'assistant', tool_calls: [{ id: 'c1', function: { name: 'find' } }] },
      { role: 'tool', tool_call_id: 'c1', content: 'Bern' },
    ]);
  });

  it('store the calls of tools as a message, and JSON as JSON', async () => {
    const { id } = await aDatasetOfCities(server, 1);
    const call = { index: 0, id: 'c1', function: { name: 'find', arguments: '{"city":"Bern"}' } };
    provider.answer(
      events([chunk({ tool_calls: [call] }), chunk({}, 'tool_calls')], { done: '[DONE]' }),
    );
    const [called] = results(await run(id));
    expect(called!.experimentRun!.output).toEqual({
      messages: [
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              id: 'c1',
              type: 'function',
              function: { name: 'find', arguments: '{"city":"Bern"}' },
            },
          ],
        },
      ],
    });
    provider.answer(say('{"country":"CH"}'));
    const responseFormat = { jsonSchema: { name: 'place', schema: { type: 'object' } } };
    const [parsed] = results(
      await run(id, { promptVersion: aCityVersion('{{city}}', { responseFormat }) }),
    );
    expect(parsed!.experimentRun!.output).toEqual({ country: 'CH' });
  });

  it.each([
    [
      'a variable is missing',
      { promptVersion: aCityVersion('{{town}}') },
      'Missing variables: town',
    ],
    [
      'there are no variables',
      { templateVariablesPath: 'input.place' },
      'no object at "input.place"',
    ],
    [
      'there are no messages',
      { appendedMessagesPath: 'input' },
      'no list of chat messages at "input"',
    ],
  ])('fail without asking the model if %s', async (_, rest, words) => {
    const { id } = await aDatasetOfCities(server, 2);
    const payloads = await run(id, rest);
    expect(failures(payloads)).toHaveLength(2);
    expect(failures(payloads)[0]).toMatchObject({
      message: expect.stringContaining(words) as string,
      experimentRun: { error: expect.stringContaining(words) as string },
    });
    expect(provider.requests).toEqual([]);
    const job = await jobs.read(payloads[0]!.experiment!.id);
    expect(job).toMatchObject({ status: 'COMPLETED', progress: { failedRuns: 2, missingRuns: 0 } });
    expect(job.errors.edges[0]!.node).toMatchObject({
      category: 'TASK',
      detail: {
        __typename: 'FailureDetail',
        workItem: { repetitionNumber: 1, evaluatorName: null },
      },
    });
  });

  it('wait with all calls for as long as the provider asks, and lose no run', async () => {
    const { id } = await aDatasetOfCities(server, 12);
    let refusedAt: number | undefined;
    let resumedAt: number | undefined;
    const refused = Promise.withResolvers<void>();
    provider.answer(async (response, request) => {
      if (refusedAt !== undefined) resumedAt ??= performance.now();
      if (provider.requests.length === 4) {
        refusedAt = performance.now();
        const headers = { 'retry-after-ms': '400' };
        refusal(429, { error: { message: 'slow down' } }, headers)(response, request);
        return refused.resolve();
      }
      await refused.promise;
      return answerCities(response, request);
    });
    const payloads = await run(id, { maxConcurrency: 4 });
    expect(results(payloads)).toHaveLength(12);
    expect(failures(payloads)).toEqual([]);
    expect(provider.requests).toHaveLength(13);
    expect(resumedAt! - refusedAt!).toBeGreaterThanOrEqual(399);
    // Refusals are not worth a trace.
    expect(await server.sql('SELECT FROM spans')).toHaveLength(12);
  });

  it('try again after errors that may pass, and keep the words of the provider if they do not', async () => {
    const { id, exampleIds } = await aDatasetOfCities(server, 2);
    let failed = 0;
    provider.answer((response, request) => {
      if (questionOf(request).includes('city-0')) {
        return refusal(400, { error: { message: 'No such model.' } })(response, request);
      }
      failed += 1;
      const answer = failed === 1 ? refusal(500, { error: { message: 'Oops.' } }) : answerCities;
      return answer(response, request);
    });
    const payloads = await run(id);
    expect(results(payloads)).toMatchObject([
      { datasetExampleId: globalId('DatasetExample', exampleIds[1]!) },
    ]);
    expect(failures(payloads)).toMatchObject([
      { message: 'The provider answered 400: No such model.' },
    ]);
    expect(provider.requests).toHaveLength(3);
  });

  it('fail if a server answers 200 with something other than a chat', async () => {
    const { id } = await aDatasetOfCities(server, 2);
    provider.answer((response, request) => {
      const isFirst = questionOf(request).includes('city-0');
      response.writeHead(200, { 'content-type': isFirst ? 'text/html' : 'application/json' });
      response.end(isFirst ? '<h1>Sign in</h1>' : '{"detail":"Not for you"}');
    });
    const payloads = await run(id);
    expect(results(payloads)).toEqual([]);
    expect(failures(payloads).map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        'The provider answered something other than a chat: Sign in',
        'The provider answered something other than a chat: Not for you',
      ]),
    );
    expect(provider.requests).toHaveLength(2);
    const runs = await server.sql(
      'SELECT error IS NOT NULL AS failed, output FROM experiment_runs',
    );
    expect(runs.filter((row) => !row['failed'])).toEqual([]);
  });
});
