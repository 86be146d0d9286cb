import type { Delivery, Webhook, WebhookEvent } from './api/webhooks.js';

/** The events that a webhook can subscribe to, in the order of the form. */
export const EVENTS: readonly { value: WebhookEvent; label: string }[] = [
  { value: 'PROMPT_TAG_MOVED', label: 'Prompt tags that move' },
  { value: 'EXPERIMENT_ENDED', label: 'Experiments that end' },
  { value: 'DATASET_VERSION_CREATED', label: 'New dataset versions' },
];

export const FORMATS: readonly { value: Webhook['format']; label: string }[] = [
  { value: 'STANDARD', label: 'Standard Webhooks' },
  { value: 'SLACK', label: 'Slack-compatible' },
];

export const STATUSES: Record<Delivery['status'], string> = {
  WAITING: 'Waiting',
  DELIVERED: 'Delivered',
  FAILED: 'Failed',
};

/** Says whether a webhook works. */
export function describeState({
  isEnabled,
  pausedAt,
  failingSince,
}: Pick<Webhook, 'isEnabled' | 'pausedAt' | 'failingSince'>): { text: string; isBad: boolean } {
  if (!isEnabled && pausedAt !== null) return { text: 'Paused after failures', isBad: true };
  if (!isEnabled) return { text: 'Disabled', isBad: false };
  return failingSince === null
    ? { text: 'Enabled', isBad: false }
    : { text: 'Failing', isBad: true };
}
