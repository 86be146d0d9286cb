import { Field, Float, Int, ObjectType } from '@nestjs/graphql';
import { DateTimeScalar } from '../../../../kernel/graphql/scalars.js';
import { SpanCostSummary, toCostSummary } from '../../../graphql/cost.type.js';
import type { DecisionRow, ErrorRow, LatencyRow, UserRow } from '../rankings.queries.js';

@ObjectType({
  description:
    'Durations of spans with the same name, in milliseconds. If the range has more than 25,000 spans, they are estimated from a random sample, like the counts.',
})
export class NamedLatency {
  @Field(() => String)
  name: string;

  @Field(() => Int)
  spanCount: number;

  @Field(() => Int)
  errorCount: number;

  @Field(() => Float)
  p50: number;

  @Field(() => Float)
  p95: number;

  @Field(() => Float)
  p99: number;

  @Field(() => Float)
  max: number;
}

@ObjectType({
  description:
    'Failed spans whose status messages differ only in numbers and IDs. If more than 25,000 spans failed, the counts are estimated from a random sample.',
})
export class ErrorGroup {
  @Field(() => String, {
    description:
      'The first line of the status message, with `#` for numbers and IDs. Empty if there is no message.',
  })
  message: string;

  @Field(() => Int)
  spanCount: number;

  @Field(() => Int, {
    description:
      'Traces with such a span. Smaller than `spanCount` if failures spread to the spans above.',
  })
  traceCount: number;

  @Field(() => String, { description: "The sender's ID of any of these traces." })
  exampleTraceId: string;

  @Field(() => DateTimeScalar, { description: 'When the last of these spans began.' })
  lastTime: string;
}

@ObjectType({
  description: 'Counts of the decisions of people and settings about the calls of a tool.',
})
export class ToolDecisions {
  @Field(() => String)
  tool: string;

  @Field(() => Int)
  acceptedCount: number;

  @Field(() => Int)
  rejectedCount: number;
}

@ObjectType({ description: 'The traces of a user.' })
export class UserActivity {
  @Field(() => String)
  userId: string;

  @Field(() => Int)
  traceCount: number;

  @Field(() => Int, { description: 'Traces with at least one failed span.' })
  errorCount: number;

  @Field(() => SpanCostSummary)
  costSummary: SpanCostSummary;
}

export function toNamedLatency({
  name,
  spanCount,
  failedCount,
  quantiles,
}: LatencyRow): NamedLatency {
  const [p50, p95, p99, max] = quantiles as [number, number, number, number];
  return { name, spanCount, errorCount: failedCount, p50, p95, p99, max };
}

export function toErrorGroup({ projectId: _project, ...group }: ErrorRow): ErrorGroup {
  return group;
}

export function toToolDecisions({ projectId: _project, ...row }: DecisionRow): ToolDecisions {
  return row;
}

export function toUserActivity(row: UserRow): UserActivity {
  const { userId, traceCount, failedCount } = row;
  return { userId, traceCount, errorCount: failedCount, costSummary: toCostSummary(row) };
}
