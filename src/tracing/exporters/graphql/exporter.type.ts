import { Field, Float, HideField, ID, ObjectType, registerEnumType } from '@nestjs/graphql';
import { DateTimeScalar } from '../../../kernel/graphql/scalars.js';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { EXPORTER_TYPE, type CheckedExporter, ProblemKind } from '../exporters.service.js';

registerEnumType(ProblemKind, {
  name: 'ExporterProblemKind',
  description: 'The kinds of problems of exporters.',
  valuesMap: {
    CLOCK_AHEAD: { description: 'Its spans end after they arrive.' },
    LATE: { description: 'Its spans arrive long after they end.' },
    REFUSED: { description: 'Some of its spans could not be stored today.' },
    SILENT: { description: 'It has sent nothing for an hour or longer.' },
  },
});

@ObjectType({ description: 'A problem of an exporter, in words.' })
export class ExporterProblem {
  @Field(() => ProblemKind)
  kind: ProblemKind;

  @Field(() => String, { description: 'A sentence.' })
  message: string;

  @Field(() => String, { description: 'How to solve the problem.' })
  advice: string;
}

@ObjectType({
  description:
    'A key of attributes that an exporter sends and Spandrel stores, but that means nothing to it.',
})
export class ExporterUnreadKey {
  @Field(() => String, { description: 'Its first 200 characters, with `N` for places in lists.' })
  key: string;

  @Field(() => Float, { description: 'Requests that had it.' })
  requestCount: number;

  @Field(() => String, {
    nullable: true,
    description:
      'The start of a value, masked. Null for keys that may hold secrets, such as those with `token` in them.',
  })
  example: string | null;

  @Field(() => DateTimeScalar)
  lastSeenAt: string;
}

@ObjectType({
  description:
    'A sender of spans to a project over OTLP: a service with an SDK and an API key. Numbers of today begin at midnight UTC.',
})
export class Exporter {
  @Field(() => ID)
  id: string;

  @Field(() => String, { nullable: true, description: 'The resource attribute `service.name`.' })
  serviceName: string | null;

  @Field(() => String, { nullable: true })
  sdkName: string | null;

  @Field(() => String, { nullable: true })
  sdkVersion: string | null;

  @Field(() => String, { nullable: true })
  sdkLanguage: string | null;

  @Field(() => DateTimeScalar)
  firstSeenAt: string;

  @Field(() => DateTimeScalar)
  lastSeenAt: string;

  @Field(() => Float, { description: 'Requests over HTTP with protobuf.' })
  httpProtobufRequestCount: number;

  @Field(() => Float, { description: 'Requests over HTTP with JSON.' })
  httpJsonRequestCount: number;

  @Field(() => Float, { description: 'Requests over gRPC.' })
  grpcRequestCount: number;

  @Field(() => Float, { description: 'Accepted spans, with those that were sent again.' })
  spanCount: number;

  @Field(() => Float)
  spanCountToday: number;

  @Field(() => Float, { description: 'Accepted log records, with those that were sent again.' })
  logRecordCount: number;

  @Field(() => Float, {
    description: 'Accepted points of metrics, with those that were only counted.',
  })
  metricPointCount: number;

  @Field(() => Float, { description: 'Spans that could not be stored.' })
  refusedCount: number;

  @Field(() => Float)
  refusedCountToday: number;

  @Field(() => DateTimeScalar, { nullable: true })
  lastRefusedAt: string | null;

  @Field(() => String, { nullable: true, description: 'Reason of the last refused span.' })
  lastRefusalReason: string | null;

  @Field(() => Float, { description: 'Spans that arrived more than ten minutes after their end.' })
  lateCount: number;

  @Field(() => Float)
  lateCountToday: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'The latest end of its last spans, in milliseconds after they arrived: about how far its clock is ahead, if above 0.',
  })
  clockAheadMs: number | null;

  @Field(() => [ExporterProblem], { description: 'The most important first.' })
  problems: ExporterProblem[];

  @Field(() => [ExporterUnreadKey], {
    description: 'The most frequent first, at most 200: those that were seen last.',
  })
  unreadKeys: ExporterUnreadKey[];

  @HideField()
  apiKeyName: string | null;

  @HideField()
  projectRowId: number;
}

export function toExporter({ row, problems, unreadKeys }: CheckedExporter): Exporter {
  return {
    id: toGlobalId(EXPORTER_TYPE, row.id),
    serviceName: row.serviceName || null,
    sdkName: row.sdkName || null,
    sdkVersion: row.sdkVersion || null,
    sdkLanguage: row.sdkLanguage || null,
    firstSeenAt: row.firstSeenAt,
    lastSeenAt: row.lastSeenAt,
    httpProtobufRequestCount: row.httpProtobufRequests,
    httpJsonRequestCount: row.httpJsonRequests,
    grpcRequestCount: row.grpcRequests,
    spanCount: row.spanCount,
    spanCountToday: row.daySpanCount,
    logRecordCount: row.logCount,
    metricPointCount: row.pointCount,
    refusedCount: row.refusedCount,
    refusedCountToday: row.dayRefusedCount,
    lastRefusedAt: row.lastRefusedAt,
    lastRefusalReason: row.lastReason,
    lateCount: row.lateCount,
    lateCountToday: row.dayLateCount,
    clockAheadMs: row.aheadMs,
    problems,
    unreadKeys: [...unreadKeys],
    apiKeyName: row.keyName,
    projectRowId: row.projectId,
  };
}
