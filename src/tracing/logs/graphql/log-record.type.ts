import { Field, ID, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { z } from 'zod';
import { Node } from '../../../kernel/graphql/node.type.js';
import { DateTimeScalar } from '../../../kernel/graphql/scalars.js';
import { TimeRangeInput } from '../../../kernel/graphql/time-range.inputs.js';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../../kernel/pagination/connection.js';
import { Check } from '../../../kernel/validation/check.js';
import { storableText } from '../../../kernel/validation/json-fields.js';
import { LogSeverity, toSeverity } from '../log-severity.enum.js';
import { LOG_RECORD_TYPE, type LogFilter, type LogRecordRow } from '../logs.service.js';

registerEnumType(LogSeverity, {
  name: 'LogSeverity',
  description: "The ranges of OpenTelemetry's severity numbers, from the lowest to the highest.",
});

@ObjectType({
  description: 'A log record that was sent over OTLP.',
  implements: () => Node,
})
export class LogRecord implements Node {
  @Field(() => ID)
  id: string;

  @Field(() => DateTimeScalar, {
    description: 'When it happened, was observed, or arrived, whichever is known first.',
  })
  time: string;

  @Field(() => DateTimeScalar, { nullable: true })
  observedTime: string | null;

  @Field(() => LogSeverity, { nullable: true, description: 'Null if unset.' })
  severity: LogSeverity | null;

  @Field(() => Int, { description: '1 to 24 as in OpenTelemetry; 0 if unset.' })
  severityNumber: number;

  @Field(() => String, { nullable: true, description: 'The severity as the sender calls it.' })
  severityText: string | null;

  @Field(() => String, { nullable: true, description: 'Null if it is not an event.' })
  eventName: string | null;

  @Field(() => String, { nullable: true, description: 'Text, or JSON if `isJsonBody`.' })
  body: string | null;

  @Field(() => Boolean)
  isJsonBody: boolean;

  @Field(() => String, { description: 'A JSON object, with the keys that were sent.' })
  attributes: string;

  @Field(() => ID, { nullable: true })
  traceId: string | null;

  @Field(() => ID, { nullable: true })
  spanId: string | null;

  @Field(() => String, { nullable: true, description: 'The resource attribute `service.name`.' })
  serviceName: string | null;

  @Field(() => String, { nullable: true, description: 'The instrumentation that made it.' })
  scopeName: string | null;
}

@ObjectType()
export class LogRecordEdge extends EdgeOf(LogRecord) {}

@ObjectType()
export class LogRecordConnection extends ConnectionOf(LogRecordEdge) {}

@ObjectType({ description: 'Names in the newest log records of a project, for filters.' })
export class LogRecordNames {
  @Field(() => [String])
  eventNames: string[];

  @Field(() => [String], { description: 'The resource attributes `service.name`.' })
  serviceNames: string[];
}

@InputType({ description: 'A log record must match all of these.' })
export class LogRecordFilter implements LogFilter {
  @Field(() => TimeRangeInput, { nullable: true })
  timeRange?: TimeRangeInput | null;

  @Field(() => LogSeverity, { nullable: true, description: 'At least as severe.' })
  minSeverity?: LogSeverity | null;

  @Field(() => String, { nullable: true })
  @Check(storableText().nullish())
  eventName?: string | null;

  @Field(() => String, { nullable: true })
  @Check(storableText().nullish())
  serviceName?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Part of the body or of an attribute, ignoring case. Reads all records of the time range.',
  })
  @Check(storableText().pipe(z.string().max(1000)).nullish())
  search?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only records that name a span, or only those that do not.',
  })
  hasSpan?: boolean | null;
}

export function toLogRecord(row: LogRecordRow): LogRecord {
  return {
    id: toGlobalId(LOG_RECORD_TYPE, row.id),
    time: row.time,
    observedTime: row.observedTime,
    severity: toSeverity(row.severityNumber),
    severityNumber: row.severityNumber,
    severityText: row.severityText,
    eventName: row.eventName,
    body: row.body,
    isJsonBody: row.isJsonBody,
    attributes: row.attributes,
    traceId: row.traceId,
    spanId: row.spanId,
    serviceName: row.serviceName,
    scopeName: row.scopeName,
  };
}
