/** A connection or a transaction. */
export interface EventWriter {
  query(sql: string, parameters: unknown[]): Promise<unknown>;
}

/** What webhooks can subscribe to. */
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
}

/** SQL of the ID of a message, which stays the same in every attempt to deliver it. */
const MESSAGE_ID = `'msg_' || replace(gen_random_uuid()::text, '-', '')`;

/** Waiting messages of a webhook. Further ones are dropped until its receiver works again. */
const MOST_WAITING = 10_000;

const INSERT = `INSERT INTO webhook_deliveries (webhook_id, message_id, type, summary, path, data)
  SELECT w.id, ${MESSAGE_ID}, $1, $2, $3, $4 FROM webhooks w
   WHERE w.is_enabled
     AND (SELECT count(*) FROM (
            SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.status = 'WAITING'
             LIMIT ${MOST_WAITING}) waiting) < ${MOST_WAITING}`;

/**
 * Queues an event for the webhooks that subscribe to it, in the transaction of what has happened: if
 * that is committed, the event is delivered even if the server is killed.
 */
export async function recordEvent(
  writer: EventWriter,
  subscription: SubscribedEvent,
  event: WebhookEvent,
): Promise<void> {
  await writer.query(`${INSERT} AND $5 = ANY(w.events)`, [...valuesOf(event), subscription]);
}

/** Queues an event for webhooks in the same way. Skips those that no longer exist or are paused. */
export async function recordEventFor(
  writer: EventWriter,
  webhookIds: readonly number[],
  event: WebhookEvent,
): Promise<void> {
  if (webhookIds.length === 0) return;
  await writer.query(`${INSERT} AND w.id = ANY($5)`, [...valuesOf(event), webhookIds]);
}

function valuesOf({ type, summary, path, data }: WebhookEvent): unknown[] {
  return [type, summary, path, JSON.stringify(data)];
}
