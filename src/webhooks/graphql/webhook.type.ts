import { Field, HideField, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Node } from '../../kernel/graphql/node.type.js';
import { QueryRoot } from '../../kernel/graphql/query-root.type.js';
import { DateTimeScalar } from '../../kernel/graphql/scalars.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../kernel/pagination/connection.js';
import { WebhookDeliveryStatus, WebhookFormat, WebhookSubscription } from '../webhook.enum.js';
import {
  WEBHOOK_DELIVERY_TYPE,
  WEBHOOK_TYPE,
  type WebhookAttemptEntity,
  type WebhookDeliveryRow,
  type WebhookRow,
} from '../webhooks.service.js';

registerEnumType(WebhookFormat, {
  name: 'WebhookFormat',
  description: 'The formats of messages to webhooks.',
  valuesMap: {
    STANDARD: { description: 'JSON with a type, a time and data, as in Standard Webhooks.' },
    SLACK: { description: 'A text, as Slack, Mattermost and many others expect it.' },
  },
});

registerEnumType(WebhookSubscription, {
  name: 'WebhookSubscription',
  description: 'The events that a webhook can receive, besides the alerts of rules that name it.',
  valuesMap: {
    PROMPT_TAG_MOVED: { description: 'A tag of a prompt points to another version, or is new.' },
    EXPERIMENT_ENDED: { description: 'An experiment that the server runs has ended.' },
    DATASET_VERSION_CREATED: { description: 'A dataset has a new version.' },
  },
});

registerEnumType(WebhookDeliveryStatus, {
  name: 'WebhookDeliveryStatus',
  valuesMap: {
    WAITING: { description: 'It waits for its first attempt, or for the next one.' },
    DELIVERED: { description: 'The receiver has accepted it.' },
    FAILED: { description: 'All attempts of a day have failed.' },
  },
});

@ObjectType({
  description: 'The HTTP address that messages are sent to, and the events to send.',
  implements: () => Node,
})
export class Webhook implements Node {
  @Field(() => ID)
  id: string;

  @HideField()
  rowId: number;

  @HideField()
  userRowId: number | null;

  @HideField()
  projectRowId: number | null;

  @HideField()
  origin: string;

  @Field(() => String, { description: 'Unique.' })
  name: string;

  @Field(() => WebhookFormat)
  format: `${WebhookFormat}`;

  @Field(() => [WebhookSubscription], {
    description: 'The events that it receives, besides the alerts of rules that name it.',
  })
  events: `${WebhookSubscription}`[];

  @Field(() => Boolean, { description: 'False also while it is paused.' })
  isEnabled: boolean;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'The first failure since the last success.',
  })
  failingSince: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the server disabled it, because every attempt of a day failed.',
  })
  pausedAt: string | null;

  @Field(() => DateTimeScalar)
  createdAt: string;

  @Field(() => DateTimeScalar)
  updatedAt: string;
}

@ObjectType({ description: 'An attempt to deliver a message.' })
export class WebhookAttempt {
  @Field(() => DateTimeScalar)
  createdAt: string;

  @Field(() => Int, { nullable: true, description: 'Null if there was no answer.' })
  statusCode: number | null;

  @Field(() => String, { nullable: true, description: 'Why it failed; null if it succeeded.' })
  error: string | null;

  @Field(() => String, { nullable: true, description: 'The first 4 KiB of the answer.' })
  response: string | null;

  @Field(() => Int)
  durationMs: number;
}

@ObjectType({ description: 'A message to a webhook.', implements: () => Node })
export class WebhookDelivery implements Node {
  @Field(() => ID)
  id: string;

  @HideField()
  rowId: number;

  @Field(() => String, {
    description:
      'The header `webhook-id`. The same in every attempt, so receivers know repetitions.',
  })
  messageId: string;

  @Field(() => String, { description: 'Such as `alert.firing`.' })
  type: string;

  @Field(() => String)
  summary: string;

  @Field(() => WebhookDeliveryStatus)
  status: `${WebhookDeliveryStatus}`;

  @Field(() => Int, { description: 'Since it was recorded, or sent again by hand.' })
  attemptCount: number;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'The next attempt; null if there is none.',
  })
  nextAttemptAt: string | null;

  @Field(() => DateTimeScalar)
  createdAt: string;
}

@ObjectType()
export class WebhookEdge extends EdgeOf(Webhook) {}

@ObjectType()
export class WebhookConnection extends ConnectionOf(WebhookEdge) {}

@ObjectType()
export class WebhookDeliveryEdge extends EdgeOf(WebhookDelivery) {}

@ObjectType()
export class WebhookDeliveryConnection extends ConnectionOf(WebhookDeliveryEdge) {}

@ObjectType({ description: 'The result of changing or testing a webhook.' })
export class WebhookMutationPayload {
  @Field(() => Webhook)
  webhook: Webhook;

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType({ description: 'A webhook with its new secret.' })
export class WebhookSecretPayload extends WebhookMutationPayload {
  @Field(() => String, {
    description: 'Signs the messages, and begins with `whsec_`. It is shown only now.',
  })
  secret: string;
}

@ObjectType()
export class DeleteWebhooksPayload {
  @Field(() => [ID])
  deletedWebhookIds: string[];

  @Field(() => QueryRoot)
  query: QueryRoot;
}

@ObjectType()
export class ReplayWebhookDeliveryPayload {
  @Field(() => WebhookDelivery)
  delivery: WebhookDelivery;
}

export function toWebhook(row: WebhookRow): Webhook {
  return {
    id: toGlobalId(WEBHOOK_TYPE, row.id),
    rowId: row.id,
    userRowId: row.userId,
    projectRowId: row.projectId,
    origin: row.origin,
    name: row.name,
    format: row.format,
    events: row.events,
    isEnabled: row.isEnabled,
    failingSince: row.failingSince,
    pausedAt: row.pausedAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

export function toWebhookDelivery(row: WebhookDeliveryRow): WebhookDelivery {
  return {
    id: toGlobalId(WEBHOOK_DELIVERY_TYPE, row.id),
    rowId: row.id,
    messageId: row.messageId,
    type: row.type,
    summary: row.summary,
    status: row.status,
    attemptCount: row.attempts,
    nextAttemptAt: row.status === 'WAITING' ? row.dueAt : null,
    createdAt: row.createdAt,
  };
}

/** @param seesResponse whether the caller may see what the receiver answered. */
export function toWebhookAttempt(row: WebhookAttemptEntity, seesResponse: boolean): WebhookAttempt {
  const { createdAt, statusCode, error, response, durationMs } = row;
  return {
    createdAt,
    statusCode,
    error,
    response: seesResponse ? response : null,
    durationMs,
  };
}
