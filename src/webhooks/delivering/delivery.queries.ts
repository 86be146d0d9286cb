import type pg from 'pg';
import { selectColumns } from '../../database/columns.js';
import { isPrivate } from '../../projects/private-projects.contract.js';
import type { WebhookEntity } from '../webhook.entity.js';
import type { WebhookMessage } from './webhook-message.js';
import type { WebhookAnswer } from './webhook-client.service.js';
import { WebhookDeliveryEntity } from '../webhook-delivery.entity.js';

/** A message that this server sends now. */
export interface ClaimedDelivery extends WebhookMessage {
  id: number;
  webhookId: number;
  /** With this one. Tells whether another server has taken the delivery over. */
  attempts: number;
  format: WebhookEntity['format'];
  sealed: Buffer;
  keyId: string;
}

/** A webhook that was paused, and where to tell its owner. */
export interface PausedWebhook {
  name: string;
  failingSince: string;
  ownerEmail: string | null;
}

/** Longer than sending takes, so that no other server sends the same message at the same time. */
const LEASE = `interval '30 s'`;

/** After so long without success, a webhook is paused. */
const PAUSED_AFTER = `interval '1 day'`;

/** How long the log of deliveries is kept. */
const KEPT = `interval '30 days'`;
const MAX_FORGOTTEN = 5_000;

/**
 * A message `d` of a webhook `w` that is due. What belongs to a project that has become private waits,
 * unless the webhook is of that project.
 */
const IS_DUE = `d.webhook_id = w.id AND d.status = 'WAITING' AND d.due_at <= now()
  AND (w.project_id IS NOT NULL OR NOT ${isPrivate('d.project_id')})`;

/** SQL of whether messages of an enabled webhook are due. */
export const DELIVERIES_DUE = `EXISTS (
  SELECT FROM webhooks w
   WHERE w.is_enabled AND EXISTS (SELECT FROM webhook_deliveries d WHERE ${IS_DUE}))`;

/**
 * Claims messages that are due, those of webhooks to which few are on their way first, so that a receiver
 * that hangs holds up only its own. Several servers take different ones.
 * @param busy how many messages of each webhook this server sends.
 * @param atOnce the most messages of one webhook.
 */
export async function claimDue(
  client: pg.ClientBase,
  busy: ReadonlyMap<number, number>,
  atOnce: number,
  limit: number,
): Promise<ClaimedDelivery[]> {
  const { rows } = await client.query<ClaimedDelivery>(
    `WITH due AS MATERIALIZED (
       SELECT found.id, w.format, w.sealed, w.key_id
         FROM webhooks w
         LEFT JOIN unnest($1::bigint[], $2::int[]) AS b (id, count) ON b.id = w.id
        CROSS JOIN LATERAL (
          SELECT d.id, d.due_at FROM webhook_deliveries d WHERE ${IS_DUE}
           ORDER BY d.due_at LIMIT $3 - coalesce(b.count, 0) FOR UPDATE SKIP LOCKED) found
        WHERE w.is_enabled ORDER BY coalesce(b.count, 0), found.due_at LIMIT $4
     )
     UPDATE webhook_deliveries d SET attempts = d.attempts + 1, due_at = now() + ${LEASE}
       FROM due WHERE d.id = due.id
     RETURNING ${selectColumns(WebhookDeliveryEntity, 'd', { except: ['projectId', 'status', 'dueAt'] })}, due.format, due.sealed,
               due.key_id AS "keyId"`,
    [[...busy.keys()], [...busy.values()], atOnce, limit],
  );
  return rows;
}

/** Leaves a message to another server at once. */
export async function release(client: pg.ClientBase, delivery: ClaimedDelivery): Promise<void> {
  await client.query(
    `UPDATE webhook_deliveries SET attempts = attempts - 1, due_at = now()
      WHERE id = $1 AND attempts = $2 AND status = 'WAITING'`,
    [delivery.id, delivery.attempts],
  );
}

/**
 * Logs an attempt, and decides about the next one. The caller's transaction locks the webhook last.
 * @param pauseMs until the next attempt; null if there is none.
 * @returns the webhook if it is paused now.
 */
export async function logAttempt(
  client: pg.ClientBase,
  { id, webhookId, attempts }: ClaimedDelivery,
  { isDelivered, statusCode, error, response, durationMs }: WebhookAnswer,
  pauseMs: number | null,
): Promise<PausedWebhook | null> {
  const failure = pauseMs === null ? 'FAILED' : 'WAITING';
  await client.query(
    `UPDATE webhook_deliveries SET status = $3, due_at = now() + $4 * interval '1 ms'
      WHERE id = $1 AND attempts = $2 AND status = 'WAITING'`,
    [id, attempts, isDelivered ? 'DELIVERED' : failure, pauseMs ?? 0],
  );
  // The webhook may have been deleted since.
  await client.query(
    `INSERT INTO webhook_attempts (delivery_id, status_code, error, response, duration_ms)
     SELECT d.id, $2, $3, $4, $5 FROM webhook_deliveries d WHERE d.id = $1 FOR KEY SHARE`,
    [id, statusCode, error, response, durationMs],
  );
  if (isDelivered) {
    await client.query(
      'UPDATE webhooks SET failing_since = NULL WHERE id = $1 AND failing_since IS NOT NULL',
      [webhookId],
    );
    return null;
  }
  const { rows } = await client.query<PausedWebhook & { isPaused: boolean }>(
    `WITH before AS (SELECT id, is_enabled FROM webhooks WHERE id = $1 FOR UPDATE)
     UPDATE webhooks w
        SET failing_since = coalesce(w.failing_since, now()),
            is_enabled = w.is_enabled AND coalesce(w.failing_since > now() - ${PAUSED_AFTER}, true),
            paused_at = CASE WHEN w.is_enabled AND w.failing_since <= now() - ${PAUSED_AFTER}
                             THEN now() ELSE w.paused_at END
       FROM before WHERE w.id = before.id
     RETURNING w.name, w.failing_since AS "failingSince", before.is_enabled AND NOT w.is_enabled AS "isPaused",
               (SELECT u.email FROM users u WHERE u.id = w.user_id) AS "ownerEmail"`,
    [webhookId],
  );
  return rows[0]?.isPaused ? rows[0] : null;
}

/** Removes old messages from the log. */
export async function forgetOld(client: pg.ClientBase): Promise<void> {
  await client.query(
    `DELETE FROM webhook_deliveries WHERE id IN (
       SELECT id FROM webhook_deliveries WHERE created_at < now() - ${KEPT}
        ORDER BY created_at LIMIT ${MAX_FORGOTTEN})`,
  );
}
