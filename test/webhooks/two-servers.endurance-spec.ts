import { startChildServer } from '../support/child-server.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { type GraphqlAnswer, startTestServer } from '../support/server.js';
import { webhookOperations } from './webhook-operations.js';
import { startReceiver, type WebhookReceiver } from './webhook-receiver.js';

const SPANDREL_SECRET = 'test-secret-0123456789-abcdefghijklmnop';
const MESSAGES = 60;

describe('two servers', () => {
  let database: TestDatabase;
  let receiver: WebhookReceiver;
  let env: Record<string, string>;

  beforeEach(async () => {
    database = await createTestDatabase();
    receiver = await startReceiver();
    // Messages contain links, which are the same on both.
    const SPANDREL_ROOT_URL = 'http://127.0.0.1:7700';
    env = { SPANDREL_DATABASE_URL: database.url, SPANDREL_SECRET, SPANDREL_ROOT_URL };
  });
  afterEach(async () => {
    await receiver.stop();
    await database.drop();
  });

  it('send each message once', async () => {
    const [first, second] = [await startTestServer(env), await startTestServer(env)];
    const { aWebhook, test, listDeliveries } = webhookOperations((query, variables) =>
      first.gql(query, variables),
    );
    const webhook = await aWebhook(receiver.url);
    for (let at = 0; at < MESSAGES; at++) await test(webhook);
    await eventually('all deliveries', async () => {
      const statuses = (await listDeliveries(webhook)).map(({ status }) => status);
      return statuses.length === MESSAGES && statuses.every((status) => status === 'DELIVERED');
    });
    const ids = receiver.messages.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(MESSAGES);
    expect(new Set(ids).size).toBe(MESSAGES);
    await first.stop();
    await second.stop();
  }, 60_000);

  it('lose nothing if the one that sends is killed', async () => {
    const child = await startChildServer({ env });
    let hasArrived: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => (hasArrived = resolve));
    // The receiver has got the message, but the server does not learn of it.
    receiver.answer(() => hasArrived());
    async function gql<T>(query: string, variables?: object): Promise<GraphqlAnswer<T>> {
      const response = await fetch(`${child.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      });
      return (await response.json()) as GraphqlAnswer<T>;
    }
    const { aWebhook, test } = webhookOperations(gql);
    const webhook = await aWebhook(receiver.url);
    await test(webhook);
    await arrival;
    await child.kill('SIGKILL');

    receiver.answer((response) => response.writeHead(200).end());
    const server = await startTestServer(env);
    // As if the lease of the killed server had ended.
    await server.sql('UPDATE webhook_deliveries SET due_at = now()');
    const [first, second] = await receiver.received(2);
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(second!.text).toBe(first!.text);
    await server.stop();
  }, 90_000);
});
