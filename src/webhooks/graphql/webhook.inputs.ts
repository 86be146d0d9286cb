import { ArgsType, Field, ID, InputType } from '@nestjs/graphql';
import { z } from 'zod';
import { PageArgs } from '../../kernel/pagination/connection.js';
import { Check } from '../../kernel/validation/check.js';
import { storableText, trimmedName, trimmedText } from '../../kernel/validation/json-fields.js';
import { WebhookDeliveryStatus, WebhookFormat, WebhookSubscription } from '../webhook.enum.js';
import { MAX_URL_LENGTH, type NewWebhook, type WebhookChanges } from '../webhooks.service.js';

const MAX_DELETED = 1_000;

const ADDRESS = `Begins with https:// or http://. At most ${MAX_URL_LENGTH} characters.`;
const EVENTS = 'The events that it receives, besides the alerts of rules that name it.';

const events = () =>
  z.array(z.enum(WebhookSubscription)).max(Object.keys(WebhookSubscription).length);

@InputType()
export class CreateWebhookInput {
  @Field(() => String, { description: 'Unique. Surrounding white space is removed.' })
  @Check(trimmedName())
  name: string;

  @Field(() => String, { description: ADDRESS })
  @Check(trimmedText().check(z.maxLength(MAX_URL_LENGTH)))
  url: string;

  @Field(() => WebhookFormat, { defaultValue: WebhookFormat.STANDARD })
  format: WebhookFormat;

  @Field(() => [WebhookSubscription], { defaultValue: [], description: EVENTS })
  @Check(events())
  events: WebhookSubscription[];

  @Field(() => Boolean, { defaultValue: true })
  isEnabled: boolean;

  @Field(() => ID, {
    nullable: true,
    description:
      'The only project whose events it gets. Without one, it gets those of everything that is not private.',
  })
  projectId?: string | null;
}

@InputType({ description: 'Absent fields and null fields stay unchanged.' })
export class UpdateWebhookInput {
  @Field(() => ID)
  id: string;

  @Field(() => String, { nullable: true, description: 'Surrounding white space is removed.' })
  @Check(trimmedName().nullish())
  name?: string | null;

  @Field(() => String, { nullable: true, description: ADDRESS })
  @Check(trimmedText().check(z.maxLength(MAX_URL_LENGTH)).nullish())
  url?: string | null;

  @Field(() => WebhookFormat, { nullable: true })
  format?: WebhookFormat | null;

  @Field(() => [WebhookSubscription], { nullable: true, description: EVENTS })
  @Check(events().nullish())
  events?: WebhookSubscription[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Enable a paused webhook to continue it. Messages that wait are sent then.',
  })
  isEnabled?: boolean | null;
}

@InputType()
export class WebhookIdInput {
  @Field(() => ID)
  id: string;
}

@InputType()
export class DeleteWebhooksInput {
  @Field(() => [ID], { description: `At most ${MAX_DELETED}.` })
  @Check(z.array(storableText()).min(1).max(MAX_DELETED))
  webhookIds: string[];
}

@InputType()
export class ReplayWebhookDeliveryInput {
  @Field(() => ID)
  id: string;
}

@ArgsType()
export class WebhookDeliveriesArgs extends PageArgs {
  @Field(() => WebhookDeliveryStatus, {
    nullable: true,
    description: 'Only messages with this status.',
  })
  status?: WebhookDeliveryStatus | null;
}

export function toDraft({
  name,
  url,
  format,
  events: named,
  isEnabled,
  projectId,
}: CreateWebhookInput): NewWebhook {
  return { name, url, format, events: [...new Set(named)], isEnabled, projectId };
}

export function toChanges(input: UpdateWebhookInput): WebhookChanges {
  const { name, url, format, events: named, isEnabled } = input;
  return {
    ...(name && { name }),
    ...(typeof url === 'string' && { url }),
    ...(format && { format }),
    ...(named && { events: [...new Set(named)] }),
    ...(typeof isEnabled === 'boolean' && { isEnabled }),
  };
}
