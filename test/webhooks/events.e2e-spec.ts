import type { Client } from 'graphql-ws';
import {
  answerCities,
  aDatasetOfCities,
  aRun,
  runExperiment,
} from '../experiments/jobs/running.js';
import { aProject } from '../support/factories/project.js';
import { push, saying } from '../prompts/sent-prompts.js';
import { type ProviderServer, startProviderServer } from '../support/provider-server.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { openSocket } from '../support/subscriptions.js';
import { webhookOperations } from './webhook-operations.js';
import { startReceiver, type WebhookReceiver } from './webhook-receiver.js';

const SPANDREL_SECRET = 'test-secret-0123456789-abcdefghijklmnop';

interface Message {
  type: string;
  data: { summary: string; url: string };
}

describe('a webhook', () => {
  let server: TestServer;
  let provider: ProviderServer;
  let client: Client;
  let receiver: WebhookReceiver;
  const { aWebhook } = webhookOperations((query, variables) => server.gql(query, variables));

  beforeAll(async () => {
    provider = await startProviderServer();
    provider.answer(answerCities);
    server = await startTestServer({ SPANDREL_SECRET, OLLAMA_BASE_URL: `${provider.url}/ollama` });
    client = openSocket(server.url);
  });
  afterAll(async () => {
    await client.dispose();
    await server.stop();
    await provider.stop();
  });
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await server.sql('DELETE FROM webhooks');
    await receiver.stop();
  });

  const received = async (count: number): Promise<Message[]> =>
    (await receiver.received(count)).map(({ text }) => JSON.parse(text) as Message);

  it('is told that the tag of a prompt points to another version, but not that it stays', async () => {
    await aWebhook(receiver.url, { events: ['PROMPT_TAG_MOVED'] });
    const [first, second] = [
      await push(server, 'greeting', saying('one')),
      await push(server, 'greeting', saying('two')),
    ];
    for (const { id } of [first, first, second]) {
      await server.request
        .post(`/v1/prompt_versions/${encodeURIComponent(id)}/tags`)
        .send({ name: 'production' })
        .expect(204);
    }
    const messages = await received(2);
    expect(messages).toHaveLength(2);
    const ofSecond = messages.find(
      ({ data }) => 'previous_version' in data && data.previous_version,
    );
    expect(ofSecond).toMatchObject({
      type: 'prompt.tag.moved',
      data: {
        summary: 'The tag "production" of the prompt "greeting" points to another version.',
        prompt: { name: 'greeting' },
        tag: 'production',
        version: { id: second.id },
        previous_version: { id: first.id },
      },
    });
  });

  it('is told of a new version of a dataset, but not of an upload that changes nothing', async () => {
    await aWebhook(receiver.url, { events: ['DATASET_VERSION_CREATED'] });
    const upload = (action: string, inputs: object[]) =>
      server.request
        .post('/v1/datasets/upload')
        .query({ sync: true })
        .send({ action, name: 'capitals', inputs, outputs: inputs })
        .expect(200);
    await upload('create', [{ a: 1 }, { a: 2 }]);
    const [message] = await received(1);
    expect(message).toMatchObject({
      type: 'dataset.version.created',
      data: {
        summary: 'The dataset "capitals" has a new version with 2 examples.',
        dataset: { name: 'capitals' },
        example_count: 2,
        created_count: 2,
        deleted_count: 0,
      },
    });
    expect(decodeURIComponent(message!.data.url)).toContain('/datasets/');
  });

  it('is told that an experiment has ended, but not of a trial in the playground', async () => {
    const { id } = await aDatasetOfCities(server, 2);
    await aWebhook(receiver.url, { events: ['EXPERIMENT_ENDED'] });
    await runExperiment(client, aRun(id, { createEphemeralExperiment: true }));
    await runExperiment(
      client,
      aRun(id, { experimentName: 'cities', createEphemeralExperiment: false }),
    );
    const [message] = await received(1);
    expect(message).toMatchObject({
      type: 'experiment.ended',
      data: { status: 'COMPLETED', error: null, experiment: { name: 'cities' } },
    });
    expect(receiver.messages).toHaveLength(1);
  });

  it('is told nothing that it has not subscribed to', async () => {
    await aWebhook(`${receiver.url}/none`);
    await aWebhook(`${receiver.url}/tags`, { events: ['PROMPT_TAG_MOVED'] });
    await aProject(server);
    await server.request
      .post('/v1/datasets/upload')
      .query({ sync: true })
      .send({ action: 'create', name: 'other', inputs: [{ a: 1 }], outputs: [{ a: 1 }] })
      .expect(200);
    const { id } = await push(server, 'p', saying('one'));
    await server.request
      .post(`/v1/prompt_versions/${encodeURIComponent(id)}/tags`)
      .send({ name: 'x' })
      .expect(204);
    await receiver.received(1);
    expect(receiver.messages.map(({ path }) => path)).toEqual(['/tags']);
  });

  it('is told nothing that was undone', async () => {
    await aWebhook(receiver.url, { events: ['PROMPT_TAG_MOVED'] });
    const { id } = await push(server, 'undone', saying('one'));
    await server.sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE 'refused'; END $$`);
    await server.sql(`CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON prompt_version_tags
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()`);
    await server.request
      .post(`/v1/prompt_versions/${encodeURIComponent(id)}/tags`)
      .send({ name: 'production' })
      .expect(500);
    await server.sql('DROP TRIGGER refuse ON prompt_version_tags');
    await server.sql('DROP FUNCTION refuse');
    expect(await server.sql('SELECT FROM webhook_deliveries')).toEqual([]);
  });
});
