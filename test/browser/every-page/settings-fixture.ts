import { customProvidersOf } from '../../model-providers/custom-provider-operations.js';
import { bearer } from '../../support/accounts.js';
import { connectUnverified } from '../../support/application.js';
import { globalId } from '../../support/global-id.js';
import { createProtectedAccount } from '../../support/second-factor.js';
import { sendTraces } from '../../support/send-traces.js';
import { webhookOperations } from '../../webhooks/webhook-operations.js';
import { projectId, send, type WalkedServer } from './walk.js';

export interface ShownSettings {
  server: WalkedServer;
  /** The global ID of a user with a second factor. */
  user: string;
}

export const KEY = 'sk-canary-0123456789';

export async function settingsToShow(server: WalkedServer): Promise<ShownSettings> {
  const { ADMIN, MEMBER } = server.accounts;
  await sendTraces(server.url, [{ project: 'shop' }], bearer(MEMBER.key));
  await connectUnverified(server, MEMBER.cookie);
  await server.sql("INSERT INTO secrets (key, sealed, key_id) VALUES ('A_SECRET', '\\x00', 'k')");
  await server.sql(
    `WITH g AS (INSERT INTO user_groups (name, source, external_id)
                VALUES ('support', 'OIDC', 'support') RETURNING id)
     INSERT INTO user_group_members (group_id, user_id) SELECT id, $1 FROM g`,
    [MEMBER.userId],
  );
  const providers = customProvidersOf(server);
  await providers.create({
    name: 'gateway',
    description: 'Ours',
    provider: 'Acme',
    clientConfig: { openai: { apiKey: KEY, baseUrl: 'https://models.example.com/v1' } },
    modelNames: ['a', 'b', 'c', 'd', 'e', 'f'],
  });
  await providers.create({
    name: 'n'.repeat(300),
    provider: 'p'.repeat(200),
    clientConfig: { openai: { apiKey: KEY, baseUrl: 'https://models.example.com/v1' } },
  });
  const { aWebhook } = webhookOperations((query, variables) =>
    server.gqlAs({ Cookie: ADMIN.cookie }, query, variables),
  );
  const webhook = await aWebhook('https://hooks.example.com/x', { name: 'on call' });
  await server.sql(
    `WITH sent AS (
       INSERT INTO webhook_deliveries
              (webhook_id, message_id, type, summary, data, status, attempts, due_at)
       VALUES ($1, 'a', 'alert', 'Alert "Many errors"', '{}', 'DELIVERED', 2, now()),
              ($1, 'b', 'alert', 'Alert "Slow"', '{}', 'WAITING', 1, now() + interval '1 day')
       RETURNING id)
     INSERT INTO webhook_attempts (delivery_id, status_code, response, duration_ms)
     SELECT id, code, 'broken', 12 FROM sent, (VALUES (500), (200)) codes (code)`,
    [Buffer.from(webhook.id, 'base64').toString().split(':')[1]],
  );
  await send(
    server,
    `mutation ($input: CreateProjectTraceRetentionPolicyInput!) {
       createProjectTraceRetentionPolicy(input: $input) { node { id } } }`,
    {
      input: {
        name: 'a month',
        cronExpression: '0 3 * * *',
        rule: { maxDays: { maxDays: 30 } },
        addProjects: [await projectId(server, 'shop')],
      },
    },
  );
  const { userId } = await createProtectedAccount(server);
  return { server, user: globalId('User', userId) };
}
