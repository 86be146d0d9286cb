import { Field, Float, HideField, ObjectType, registerEnumType } from '@nestjs/graphql';
import { DateTimeScalar, JsonScalar } from '../../../kernel/graphql/scalars.js';
import type { JsonObject } from '../../../kernel/json/json.js';
import type { SpanPreviews } from '../span.entity.js';
import type { StoredEvent } from '../stored-event.js';

/** The media type of a text. */
export enum MimeType {
  text = 'text',
  json = 'json',
}

registerEnumType(MimeType, { name: 'MimeType', description: 'The media type of a text.' });

/** Length of a shortened value, in characters. */
const TRUNCATED_LENGTH = 100;

/** A list may have a hundred traces, so not all spans of the largest can be looked at for what was said. */
export const MAX_PREVIEWED = 1000;

@ObjectType({ description: 'The start of the input or output of a span.' })
export class SpanIOPreview {
  @Field(() => MimeType)
  mimeType: MimeType;

  @Field(() => String, { description: 'About the first 100 characters.' })
  truncatedValue: string;
}

@ObjectType({
  description: 'Input or output of a span. The full value is read only if you request it.',
})
export class SpanIOValue extends SpanIOPreview {
  /** The span, by which `value` is loaded. */
  @HideField()
  traceId: string;

  @HideField()
  spanId: string;

  @HideField()
  side: 'input' | 'output';
}

@ObjectType({ description: 'An event of a span.' })
export class SpanEvent {
  @Field(() => String)
  name: string;

  @Field(() => String, { description: 'The message of an exception. Empty for other events.' })
  message: string;

  @Field(() => DateTimeScalar)
  timestamp: string;

  @Field(() => JsonScalar)
  attributes: JsonObject;
}

@ObjectType({ description: 'Parts of the prompt tokens, if the model reported them.' })
export class TokenPromptDetails {
  @Field(() => Float, { nullable: true })
  cacheRead: number | null;

  @Field(() => Float, { nullable: true })
  cacheWrite: number | null;

  @Field(() => Float, { nullable: true })
  audio: number | null;
}

/** Returns what lists show as the input or output of a span; null if there is nothing. */
export function toSpanIOValue(row: SpanPreviews, side: 'input' | 'output'): SpanIOValue | null {
  const preview = side === 'input' ? row.inputPreview : row.outputPreview;
  if (preview === null) return null;
  const mimeType = side === 'input' ? row.inputMimeType : row.outputMimeType;
  return {
    mimeType: mimeType?.toLowerCase().startsWith('application/json')
      ? MimeType.json
      : MimeType.text,
    truncatedValue: shortenText(preview),
    traceId: row.traceId,
    spanId: row.spanId,
    side,
  };
}

export function toSpanEvent({ name, timestamp, attributes }: StoredEvent): SpanEvent {
  const message = attributes['exception.message'];
  return { name, message: typeof message === 'string' ? message : '', timestamp, attributes };
}

/** Truncates between characters, never inside a surrogate pair. */
function shortenText(text: string): string {
  if (text.length <= TRUNCATED_LENGTH) return text;
  const cut = text.slice(0, TRUNCATED_LENGTH);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}
