import { alertOperations } from '../alerts/alert-operations.js';
import { sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { sendRefused } from '../tracing/ingestion-errors/refused-spans.js';
import { webhookOperations } from '../webhooks/webhook-operations.js';
import { startReceiver } from '../webhooks/webhook-receiver.js';
import { eraseUser } from './erasing.js';

const KIM = { 'user.id': 'kim@example.com' };

describe('npm run admin -- erase-user, if alerts know the user', () => {
  let server: TestServer;

  beforeEach(async () => {
    server = await startTestServer({ SPANDREL_SECRET: 'test-secret-0123456789-abcdefghijklmnop' });
  });
  afterEach(() => server.stop());

  const run = (...args: string[]) => eraseUser(server, ...args);
  const post = (path: string, body: object) => server.request.post(path).send(body).expect(200);

  /** Lists the tables of which a row contains a text. */
  const findTables = async (text: string) => {
    const tables = await server.sql<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
        WHERE schemaname IN ('public', 'pgboss') ORDER BY tablename`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await server.sql(`SELECT FROM ${name} t WHERE strpos(t::text, $1) > 0 LIMIT 1`, [
        text,
      ]);
      if (rows.length > 0) found.push(name.replace('public.', ''));
    }
    return found;
  };

  it('leaves the ID in no table, also not in what alerts have told', async () => {
    const receiver = await startReceiver();
    receiver.answer((response, { text }) => response.writeHead(200).end(text));
    const alerts = alertOperations(() => server);
    const { aWebhook, whenDelivery } = webhookOperations((query, variables) =>
      server.gql(query, variables),
    );
    try {
      const spanId = 'aaaaaaaaaaaaaaaa';
      const session = { 'session.id': 'of kim@example.com' };
      await sendTraces(server.url, [
        { spanId, attributes: { ...KIM, ...session } },
        { attributes: KIM, failure: 'kim@example.com is unknown' },
        { attributes: { 'user.id': 'ben "the fox"' } },
      ]);
      await sendRefused(server, 'default', [{ spanId: '', name: 'kim', attributes: KIM }]);
      await post('/v1/datasets/upload?sync=true', {
        action: 'create',
        name: 'cases',
        inputs: [{ q: 'kim@example.com' }],
        span_ids: [spanId],
      });
      const [project] = await server.sql<{ id: number }>(
        `SELECT id FROM projects WHERE name = 'default'`,
      );
      const webhook = await aWebhook(receiver.url);
      const given = { groupBy: 'USER', webhookIds: [webhook.id] };
      const rule = await alerts.aRule(project!.id, { name: 'Traffic', ...given });
      await alerts.whenEvaluated(rule);
      await whenDelivery(webhook, 'an answer', ({ status }) => status === 'DELIVERED');
      expect(await findTables('kim@example.com')).toEqual([
        'alert_events',
        'alert_rules',
        'dataset_example_revisions',
        'kept_spans',
        'project_sessions',
        'spans',
        'traces',
        'webhook_attempts',
        'webhook_deliveries',
      ]);

      const receipt = await run('kim@example.com', '--delete-examples');
      expect(receipt).toMatchObject({
        alerts: { rules: 1, events: 1, messages: 1 },
        conditions: [],
      });
      expect(await findTables('kim@example.com')).toEqual([]);
      const [event] = await alerts.listEvents(project!.id);
      expect(event!.summary).toMatch(
        / is (2 for "erased user" and 1 for "ben "the fox""|1 for "ben "the fox"" and 2 for "erased user") /,
      );
      const delivery = await whenDelivery(webhook, 'the message', () => true);
      expect(delivery).toMatchObject({ summary: event!.summary, attempts: [{ response: null }] });
      const [message] = await server.sql<{ data: string }>('SELECT data FROM webhook_deliveries');
      expect(JSON.parse(message!.data).groups).toEqual([
        { key: 'erased user', value: 2 },
        { key: 'ben "the fox"', value: 1 },
      ]);
      // The rule still watches the other user.
      expect(await alerts.evaluate(rule)).toMatchObject({ state: 'FIRING' });
      expect(await run('ben "the fox"')).toMatchObject({
        alerts: { rules: 1, events: 1, messages: 1 },
      });
      expect(await findTables('the fox')).toEqual([]);
      // The last group that fired is gone.
      expect(await alerts.evaluate(rule)).toMatchObject({ state: 'OK' });
      expect(await alerts.listEvents(project!.id)).toHaveLength(1);
    } finally {
      await receiver.stop();
    }
  }, 120_000);

  it('leaves the IDs of deleted sessions in no alert', async () => {
    const alerts = alertOperations(() => server);
    await sendTraces(server.url, [{ attributes: { ...KIM, 'session.id': 'of kim@example.com' } }]);
    const [project] = await server.sql<{ id: number }>('SELECT project_id AS id FROM traces');
    await alerts.whenEvaluated(await alerts.aRule(project!.id, { groupBy: 'SESSION' }));
    expect((await run('kim@example.com')).alerts).toEqual({ rules: 1, events: 1, messages: 0 });
    expect(await findTables('kim@example.com')).toEqual([]);
    expect(await findTables('erased session')).toEqual(['alert_events']);
  });

  it('leaves words in no alert that only deleted spans had, and those that others have', async () => {
    const alerts = alertOperations(() => server);
    const { aWebhook } = webhookOperations((query, variables) => server.gql(query, variables));
    const webhook = await aWebhook('http://127.0.0.1:9');
    await sendTraces(server.url, [
      {
        name: 'Chat with Kim',
        attributes: {
          ...KIM,
          'input.value': 'I am "Kim" Doe',
          plan: 'pro',
          'metadata.x': 'Kim, B',
        },
      },
      { name: 'other chat', attributes: { 'user.id': 'ben', plan: 'pro' } },
      { name: 'other chat', project: 'elsewhere', attributes: { 'metadata.x': 'Kim, B' } },
    ]);
    const [project] = await server.sql<{ id: number }>(
      `SELECT id FROM projects WHERE name = 'default'`,
    );
    const by = async (groupBy: string, groupAttribute?: string) =>
      alerts.whenEvaluated(
        await alerts.aRule(project!.id, { groupBy, groupAttribute, webhookIds: [webhook.id] }),
      );
    const [input] = [
      await by('ATTRIBUTE', 'input.value'),
      await by('ATTRIBUTE', 'metadata.x'),
      await by('ATTRIBUTE', 'plan'),
      await by('NAME'),
    ];
    // Its history still has what it grouped by.
    await alerts.update({
      id: input.id,
      groupBy: 'STATUS',
      groupAttribute: null,
      isEnabled: false,
    });
    const findAlerts = async (text: string) =>
      (await findTables(text)).filter((table) => /^(alert|webhook)/.test(table));
    expect(await findAlerts('Kim')).toEqual(['alert_events', 'alert_rules', 'webhook_deliveries']);

    expect((await run('kim@example.com')).alerts).toEqual({ rules: 2, events: 3, messages: 3 });
    expect(await findAlerts('Kim')).toEqual([]);
    expect(await server.sql('SELECT FROM alert_erasures')).toEqual([]);
    const told = (await alerts.listEvents(project!.id)).map(
      ({ summary }) => /by .* is (.*) \(/.exec(summary)![1],
    );
    expect(told).toEqual([
      '1 for "erased value" and 1 for "other chat"',
      '2 for "pro"',
      '1 for "erased value"',
      '1 for "erased value"',
    ]);
  }, 120_000);

  it('erases an ID from a long history, where groups shorten it', async () => {
    await sendTraces(server.url, [{ project: 'shop' }]);
    const [project] = await server.sql<{ id: number }>('SELECT id FROM projects');
    await alertOperations(() => server).aRule(project!.id, { isEnabled: false });
    const userId = `🦊${'x'.repeat(400)}`;
    await server.sql(
      `INSERT INTO alert_events (project_id, rule_id, state, summary)
       SELECT $1, r.id, 'OK', 'The value is 1 for "' || left($2::text, 300) || '".'
         FROM alert_rules r CROSS JOIN generate_series(1, 4500)`,
      [project!.id, userId],
    );
    expect((await run(userId)).alerts).toEqual({ rules: 0, events: 4_500, messages: 0 });
    expect(await server.sql('SELECT DISTINCT summary FROM alert_events')).toEqual([
      { summary: 'The value is 1 for "erased user".' },
    ]);
  });
});
