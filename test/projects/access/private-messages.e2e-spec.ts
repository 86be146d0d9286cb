import { alertOperations } from '../../alerts/alert-operations.js';
import { cookieOf, type SecuredServer, startSecuredServer } from '../../support/accounts.js';
import { aProject } from '../../support/factories/project.js';
import { globalId } from '../../support/global-id.js';
import { type MailServer, startMailServer } from '../../support/mail-server.js';
import { webhookOperations } from '../../webhooks/webhook-operations.js';
import { startReceiver, type WebhookReceiver } from '../../webhooks/webhook-receiver.js';
import { placesOn, SET_PRIVACY } from './projects-with-roles.js';

describe('people and programs outside of a private project', () => {
  let server: SecuredServer;
  let mails: MailServer;
  let receiver: WebhookReceiver;
  const { admin, aPlace, anAccount } = placesOn(() => server);
  const asAdmin = () => ({
    sql: <Row>(text: string, values?: unknown[]) => server.sql<Row>(text, values),
    gql: <T>(query: string, variables?: Record<string, unknown>) =>
      server.gqlAs<T>(cookieOf(server.accounts.ADMIN), query, variables),
  });
  const { aRule, whenEvaluated } = alertOperations(asAdmin);
  const { aWebhook } = webhookOperations((query, variables) => asAdmin().gql(query, variables));

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
  beforeEach(() => {
    receiver.messages.length = 0;
  });

  it.each(['the project', 'a project that belongs to it'])(
    'are not told of alerts of %s, nor of tests of them',
    async (which) => {
      const place = await aPlace(true);
      const leaver = await anAccount('MEMBER', [[place, 'MEMBER']]);
      const member = await anAccount('MEMBER', [[place, 'VIEWER']]);
      const isOwn = which === 'the project';
      const watched = isOwn
        ? place.rowId
        : (await aProject(server, { parent_id: place.rowId } as never)).id;
      await server.sql('DELETE FROM project_roles WHERE user_id = $1', [leaver.userId]);
      const webhook = await aWebhook(receiver.url);
      const rule = await aRule(watched, {
        threshold: -1,
        webhookIds: [webhook.id],
        recipientIds: [leaver, member].map(({ userId }) => globalId('User', userId)),
      });
      await whenEvaluated(rule);
      await mails.next(member.email, 'Alert ');
      await admin('mutation ($id: ID!) { testAlertRule(input: { id: $id }) { value } }', {
        id: rule.id,
      });
      await mails.next(member.email, 'Test ');
      const recipients = mails.mails.flatMap((mail) => mail.recipients);
      expect(recipients).not.toContain(leaver.email);
      const told = await server.sql('SELECT type FROM webhook_deliveries WHERE project_id = $1', [
        watched,
      ]);
      expect(told).toEqual([]);
    },
    120_000,
  );

  it('get no message that still waits when the project becomes private', async () => {
    const place = await aPlace(true);
    const { id } = await aWebhook(receiver.url);
    await server.sql(
      `INSERT INTO webhook_deliveries (webhook_id, message_id, type, summary, data, project_id)
       VALUES ($1, 'msg_1', 'prompt.tag.moved', 'secret', '{}', $2),
              ($1, 'msg_2', 'prompt.tag.moved', 'open', '{}', NULL)`,
      [Number(Buffer.from(id, 'base64').toString().split(':')[1]), place.rowId],
    );
    await receiver.received(1);
    expect(receiver.messages.map(({ text }) => text)).toEqual([expect.stringContaining('open')]);
    await admin(SET_PRIVACY, { input: { projectId: place.id, isPrivate: false } });
    await receiver.received(2);
    expect(receiver.messages[1]!.text).toContain('secret');
  });
});
