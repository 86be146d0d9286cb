import { Field, ID, ObjectType } from '@nestjs/graphql';
import { toGlobalId } from '../../../common/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../../common/pagination/connection.js';
import { Node } from '../../../common/graphql/node.type.js';
import { DateTimeScalar } from '../../../common/graphql/scalars.js';
import type { IngestionErrorEntity } from '../ingestion-error.entity.js';
import { INGESTION_ERROR_TYPE } from '../ingestion-errors.service.js';

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
}

@ObjectType()
export class IngestionErrorEdge extends EdgeOf(IngestionError) {}

@ObjectType()
export class IngestionErrorConnection extends ConnectionOf(IngestionErrorEdge) {}

export function toIngestionError(row: IngestionErrorEntity): IngestionError {
  const { id, reason, message, traceId, spanId, spanName, occurredAt } = row;
  return {
    id: toGlobalId(INGESTION_ERROR_TYPE, id),
    reason,
    message,
    traceId,
    spanId,
    spanName,
    occurredAt,
  };
}
