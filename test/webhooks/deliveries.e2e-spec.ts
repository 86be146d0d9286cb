import { Webhook } from 'standardwebhooks';
import { runLoops } from '../support/background-loops.js';
import { eventually } from '../support/eventually.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { type TestWebhook, webhookOperations } from './webhook-operations.js';
import { startReceiver, type WebhookReceiver } from './webhook-receiver.js';

const SECRET = 'test-secret-0123456789-abcdefghijklmnop';

describe('a message to a webhook', () => {
  let server: TestServer;
  let receiver: WebhookReceiver;
  const operations = webhookOperations((query, variables) => server.gql(query, variables));
  const { aWebhook, replay, update, read, listDeliveries, whenDelivery } = operations;
  const test = async (webhook: TestWebhook) => {
    const answer = await operations.test(webhook);
    await runLoops(server, 'webhooks');
    return answer;
  };

  beforeAll(async () => {
    server = await startTestServer({ SPANDREL_SECRET: SECRET });
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await server.sql('DELETE FROM webhooks');
    await receiver.stop();
  });

  /** As if the pause after a failed attempt had passed. */
  const passPause = async () => {
    await server.sql(`UPDATE webhook_deliveries SET due_at = now() WHERE status = 'WAITING'`);
    await runLoops(server, 'webhooks');
  };

  it('is signed as in Standard Webhooks, and logged with the answer', async () => {
    receiver.answer((response) => response.writeHead(200).end('thanks\0 '.repeat(2_000)));
    const webhook = await aWebhook(`${receiver.url}/hook?key=1`);
    expect(webhook.secret).toMatch(/^whsec_[\w+/]{43}=$/);
    await test(webhook);
    const [message] = await receiver.received(1);
    expect(message!.path).toBe('/hook?key=1');
    expect(new Webhook(webhook.secret).verify(message!.text, message!.headers)).toMatchObject({
      type: 'webhook.test',
      data: { url: expect.stringMatching(/^http.*\/settings\/webhooks$/) as string },
    });
    const delivery = await whenDelivery(
      webhook,
      'an answer',
      ({ status }) => status === 'DELIVERED',
    );
    expect(delivery.messageId).toBe(message!.headers['webhook-id']);
    const [attempt] = delivery.attempts;
    expect(attempt).toMatchObject({ statusCode: 200, error: null });
    expect(attempt!.response).toMatch(/^thanks thanks/);
    expect(attempt!.response!.length).toBeLessThanOrEqual(4_096);
  });

  it('is a text for a Slack-compatible receiver', async () => {
    const webhook = await aWebhook(receiver.url, { name: '<!here> & all', format: 'SLACK' });
    await test(webhook);
    const [message] = await receiver.received(1);
    expect(JSON.parse(message!.text)).toEqual({
      text: expect.stringContaining(
        'The webhook "&lt;!here&gt; &amp; all" works.\n<http',
      ) as string,
    });
  });

  it('sends credentials of the address as a header', async () => {
    const webhook = await aWebhook(receiver.url.replace('://', '://ada:l%40ve@'));
    await test(webhook);
    const [message] = await receiver.received(1);
    const pair = Buffer.from('ada:l@ve').toString('base64');
    expect(message!.headers['authorization']).toBe(`Basic ${pair}`);
  });

  it('is repeated with the same ID and body, as late as the receiver asks for', async () => {
    receiver.answer((response) => response.writeHead(503, { 'retry-after': '600' }).end('later'));
    const webhook = await aWebhook(receiver.url);
    await test(webhook);
    const failed = await whenDelivery(
      webhook,
      'a failure',
      ({ attempts }) => attempts.length === 1,
    );
    expect(failed).toMatchObject({
      status: 'WAITING',
      attempts: [
        { statusCode: 503, error: 'The receiver answered with status 503.', response: 'later' },
      ],
    });
    const pauseMs = Date.parse(failed.nextAttemptAt!) - Date.now();
    expect(pauseMs).toBeGreaterThan(590_000);
    expect(pauseMs).toBeLessThan(670_000);
    receiver.answer((response) => response.writeHead(200).end());
    await passPause();
    const [first, second] = await receiver.received(2);
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(second!.text).toBe(first!.text);
    // Its name was looked up again, so it cannot have changed to a private address.
    expect(second!.port).not.toBe(first!.port);
    expect(() => new Webhook(webhook.secret).verify(second!.text, second!.headers)).not.toThrow();
    await whenDelivery(webhook, 'the end', ({ status }) => status === 'DELIVERED');
    expect(await read(webhook)).toMatchObject({ failingSince: null, isEnabled: true });
  });

  it('fails after a day of errors, and the webhook is paused until somebody enables it', async () => {
    receiver.answer((response) => response.writeHead(500).end());
    const webhook = await aWebhook(receiver.url);
    await test(webhook);
    for (let attempt = 1; attempt <= 9; attempt++) {
      await whenDelivery(webhook, `attempt ${attempt}`, (one) => one.attempts.length === attempt);
      await passPause();
    }
    const failed = await whenDelivery(webhook, 'the end', ({ status }) => status === 'FAILED');
    expect(failed).toMatchObject({ attemptCount: 10, nextAttemptAt: null });
    const ids = receiver.messages.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids)).toEqual(new Set([failed.messageId]));

    expect(await read(webhook)).toMatchObject({ isEnabled: true, pausedAt: null });
    await server.sql(`UPDATE webhooks SET failing_since = now() - interval '1 day'`);
    await test(webhook);
    await eventually('the pause', async () => !(await read(webhook)).isEnabled);
    expect((await read(webhook)).pausedAt).not.toBeNull();
    const { errors } = await test(webhook);
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining('is not enabled. Enable it first.') as string,
      extensions: { code: 'CONFLICT' },
    });

    receiver.answer((response) => response.writeHead(200).end());
    await update({ id: webhook.id, isEnabled: true });
    expect(await read(webhook)).toMatchObject({ pausedAt: null, failingSince: null });
    await replay(failed.id);
    await runLoops(server, 'webhooks');
    await eventually('the replay', async () =>
      (await listDeliveries(webhook)).some(
        ({ id, status }) => id === failed.id && status === 'DELIVERED',
      ),
    );
    expect(receiver.messages.at(-1)!.headers['webhook-id']).toBe(failed.messageId);
  }, 60_000);

  it('does not wait for a receiver that hangs', async () => {
    const slow = await startReceiver();
    const over = Promise.withResolvers<void>();
    slow.answer(async (response) => {
      await over.promise;
      response.end();
    });
    const hanging = await aWebhook(slow.url);
    for (let at = 0; at < 10; at++) await test(hanging);
    await slow.received(4);
    const webhook = await aWebhook(receiver.url);
    await test(webhook);
    await receiver.received(1);
    // Only a few of its messages are on their way at the same time.
    expect(slow.messages).toHaveLength(4);
    over.resolve();
    await slow.stop();
  });

  it('is delivered although the rest of the answer never comes', async () => {
    receiver.answer((response) => {
      response.writeHead(200);
      response.write('begin');
    });
    const webhook = await aWebhook(receiver.url);
    await test(webhook);
    const delivery = await whenDelivery(webhook, 'the end', ({ status }) => status === 'DELIVERED');
    expect(delivery.attempts[0]).toMatchObject({ statusCode: 200, response: 'begin' });
  });

  it.each(['http://169.254.169.254/latest/meta-data', 'http://127.0.0.1:1/'])(
    'does not follow a redirect to %s',
    async (location) => {
      receiver.answer((response) => response.writeHead(307, { location }).end());
      const webhook = await aWebhook(receiver.url);
      await test(webhook);
      const delivery = await whenDelivery(
        webhook,
        'a failure',
        ({ attempts }) => attempts.length > 0,
      );
      expect(delivery.attempts[0]).toMatchObject({
        statusCode: 307,
        error:
          'The receiver redirects to another address. Redirects are not followed: enter that address.',
      });
      expect(receiver.messages).toHaveLength(1);
    },
  );

  it('never reaches a metadata service, even without authentication', async () => {
    const webhook = await aWebhook('http://169.254.169.254/latest/meta-data');
    await test(webhook);
    const delivery = await whenDelivery(
      webhook,
      'a refusal',
      ({ attempts }) => attempts.length > 0,
    );
    expect(delivery.attempts[0]).toMatchObject({
      statusCode: null,
      error:
        '169.254.169.254 is a private address. To allow it, add its network to SPANDREL_PRIVATE_WEBHOOK_NETWORKS.',
    });
  });
});
