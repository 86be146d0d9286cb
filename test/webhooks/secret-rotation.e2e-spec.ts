import { Webhook } from 'standardwebhooks';
import { createTestDatabase } from '../support/database.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { webhookOperations } from './webhook-operations.js';
import { startReceiver } from './webhook-receiver.js';

const FIRST = 'first-secret-0123456789-abcdefghijkl';
const SECOND = 'second-secret-0123456789-abcdefghijk';
const OTHER = 'other-secret-0123456789-abcdefghijkl';

describe('webhooks', () => {
  it('keep their address and secret when the secret of the server changes, and say so if it is lost', async () => {
    const [database, receiver] = [await createTestDatabase(), await startReceiver()];
    const start = (secret: string, previous = '') =>
      startTestServer({
        SPANDREL_DATABASE_URL: database.url,
        SPANDREL_SECRET: secret,
        SPANDREL_PREVIOUS_SECRETS: previous,
      });
    const on = (server: TestServer) =>
      webhookOperations((query, variables) => server.gql(query, variables));

    const before = await start(FIRST);
    const webhook = await on(before).aWebhook(receiver.url);
    await before.stop();
    await (await start(SECOND, FIRST)).stop();
    const after = await start(SECOND);
    await on(after).test(webhook);
    const [message] = await receiver.received(1);
    expect(() => new Webhook(webhook.secret).verify(message!.text, message!.headers)).not.toThrow();
    await after.stop();

    const lost = await start(OTHER);
    await on(lost).test(webhook);
    const { attempts } = await on(lost).whenDelivery(
      webhook,
      'a failure',
      (delivery) => delivery.attempts.length > 0,
    );
    expect(attempts[0]).toMatchObject({
      statusCode: null,
      error: expect.stringContaining('The address cannot be read.') as string,
    });
    await lost.stop();
    await receiver.stop();
    await database.drop();
  }, 90_000);

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
