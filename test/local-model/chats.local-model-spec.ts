import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Client } from 'graphql-ws';
import { evaluatorOperations } from '../evaluators/evaluator-operations.js';
import { aRun, jobOperations, startExperiment } from '../experiments/jobs/running.js';
import { aChat, aVersion, message } from '../playground/chats.js';
import { cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { eventually } from '../support/eventually.js';
import { anExample } from '../support/factories/dataset-example.js';
import { aDataset } from '../support/factories/dataset.js';
import { globalId } from '../support/global-id.js';
import { collect, openSocket } from '../support/subscriptions.js';

const MODEL_SERVER = fileURLToPath(new URL('./model-server.mjs', import.meta.url));
/** The model needs some seconds, more beside other tests. */
const WITHIN_MS = 120_000;

const CHAT = `subscription ($input: ChatCompletionInput!) {
  chatCompletion(input: $input) {
    __typename
    ... on TextChunk { content }
    ... on ChatCompletionSubscriptionError { message }
    ... on ChatCompletionSubscriptionResult {
      span { statusCode latencyMs tokenCountPrompt tokenCountCompletion output { value } attributes }
    }
  }
}`;

interface Payload {
  __typename: string;
  content?: string;
  message?: string;
  span?: {
    statusCode: string;
    latencyMs: number;
    tokenCountPrompt: number;
    tokenCountCompletion: number;
    output: { value: string };
    attributes: string;
  };
}

const aWriter = (text = 'Write one sentence about {{topic}}.') =>
  aVersion({
    template: { messages: [message('SYSTEM', 'You are helpful.'), message('USER', text)] },
    invocationParameters: { openai: { temperature: 0 } },
    modelName: 'smollm2-135m',
  });

describe('with a real model on this machine', () => {
  let modelServer: ChildProcess;
  let server: SecuredServer;
  let client: Client;

  beforeAll(async () => {
    const directory = process.env['SPANDREL_TEST_LOCAL_MODEL'];
    if (!directory) throw new Error('SPANDREL_TEST_LOCAL_MODEL is not set. See CONTRIBUTING.md.');
    modelServer = fork(MODEL_SERVER, [directory]);
    const { url } = await receive<{ url: string }>();
    server = await startSecuredServer({ OLLAMA_BASE_URL: url });
    client = openSocket(server.url, member());
  }, WITHIN_MS);
  afterAll(async () => {
    await client.dispose();
    await server.stop();
    modelServer.kill();
  });

  async function receive<T>(): Promise<T> {
    const [answer] = (await Promise.race([
      once(modelServer, 'message'),
      once(modelServer, 'exit').then(() => Promise.reject(new Error('The model ended.'))),
    ])) as [T];
    return answer;
  }

  const member = () => cookieOf(server.accounts.MEMBER);
  const aStory = (topic: string, version: object = aWriter()) =>
    aChat({ promptVersion: version, template: { variables: { topic }, format: 'MUSTACHE' } });

  it(
    'the playground streams an answer, and records it with its tokens',
    async () => {
      const results = await collect<{ chatCompletion: Payload }>(client, CHAT, {
        input: aStory('the sea'),
      });
      const payloads = results.map(({ data }) => data!.chatCompletion);
      const chunks = payloads.filter(({ __typename: name }) => name === 'TextChunk');
      const text = chunks.map(({ content }) => content).join('');
      expect(chunks.length).toBeGreaterThan(1);
      expect(text.length).toBeGreaterThan(10);
      const end = payloads.at(-1)!;
      expect(end).toMatchObject({
        __typename: 'ChatCompletionSubscriptionResult',
        span: { statusCode: 'OK', output: { value: expect.stringContaining(text) as string } },
      });
      expect(end.span!.tokenCountPrompt).toBeGreaterThan(10);
      expect(end.span!.tokenCountCompletion).toBeGreaterThan(3);
      expect(JSON.parse(end.span!.attributes)).toMatchObject({
        llm: { model_name: 'smollm2-135m', provider: 'ollama' },
      });
    },
    WITHIN_MS,
  );

  it(
    'the model stops when nobody reads its answer any more',
    async () => {
      const version = { ...aWriter(), invocationParameters: { openai: { maxTokens: 700 } } };
      const query = { query: CHAT, variables: { input: aStory('a long journey', version) } };
      for await (const { data } of client.iterate<{ chatCompletion: Payload }>(query)) {
        if (data?.chatCompletion.__typename === 'TextChunk') break;
      }
      await eventually(
        'the end of the model',
        async () => {
          modelServer.send('abandoned');
          return (await receive<{ abandoned: number }>()).abandoned === 1;
        },
        { withinMs: WITHIN_MS, everyMs: 500 },
      );
    },
    WITHIN_MS,
  );

  it(
    'an experiment runs on a dataset and is evaluated',
    async () => {
      const { done, builtIn } = evaluatorOperations(() => server);
      const jobs = jobOperations((query, variables) => server.gqlAs(member(), query, variables));
      const { id } = await aDataset(server);
      for (const topic of ['the sea', 'the moon', 'rain']) {
        await anExample(server, { dataset_id: id, input: { topic }, output: {} });
      }
      await done(server.accounts.MEMBER, 'createDatasetBuiltinEvaluator', {
        datasetId: globalId('Dataset', id),
        evaluatorId: await builtIn('regex'),
        name: 'is a sentence',
        inputMapping: {
          literalMapping: { pattern: '^[A-Z]' },
          pathMapping: { text: 'output' },
        },
      });
      const experiment = await startExperiment(client, aRun(id, { promptVersion: aWriter() }));
      expect(await jobs.end(experiment, WITHIN_MS)).toMatchObject({
        status: 'COMPLETED',
        progress: { successfulRuns: 3, failedRuns: 0, missingRuns: 0, failedEvaluations: 0 },
      });
    },
    WITHIN_MS,
  );
});
