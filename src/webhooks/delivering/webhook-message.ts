import { createHmac } from 'node:crypto';
import { toSigningKey } from '../signing-secret.js';
import type { WebhookEntity } from '../webhook.entity.js';
import type { WebhookDeliveryEntity } from '../webhook-delivery.entity.js';

/** Characters that a Slack-compatible receiver takes for a link or a mention. */
const SLACK_ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

export type WebhookMessage = Pick<
  WebhookDeliveryEntity,
  'messageId' | 'type' | 'summary' | 'path' | 'data' | 'createdAt'
>;

/** Writes the body of a message, which is the same in every attempt. */
export function writeBody(
  format: WebhookEntity['format'],
  { type, summary, path, data, createdAt }: WebhookMessage,
  rootUrl: string,
): string {
  const url = path === null ? null : `${rootUrl}${path}`;
  if (format === 'SLACK') {
    const text = summary.replaceAll(/[&<>]/g, (character) => SLACK_ESCAPES[character]!);
    return JSON.stringify({ text: url === null ? text : `${text}\n<${url}|Open in Spandrel>` });
  }
  const content = { ...(JSON.parse(data) as object), summary, url };
  return JSON.stringify({ type, timestamp: createdAt, data: content });
}

/**
 * Returns the headers that identify and sign a message, according to the Standard Webhooks
 * specification (https://www.standardwebhooks.com).
 */
export function signMessage(
  secret: string,
  messageId: string,
  body: string,
  now: Date,
): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000);
  const signature = createHmac('sha256', toSigningKey(secret))
    .update(`${messageId}.${timestamp}.${body}`)
    .digest('base64');
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}
