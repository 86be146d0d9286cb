import { createTestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { aProject } from '../support/factories/project.js';
import { startTestServer } from '../support/server.js';
import { alertOperations } from '../alerts/alert-operations.js';
import { webhookOperations } from './webhook-operations.js';

const SPANDREL_SECRET = 'test-secret-0123456789-abcdefghijklmnop';

describe('old messages and alerts', () => {
  it('are forgotten after 30 and 90 days', async () => {
    const database = await createTestDatabase();
    const env = { SPANDREL_DATABASE_URL: database.url, SPANDREL_SECRET };
    const first = await startTestServer(env);
    const { aWebhook, test } = webhookOperations((query, variables) => first.gql(query, variables));
    const { aRule, whenEvaluated } = alertOperations(() => first);
    const webhook = await aWebhook('http://127.0.0.1:9');
    await test(webhook);
    await test(webhook);
    const { id: projectId } = await aProject(first);
    await whenEvaluated(await aRule(projectId, { threshold: -1 }));
    await first.sql(
      `UPDATE webhook_deliveries SET created_at = now() - interval '31 days'
        WHERE id = (SELECT min(id) FROM webhook_deliveries)`,
    );
    await first.sql(`UPDATE alert_events SET created_at = now() - interval '91 days'`);
    await first.stop();

    const second = await startTestServer(env);
    await second.sql('UPDATE alert_rules SET next_evaluation_at = now()');
    await eventually('the upkeep', async () => {
      const [row] = await second.sql<{ deliveries: number; events: number }>(
        `SELECT (SELECT count(*) FROM webhook_deliveries) AS deliveries,
                (SELECT count(*) FROM alert_events) AS events`,
      );
      return row!.deliveries === 1 && row!.events === 0;
    });
    await second.stop();
    await database.drop();
  }, 90_000);
});
