import pg from 'pg';
import { type ChildServer, startChildServer } from '../support/child-server.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { aProject } from '../support/factories/project.js';
import type { GraphqlAnswer } from '../support/server.js';
import { startTestServer } from '../support/server.js';
import { webhookOperations } from '../webhooks/webhook-operations.js';
import { startReceiver, type WebhookReceiver } from '../webhooks/webhook-receiver.js';
import { alertOperations } from './alert-operations.js';

const SPANDREL_SECRET = 'test-secret-0123456789-abcdefghijklmnop';

describe('an alert of a server that is killed', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let receiver: WebhookReceiver;
  let child: ChildServer;
  let env: Record<string, string>;

  beforeEach(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    receiver = await startReceiver();
    env = { SPANDREL_DATABASE_URL: database.url, SPANDREL_SECRET };
    child = await startChildServer({ env });
  });
  afterEach(async () => {
    await client.end();
    await receiver.stop();
    await database.drop();
  });

  const sql = async <Row>(text: string, values?: unknown[]) =>
    (await client.query(text, values)).rows as Row[];
  async function gql<T>(query: string, variables?: object): Promise<GraphqlAnswer<T>> {
    const response = await fetch(`${child.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as GraphqlAnswer<T>;
  }

  it('is delivered once by another one, with the ID that it had', async () => {
    const { aWebhook } = webhookOperations(gql);
    const { aRule } = alertOperations(() => ({ sql, gql }));
    const webhook = await aWebhook(receiver.url);
    const { id: projectId } = await aProject({ sql });
    // No server delivers between the alert and the end of the child.
    await sql(`CREATE FUNCTION delay() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NEW.due_at = now() + interval '1 h'; RETURN NEW; END $$`);
    await sql(`CREATE TRIGGER delay BEFORE INSERT ON webhook_deliveries
      FOR EACH ROW EXECUTE FUNCTION delay()`);
    await aRule(projectId, { threshold: -1, webhookIds: [webhook.id] });
    const [alert] = await eventually('an alert', async () => {
      const rows = await sql<{ state: string }>('SELECT state FROM alert_events');
      return rows.length > 0 ? rows : null;
    });
    await child.kill('SIGKILL');
    expect(alert).toEqual({ state: 'FIRING' });
    expect(receiver.messages).toHaveLength(0);
    const [queued] = await sql<{ message_id: string }>('SELECT message_id FROM webhook_deliveries');

    const server = await startTestServer(env);
    await sql('UPDATE webhook_deliveries SET due_at = now()');
    const [message] = await receiver.received(1);
    expect(message!.headers['webhook-id']).toBe(queued!.message_id);
    expect(JSON.parse(message!.text)).toMatchObject({ type: 'alert.firing' });
    // The rule still fires, so it says nothing more.
    await sql('UPDATE alert_rules SET next_evaluation_at = now()');
    await eventually('another evaluation', async () => {
      const [rule] = await sql<{ isDone: boolean }>(
        'SELECT next_evaluation_at > now() AS "isDone" FROM alert_rules',
      );
      return rule!.isDone;
    });
    expect(receiver.messages).toHaveLength(1);
    await server.stop();
  }, 90_000);

  it('does not exist if the server is killed before its transaction ends', async () => {
    const { aWebhook } = webhookOperations(gql);
    const { aRule } = alertOperations(() => ({ sql, gql }));
    const webhook = await aWebhook(receiver.url);
    const { id: projectId } = await aProject({ sql });
    // The message waits for this lock, after the state of the rule was written.
    await client.query('BEGIN');
    await client.query('LOCK TABLE webhook_deliveries IN EXCLUSIVE MODE');
    const rule = await aRule(projectId, { threshold: -1, webhookIds: [webhook.id] });
    await eventually('the wait for the lock', async () => {
      // Within a transaction, what was read of the activity stays the same.
      await sql('SELECT pg_stat_clear_snapshot()');
      const waiting = await sql(
        `SELECT FROM pg_stat_activity WHERE application_name = 'spandrel-alerts'
            AND wait_event_type = 'Lock' AND datname = current_database()`,
      );
      return waiting.length > 0;
    });
    await child.kill('SIGKILL');
    await client.query('COMMIT');
    const server = await startTestServer(env);
    const { read } = alertOperations(() => server);
    await receiver.received(1);
    expect(await read(rule.id)).toMatchObject({ state: 'FIRING' });
    expect(receiver.messages).toHaveLength(1);
    expect(await sql('SELECT FROM alert_events')).toHaveLength(1);
    await server.stop();
  }, 90_000);
});
