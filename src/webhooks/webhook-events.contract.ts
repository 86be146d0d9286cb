import { isPrivate } from '../projects/private-projects.contract.js';

/** A connection or a transaction. */
export interface EventWriter {
  query(sql: string, parameters: unknown[]): Promise<unknown>;
}

/** The events that webhooks can subscribe to. */
export type SubscribedEvent = 'PROMPT_TAG_MOVED' | 'EXPERIMENT_ENDED' | 'DATASET_VERSION_CREATED';

/** Something that webhooks are told. */
export interface WebhookEvent {
  /** As receivers see it, such as `prompt.tag.moved`. */
  type: string;
  /** One sentence for people. */
  summary: string;
  /** Path of the page about it, such as `/prompts`. */
  path: string | null;
  data: Record<string, unknown>;
  /** Row ID of the project that it belongs to; null if everyone may know of it. */
  projectId: number | null;
}

/** SQL of the ID of a message, which stays the same in every attempt to deliver it. */
const MESSAGE_ID = `'msg_' || replace(gen_random_uuid()::text, '-', '')`;

/** Waiting messages of a webhook. Further ones are dropped until its receiver works again. */
const MAX_WAITING = 10_000;

const INSERT = `INSERT INTO webhook_deliveries
    (webhook_id, message_id, type, summary, path, data, project_id)
  SELECT w.id, ${MESSAGE_ID}, $1, $2, $3, $4, $5 FROM webhooks w
   WHERE w.is_enabled
     AND (SELECT count(*) FROM (
            SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.status = 'WAITING'
             LIMIT ${MAX_WAITING}) waiting) < ${MAX_WAITING}`;

/** A webhook of one project is told of that project, and others of what everyone may know. */
const MAY_KNOW = `CASE WHEN w.project_id IS NOT NULL THEN w.project_id = $5
  ELSE NOT ${isPrivate('$5')} END`;

/**
 * Queues an event for the webhooks that subscribe to it, in the transaction of what has happened: if
 * that is committed, the event is delivered even if the server is killed.
 */
export async function recordEvent(
  writer: EventWriter,
  subscription: SubscribedEvent,
  event: WebhookEvent,
): Promise<void> {
  await writer.query(`${INSERT} AND $6 = ANY(w.events) AND ${MAY_KNOW}`, [
    ...valuesOf(event),
    subscription,
  ]);
}

/** Queues an event for webhooks in the same way. Skips those that no longer exist, are paused, or may not know of it. */
export async function recordEventFor(
  writer: EventWriter,
  webhookIds: readonly number[],
  event: WebhookEvent,
): Promise<void> {
  if (webhookIds.length === 0) return;
  await writer.query(`${INSERT} AND w.id = ANY($6) AND ${MAY_KNOW}`, [
    ...valuesOf(event),
    webhookIds,
  ]);
}

function valuesOf({ type, summary, path, data, projectId }: WebhookEvent): unknown[] {
  return [type, summary, path, JSON.stringify(data), projectId];
}
