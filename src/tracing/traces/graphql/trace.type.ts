import { Field, Float, HideField, ID, Int, ObjectType } from '@nestjs/graphql';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../../kernel/pagination/connection.js';
import { Node } from '../../../kernel/graphql/node.type.js';
import { DateTimeScalar } from '../../../kernel/graphql/scalars.js';
import { durationMs } from '../../../kernel/time/time.js';
import { SpanKind } from '../../spans/span.enum.js';
import type { SessionKey } from '../../../spans/session-key.js';
import type { TraceEntity } from '../trace.entity.js';

@ObjectType({
  implements: () => Node,
  description: 'One request of an application: a tree of spans.',
})
export class Trace implements Node {
  @Field(() => ID)
  id: string;

  @Field(() => ID, { description: "The sender's ID. For OTLP, 32 hexadecimal digits." })
  traceId: string;

  @Field(() => DateTimeScalar, { description: 'Start of the earliest span.' })
  startTime: string;

  @Field(() => DateTimeScalar, { description: 'End of the span that ended last.' })
  endTime: string;

  @Field(() => Float, { nullable: true })
  latencyMs: number | null;

  @Field(() => ID)
  projectId: string;

  @Field(() => String, { nullable: true, description: 'The first user that a span named.' })
  userId: string | null;

  @Field(() => Int)
  numSpans: number;

  @Field(() => Int, { description: 'Number of spans with the status ERROR.' })
  errorCount: number;

  @Field(() => Float, { description: 'Prompt and completion tokens of the LLM spans.' })
  tokenCountTotal: number;

  @Field(() => Float)
  tokenCountPrompt: number;

  @Field(() => Float)
  tokenCountCompletion: number;

  @HideField()
  promptCost: number | null;

  @HideField()
  completionCost: number | null;

  @HideField()
  tokenSpanCount: number | null;

  @HideField()
  unpricedSpanCount: number | null;

  @HideField()
  sessionKey: SessionKey | null;

  @HideField()
  projectRowId: number;
}

@ObjectType()
export class TraceEdge extends EdgeOf(Trace) {}

@ObjectType()
export class TraceConnection extends ConnectionOf(TraceEdge) {}

@ObjectType({ description: 'Number of spans of one kind in a trace.' })
export class SpanKindCount {
  @Field(() => SpanKind)
  spanKind: SpanKind;

  @Field(() => Int)
  count: number;
}

@ObjectType({ description: 'Number of spans in a trace that failed with one type of exception.' })
export class ErrorTypeCount {
  @Field(() => String, {
    nullable: true,
    description: 'Null for failed spans without a recorded exception.',
  })
  exceptionType: string | null;

  @Field(() => Int)
  count: number;
}

/** `id` becomes the global ID. */
export function toTrace(row: TraceEntity): Trace {
  return {
    id: toGlobalId('Trace', row.id),
    traceId: row.traceId,
    startTime: row.startTime,
    endTime: row.endTime,
    latencyMs: durationMs(row.startTime, row.endTime),
    projectId: toGlobalId('Project', row.projectId),
    userId: row.userId,
    numSpans: row.spanCount,
    errorCount: row.errorCount,
    tokenCountTotal: row.promptTokens + row.completionTokens,
    tokenCountPrompt: row.promptTokens,
    tokenCountCompletion: row.completionTokens,
    promptCost: row.promptCost,
    completionCost: row.completionCost,
    tokenSpanCount: row.tokenSpanCount,
    unpricedSpanCount: row.unpricedSpanCount,
    sessionKey:
      row.sessionId === null ? null : { projectId: row.projectId, sessionId: row.sessionId },
    projectRowId: row.projectId,
  };
}
