import { eventually } from '../support/eventually.js';
import { startTestServer } from '../support/server.js';
import { webhookOperations } from './webhook-operations.js';
import { startReceiver } from './webhook-receiver.js';

const SECRET = 'test-secret-0123456789-abcdefghijklmnop';
const HANG_MS = 30_000;

describe('a message to a webhook', () => {
  it('fails if its receiver does not answer within ten seconds', async () => {
    const server = await startTestServer({ SPANDREL_SECRET: SECRET });
    const { aWebhook, test, listDeliveries } = webhookOperations((query, variables) =>
      server.gql(query, variables),
    );
    const slow = await startReceiver();
    slow.answer((response) => setTimeout(() => response.end(), HANG_MS).unref());
    const webhook = await aWebhook(slow.url);
    await test(webhook);
    const failed = await eventually('a timeout', async () =>
      (await listDeliveries(webhook)).find(({ attempts }) => attempts.length > 0),
    );
    expect(failed.attempts[0]).toMatchObject({
      statusCode: null,
      error: 'There was no answer within 10 seconds.',
    });
    await slow.stop();
    await server.stop();
  }, 40_000);
});
