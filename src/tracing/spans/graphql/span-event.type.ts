import { Field, ObjectType } from '@nestjs/graphql';
import { DateTimeScalar, JsonScalar } from '../../../common/graphql/scalars.js';
import type { JsonObject } from '../../../common/json/json.js';
import type { StoredEvent } from '../stored-event.js';

@ObjectType({ description: 'Something that happened at one moment of a span.' })
export class SpanEvent {
  @Field(() => String)
  name: string;

  @Field(() => String, { description: 'The message of an exception; else empty.' })
  message: string;

  @Field(() => DateTimeScalar)
  timestamp: string;

  @Field(() => JsonScalar)
  attributes: JsonObject;
}

export function toSpanEvent({ name, timestamp, attributes }: StoredEvent): SpanEvent {
  const message = attributes['exception.message'];
  return { name, message: typeof message === 'string' ? message : '', timestamp, attributes };
}
