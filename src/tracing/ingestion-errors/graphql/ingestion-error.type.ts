import { Field, HideField, ID, Int, ObjectType } from '@nestjs/graphql';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../../kernel/pagination/connection.js';
import { Node } from '../../../kernel/graphql/node.type.js';
import { DateTimeScalar } from '../../../kernel/graphql/scalars.js';
import {
  type ErrorReason,
  INGESTION_ERROR_TYPE,
  type IngestionErrorRow,
} from '../ingestion-errors.service.js';

@ObjectType({
  description: 'A span or an annotation that could not be stored, and why.',
  implements: () => Node,
})
export class IngestionError implements Node {
  @Field(() => ID)
  id: string;

  @Field(() => String, { description: 'Name of the rule, such as `missing_span_id`.' })
  reason: string;

  @Field(() => String, { description: 'The problem, as a sentence.' })
  message: string;

  @Field(() => String, { nullable: true, description: 'Null if it could not be read.' })
  traceId: string | null;

  @Field(() => String, { nullable: true })
  spanId: string | null;

  @Field(() => String, { nullable: true })
  spanName: string | null;

  @Field(() => DateTimeScalar)
  occurredAt: string;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When its span was last sent again and refused.',
  })
  resentAt: string | null;

  @Field(() => Boolean, { description: 'Whether its span is kept and can be sent again.' })
  isKept: boolean;

  @HideField()
  rowId: number;
}

@ObjectType({ description: 'The ingestion errors of a project that have the same reason.' })
export class IngestionErrorReason {
  @Field(() => String, { description: 'Name of the rule, such as `missing_span_id`.' })
  reason: string;

  @Field(() => Int)
  count: number;

  @Field(() => Int, { description: 'How many of their spans are kept and can be sent again.' })
  keptCount: number;
}

@ObjectType()
export class IngestionErrorEdge extends EdgeOf(IngestionError) {}

@ObjectType()
export class IngestionErrorConnection extends ConnectionOf(IngestionErrorEdge) {}

export function toIngestionError(row: IngestionErrorRow): IngestionError {
  const { id, reason, message, traceId, spanId, spanName, occurredAt, ...rest } = row;
  return {
    id: toGlobalId(INGESTION_ERROR_TYPE, id),
    reason,
    message,
    traceId,
    spanId,
    spanName,
    occurredAt,
    resentAt: rest.resentAt,
    isKept: rest.isKept,
    rowId: id,
  };
}

export function toIngestionErrorReason({
  reason,
  count,
  keptCount,
}: ErrorReason): IngestionErrorReason {
  return { reason, count, keptCount };
}
