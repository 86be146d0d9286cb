import { bearer, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { runLoops } from '../support/background-loops.js';
import { eventually } from '../support/eventually.js';
import { type MailServer, startMailServer } from '../support/mail-server.js';
import { CREATE, type TestWebhook, webhookOperations } from './webhook-operations.js';
import { startReceiver, type WebhookReceiver } from './webhook-receiver.js';

const UNKNOWN = { id: 'V2ViaG9vazo5OTk5' };

describe('webhooks with authentication', () => {
  let server: SecuredServer;
  let mails: MailServer;
  let receiver: WebhookReceiver;
  const operations = webhookOperations((query, variables) =>
    server.gqlAs(bearer(server.accounts.MEMBER.key), query, variables),
  );
  const { aWebhook, whenDelivery, read } = operations;
  const test = async (webhook: TestWebhook) => {
    const answer = await operations.test(webhook);
    await runLoops(server, 'webhooks');
    return answer;
  };
  const as = (role: 'ADMIN' | 'MEMBER' | 'VIEWER', query: string, variables?: object) =>
    server.gqlAs<Record<string, { edges: { node: { url: string } }[] }>>(
      bearer(server.accounts[role].key),
      query,
      variables as Record<string, unknown>,
    );

  beforeAll(async () => {
    mails = await startMailServer();
    server = await startSecuredServer(mails.env);
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await server.stop();
    await receiver.stop();
    await mails.stop();
  });
  beforeEach(() => server.sql('DELETE FROM webhooks'));

  it('show their secret once, and viewers how the address begins', async () => {
    const webhook = await aWebhook('https://hooks.example.com/services/T0/B0/token?key=1');
    const list = '{ webhooks { edges { node { id name url format events isEnabled } } } }';
    const [member, viewer] = [await as('MEMBER', list), await as('VIEWER', list)];
    expect(member.data!['webhooks']!.edges[0]!.node.url).toBe(
      'https://hooks.example.com/services/T0/B0/token?key=1',
    );
    expect(viewer.data!['webhooks']!.edges[0]!.node.url).toBe('https://hooks.example.com/…');
    const reading = await server.createKey(server.accounts.MEMBER.userId, { scope: 'read' });
    const byKey = await server.gqlAs<object>(bearer(reading), list);
    expect(byKey.data).toEqual(viewer.data);
    const [stored] = await server.sql<{ text: string }>(
      `SELECT row_to_json(w)::text || convert_from(decode(encode(sealed, 'hex'), 'escape'), 'SQL_ASCII') AS text FROM webhooks w`,
    );
    expect(stored!.text).not.toContain('token');
    expect(stored!.text).not.toContain(webhook.secret.slice(6));
  });

  it('can be changed by members only', async () => {
    const { id } = await aWebhook('https://hooks.example.com');
    const operations = [
      [CREATE, { input: { name: 'new', url: 'https://hooks.example.com' } }],
      ['mutation ($id: ID!) { testWebhook(input: { id: $id }) { webhook { id } } }', { id }],
      ['mutation ($id: ID!) { rotateWebhookSecret(input: { id: $id }) { secret } }', { id }],
      [
        'mutation ($id: ID!) { updateWebhook(input: { id: $id, name: "x" }) { webhook { id } } }',
        { id },
      ],
      [
        'mutation ($id: ID!) { deleteWebhooks(input: { webhookIds: [$id] }) { deletedWebhookIds } }',
        { id },
      ],
    ] as const;
    for (const [query, variables] of operations) {
      const { errors } = await as('VIEWER', query, variables);
      expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    }
    for (const [query, variables] of operations) {
      expect((await as('MEMBER', query, variables)).errors).toBeUndefined();
    }
    const events = await server.sql<{ action: string }>(
      `SELECT action FROM audit_events WHERE action LIKE 'webhook.%' AND subject_id = $1 ORDER BY id`,
      [Buffer.from(id, 'base64').toString().split(':')[1]],
    );
    expect(events.map(({ action }) => action)).toEqual([
      'webhook.created',
      'webhook.secret_rotated',
      'webhook.updated',
      'webhook.deleted',
    ]);
  });

  it('show answers to members only, because receivers often repeat the address', async () => {
    const { id } = await aWebhook('https://answers.example/secret', { name: 'answers' });
    const rowId = Buffer.from(id, 'base64').toString().split(':')[1];
    await server.sql(
      `WITH sent AS (
         INSERT INTO webhook_deliveries (webhook_id, message_id, type, summary, data, status)
         VALUES ($1, 'msg_a', 'webhook.test', 'x', '{}', 'FAILED') RETURNING id)
       INSERT INTO webhook_attempts (delivery_id, status_code, response, duration_ms)
       SELECT id, 404, 'Cannot POST /secret', 1 FROM sent`,
      [rowId],
    );
    const query = `query ($id: ID!) { node(id: $id) { ... on Webhook { deliveries(first: 1) {
      edges { node { attempts { statusCode response } } } } } } }`;
    const read = async (role: 'MEMBER' | 'VIEWER') =>
      JSON.stringify((await as(role, query, { id })).data);
    expect(await read('MEMBER')).toContain('Cannot POST /secret');
    const seen = await read('VIEWER');
    expect(seen).toContain('404');
    expect(seen).not.toContain('secret');
  });

  it.each([
    ['an address without a host', { url: 'https://' }, 'The address must begin with https://'],
    ['another protocol', { url: 'file:///etc/passwd' }, 'The address must begin with https://'],
    ['a blank name', { name: '  ', url: 'https://a.example' }, 'The name must not be empty'],
    ['NUL in the name', { name: 'a\0', url: 'https://a.example' }, 'NUL'],
    ['a long name', { name: 'x'.repeat(3_000), url: 'https://a.example' }, 'at most'],
    ['a long address', { url: `https://a.example/${'x'.repeat(2_000)}` }, '2000'],
  ])('refuse %s', async (_, part, message) => {
    const { errors } = await as('MEMBER', CREATE, { input: { name: 'hostile', ...part } });
    expect(errors?.[0]?.message).toContain(message);
  });

  it('are limited in number, and have unique names', async () => {
    await aWebhook('https://a.example', { name: 'taken' });
    const again = await as('MEMBER', CREATE, {
      input: { name: 'taken', url: 'https://a.example' },
    });
    expect(again.errors?.[0]?.message).toContain('A webhook named "taken" already exists.');
    await server.sql(
      `INSERT INTO webhooks (name, format, origin, sealed, key_id, events, is_enabled)
       SELECT 'w' || n, 'STANDARD', '', '', '', '{}', false FROM generate_series(1, 99) n`,
    );
    const { errors } = await as('MEMBER', CREATE, {
      input: { name: 'x', url: 'https://a.example' },
    });
    expect(errors?.[0]?.message).toContain('There are 100 webhooks already.');
  });

  it('answer that they do not exist if they were deleted', async () => {
    const { errors } = await test({ ...UNKNOWN, secret: '' });
    expect(errors?.[0]).toMatchObject({
      message: `Webhook "${UNKNOWN.id}" not found.`,
      extensions: { code: 'NOT_FOUND' },
    });
  });

  it.each([
    ['a private address', (port: string) => `http://127.0.0.1:${port}`],
    ['a name of a private address', (port: string) => `http://localhost:${port}`],
    ['a private address in IPv6', (port: string) => `http://[::ffff:127.0.0.1]:${port}`],
    ['a private address in one number', (port: string) => `http://2130706433:${port}`],
    ['a metadata service', () => 'http://169.254.169.254/latest/meta-data'],
  ])('never reach %s', async (_, toUrl) => {
    const webhook = await aWebhook(toUrl(new URL(receiver.url).port));
    await test(webhook);
    const { attempts } = await whenDelivery(webhook, 'a refusal', (one) => one.attempts.length > 0);
    expect(attempts[0]!.error).toContain('is a private address.');
    expect(receiver.messages).toHaveLength(0);
  });

  it('are paused after a day of failures, of which their owner is told', async () => {
    const webhook = await aWebhook('http://127.0.0.1:9', { name: 'broken' });
    await server.sql(`UPDATE webhooks SET failing_since = now() - interval '25 hours'`);
    await test(webhook);
    const mail = await mails.next(server.accounts.MEMBER.email, 'The webhook "broken" is paused');
    expect(mail.text).toContain('127.0.0.1 is a private address.');
    await eventually('the pause', async () => (await read(webhook)).pausedAt);
    expect(await read(webhook)).toMatchObject({ isEnabled: false });
  });
});
