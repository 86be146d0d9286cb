import { Webhook } from 'standardwebhooks';
import { restartWithSecret } from '../support/other-secret.js';
import { startTestServer } from '../support/server.js';
import { webhookOperations } from './webhook-operations.js';
import { startReceiver } from './webhook-receiver.js';

const FIRST = 'first-secret-0123456789-abcdefghijkl';
const SECOND = 'second-secret-0123456789-abcdefghijk';
const OTHER = 'other-secret-0123456789-abcdefghijkl';

describe('webhooks', () => {
  it('keep their address and secret when the secret of the server changes, and say so if it is lost', async () => {
    const receiver = await startReceiver();
    const server = await startTestServer({ SPANDREL_SECRET: FIRST });
    const webhooks = webhookOperations((query, variables) => server.gql(query, variables));
    const webhook = await webhooks.aWebhook(receiver.url);

    await restartWithSecret(server, SECOND, FIRST);
    await restartWithSecret(server, SECOND);
    await webhooks.test(webhook);
    const [message] = await receiver.received(1);
    expect(() => new Webhook(webhook.secret).verify(message!.text, message!.headers)).not.toThrow();

    await restartWithSecret(server, OTHER);
    await webhooks.test(webhook);
    const { attempts } = await webhooks.whenDelivery(
      webhook,
      'a failure',
      (delivery) => delivery.attempts.length > 0,
    );
    expect(attempts[0]).toMatchObject({
      statusCode: null,
      error: expect.stringContaining('The address cannot be read.') as string,
    });
    await server.stop();
    await receiver.stop();
  });

  it('are not stored on a server without a secret', async () => {
    const server = await startTestServer();
    const { errors } = await server.gql(
      'mutation { createWebhook(input: { name: "w", url: "https://a.example" }) { secret } }',
    );
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining('Set SPANDREL_SECRET') as string,
      extensions: { code: 'CONFLICT' },
    });
    await server.stop();
  });
});
