import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { aProject } from '../support/factories/project.js';
import { globalId } from '../support/global-id.js';
import { type MailServer, startMailServer } from '../support/mail-server.js';
import { webhookOperations } from '../webhooks/webhook-operations.js';
import { startReceiver, type WebhookReceiver } from '../webhooks/webhook-receiver.js';
import { alertOperations, aRecentTrace } from './alert-operations.js';

describe('an alert', () => {
  let server: SecuredServer;
  let mails: MailServer;
  let receiver: WebhookReceiver;
  let projectId: number;
  const member = () => ({
    sql: <Row>(text: string, values?: unknown[]) => server.sql<Row>(text, values),
    gql: <T>(query: string, variables?: Record<string, unknown>) =>
      server.gqlAs<T>({ Authorization: `Bearer ${server.accounts.MEMBER.key}` }, query, variables),
  });
  const { aRule, whenEvaluated, evaluate, passTime, passTimeOfGroups, listEvents, update, read } =
    alertOperations(member);
  const { aWebhook } = webhookOperations((query, variables) => member().gql(query, variables));

  beforeAll(async () => {
    mails = await startMailServer();
    receiver = await startReceiver();
    server = await startSecuredServer({
      ...mails.env,
      SPANDREL_PRIVATE_WEBHOOK_NETWORKS: '127.0.0.1/32',
    });
  });
  afterAll(async () => {
    await server.stop();
    await receiver.stop();
    await mails.stop();
  });
  beforeEach(async () => {
    await server.sql('DELETE FROM alert_rules');
    await server.sql('DELETE FROM webhooks');
    receiver.messages.length = 0;
    ({ id: projectId } = await aProject(server, { name: 'shop' }));
  });
  afterEach(() => server.sql(`DELETE FROM projects WHERE name = 'shop'`));

  const types = () =>
    receiver.messages.map(({ text }) => (JSON.parse(text) as { type: string }).type);

  it('is sent by webhook and email when it fires and resolves, once in the quiet time', async () => {
    const [standard, slack] = [
      await aWebhook(`${receiver.url}/standard`),
      await aWebhook(`${receiver.url}/slack`, { format: 'SLACK' }),
    ];
    const { userId, email } = server.accounts.MEMBER;
    const trace = await aRecentTrace(server, projectId, 1, { error_count: 1 });
    const rule = await aRule(projectId, {
      name: 'Errors <b>',
      measure: 'ERROR_RATE',
      threshold: 0.5,
      quietMinutes: 10,
      webhookIds: [standard.id, slack.id],
      recipientIds: [globalId('User', userId)],
    });
    expect(await whenEvaluated(rule)).toMatchObject({ state: 'FIRING', lastValue: 1 });
    await receiver.received(2);
    const bodies = new Map(
      receiver.messages.map(({ path, text }) => [path, JSON.parse(text) as object]),
    );
    const summary =
      'Alert "Errors <b>" in the project "shop": the error rate of traces in the last 15 minutes is 100% (fires above 50%).';
    expect(bodies.get('/standard')).toMatchObject({
      type: 'alert.firing',
      data: {
        rule: { id: rule.id, name: 'Errors <b>' },
        project: { id: globalId('Project', projectId), name: 'shop' },
        measure: 'ERROR_RATE',
        value: 1,
        threshold: 0.5,
        summary,
      },
    });
    expect(bodies.get('/slack')).toEqual({
      text: expect.stringContaining('Alert "Errors &lt;b&gt;" in the project "shop"') as string,
    });
    const mail = await mails.next(email, 'Alert "Errors <b>" in the project "shop"');
    expect(mail.text).toContain(summary);
    expect(mail.html).toContain('Errors &lt;b&gt;');

    // The value is inside again, but not for the quiet time.
    await server.sql('UPDATE traces SET error_count = 0 WHERE trace_id = $1', [trace.trace_id]);
    expect(await evaluate(rule)).toMatchObject({ state: 'FIRING', lastValue: 0 });
    await passTime(5);
    expect(await evaluate(rule)).toMatchObject({ state: 'FIRING' });
    await passTime(6);
    expect(await evaluate(rule)).toMatchObject({ state: 'OK' });
    await mails.next(email, 'Resolved "Errors <b>"');
    await receiver.received(4);
    // Fires again only after the quiet time.
    await server.sql('UPDATE traces SET error_count = 1 WHERE trace_id = $1', [trace.trace_id]);
    expect(await evaluate(rule)).toMatchObject({ state: 'OK', lastValue: 1 });
    await passTime(11);
    expect(await evaluate(rule)).toMatchObject({ state: 'FIRING' });
    await receiver.received(6);
    const events = await listEvents(projectId);
    expect(events.map(({ state }) => state)).toEqual(['FIRING', 'OK', 'FIRING']);
    expect(events.at(-1)!.summary).toBe(summary);
  }, 120_000);

  it('names the groups that fire and resolve, by webhook and email', async () => {
    const [standard, slack] = [
      await aWebhook(`${receiver.url}/standard`),
      await aWebhook(`${receiver.url}/slack`, { format: 'SLACK' }),
    ];
    const { userId, email } = server.accounts.MEMBER;
    await aRecentTrace(server, projectId, 1, { user_id: 'ada', error_count: 1 });
    await aRecentTrace(server, projectId, 1, { user_id: 'ben' });
    const rule = await aRule(projectId, {
      name: 'Errors of users',
      measure: 'ERROR_RATE',
      groupBy: 'USER',
      threshold: 0.5,
      quietMinutes: 10,
      webhookIds: [standard.id, slack.id],
      recipientIds: [globalId('User', userId)],
    });
    const expectMessages = async (count: number, kind: string, heading: string, value: number) => {
      await receiver.received(count);
      const news = receiver.messages.slice(-2);
      const bodies = new Map(news.map(({ path, text }) => [path, JSON.parse(text) as object]));
      const share = `${value * 100}%`;
      const summary = `${heading} "Errors of users" in the project "shop": the error rate of traces by user in the last 15 minutes is ${share} for "ada" (fires above 50%).`;
      expect(bodies.get('/standard')).toMatchObject({
        type: `alert.${kind}`,
        data: {
          group_by: 'USER',
          group_attribute: null,
          groups: [{ key: 'ada', value }],
          value,
          summary,
        },
      });
      expect(bodies.get('/slack')).toEqual({
        text: expect.stringContaining(`is ${share} for "ada"`) as string,
      });
      const mail = await mails.next(email, `${heading} "Errors of users"`);
      expect(mail.text).toContain(summary);
    };
    expect(await whenEvaluated(rule)).toMatchObject({ state: 'FIRING' });
    await expectMessages(2, 'firing', 'Alert', 1);

    await server.sql('UPDATE traces SET error_count = 0 WHERE project_id = $1', [projectId]);
    await evaluate(rule);
    await passTimeOfGroups(11);
    expect(await evaluate(rule)).toMatchObject({ state: 'OK' });
    await expectMessages(4, 'resolved', 'Resolved', 0);
  }, 120_000);

  it('says by webhook, by email and in the history how many calls its cost leaves out', async () => {
    const webhook = await aWebhook(receiver.url);
    const { userId, email } = server.accounts.MEMBER;
    const priced = {
      prompt_cost: 3,
      completion_cost: 0,
      token_span_count: 300,
      unpriced_span_count: 44,
    };
    await aRecentTrace(server, projectId, 1, priced);
    const rule = await aRule(projectId, {
      name: 'Costs',
      measure: 'COST',
      threshold: 2,
      webhookIds: [webhook.id],
      recipientIds: [globalId('User', userId)],
    });
    expect(await whenEvaluated(rule)).toMatchObject({ state: 'FIRING', lastValue: 3 });
    await receiver.received(1);
    const summary =
      'Alert "Costs" in the project "shop": the cost of traces in the last 15 minutes is $3.00 (fires above $2.00), with 44 of 300 calls not priced.';
    expect(JSON.parse(receiver.messages[0]!.text)).toMatchObject({
      data: { value: 3, span_count: 300, unpriced_span_count: 44, summary },
    });
    expect((await mails.next(email, 'Alert "Costs"')).text).toContain(summary);
    expect((await listEvents(projectId))[0]!.summary).toBe(summary);
  }, 120_000);

  it('goes only to receivers that exist and are enabled', async () => {
    const [gone, disabled, kept] = [
      await aWebhook(receiver.url),
      await aWebhook(receiver.url, { isEnabled: false }),
      await aWebhook(`${receiver.url}/kept`),
    ];
    const webhookIds = [gone.id, disabled.id, kept.id];
    const rule = await aRule(projectId, { threshold: -1, webhookIds, isEnabled: false });
    await server.sql('DELETE FROM webhooks WHERE id = $1', [
      Number(Buffer.from(gone.id, 'base64').toString().split(':')[1]),
    ]);
    // What it names need not exist any more when something else of it changes.
    expect((await update({ id: rule.id, isEnabled: true })).errors).toBeUndefined();
    await whenEvaluated(rule);
    await receiver.received(1);
    expect(receiver.messages.map(({ path }) => path)).toEqual(['/kept']);
    expect((await read(rule.id)).webhooks.map(({ id }) => id)).toEqual([disabled.id, kept.id]);
  }, 120_000);

  it('can be tried, which sends its value without changing its state', async () => {
    const webhook = await aWebhook(receiver.url);
    const { userId, email } = server.accounts.MEMBER;
    const rule = await aRule(projectId, {
      name: 'Traffic',
      threshold: 10,
      webhookIds: [webhook.id],
      recipientIds: [globalId('User', userId)],
    });
    const { data } = await member().gql<{ testAlertRule: { value: number } }>(
      'mutation ($id: ID!) { testAlertRule(input: { id: $id }) { value alertRule { state } } }',
      { id: rule.id },
    );
    expect(data).toEqual({ testAlertRule: { value: 0, alertRule: { state: 'OK' } } });
    await receiver.received(1);
    expect(types()).toEqual(['alert.test']);
    await mails.next(email, 'Test of the alert "Traffic"');
    expect(await listEvents(projectId)).toEqual([]);
  }, 120_000);

  it('ends without a message when its rule is disabled', async () => {
    const webhook = await aWebhook(receiver.url);
    const rule = await aRule(projectId, { threshold: -1, webhookIds: [webhook.id] });
    expect(await whenEvaluated(rule)).toMatchObject({ state: 'FIRING' });
    await receiver.received(1);
    await update({ id: rule.id, isEnabled: false });
    expect(await read(rule.id)).toMatchObject({ state: 'OK' });
    expect(types()).toEqual(['alert.firing']);
  }, 120_000);
});
