/** The formats of the bodies that webhooks receive. */
export enum WebhookFormat {
  STANDARD = 'STANDARD',
  SLACK = 'SLACK',
}

/** The events that webhooks can subscribe to. */
export enum WebhookSubscription {
  PROMPT_TAG_MOVED = 'PROMPT_TAG_MOVED',
  EXPERIMENT_ENDED = 'EXPERIMENT_ENDED',
  DATASET_VERSION_CREATED = 'DATASET_VERSION_CREATED',
}

/** The states of a delivery. */
export enum WebhookDeliveryStatus {
  WAITING = 'WAITING',
  DELIVERED = 'DELIVERED',
  FAILED = 'FAILED',
}
