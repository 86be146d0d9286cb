import { Field, Float, HideField, ID, ObjectType, registerEnumType } from '@nestjs/graphql';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../../kernel/pagination/connection.js';
import { Node } from '../../../kernel/graphql/node.type.js';
import { DateTimeScalar } from '../../../kernel/graphql/scalars.js';
import { durationMs } from '../../../kernel/time/time.js';
import type { SpanRow } from '../span.entity.js';
import { SpanKind, SpanStatusCode } from '../span.enum.js';
import { SpanIOPreview, type SpanIOValue, toSpanIOValue } from './span-content.type.js';

export { SpanKind };

registerEnumType(SpanKind, { name: 'SpanKind', description: 'The kind of operation.' });

registerEnumType(SpanStatusCode, {
  name: 'SpanStatusCode',
  description: 'The status of a span. UNSET if its instrumentation did not set it.',
});

const KINDS = new Map<string, SpanKind>(Object.values(SpanKind).map((kind) => [kind, kind]));

const STATUS_CODES = new Map<string, SpanStatusCode>(
  Object.values(SpanStatusCode).map((code) => [code, code]),
);

@ObjectType({ description: "The sender's IDs of a span." })
export class SpanContext {
  @Field(() => ID)
  traceId: string;

  @Field(() => ID)
  spanId: string;
}

@ObjectType({
  implements: () => Node,
  description: 'One timed operation of a trace: a model call, a tool call, a retrieval.',
})
export class Span implements Node {
  @Field(() => ID)
  id: string;

  @Field(() => ID, { description: "The sender's ID. For OTLP, 16 hexadecimal digits." })
  spanId: string;

  @Field(() => ID, {
    nullable: true,
    description: "The sender's ID of the parent; null for a root. The parent may not be stored.",
  })
  parentId: string | null;

  @Field(() => SpanContext)
  context: SpanContext;

  @Field(() => String)
  name: string;

  @Field(() => SpanKind)
  spanKind: SpanKind;

  @Field(() => SpanStatusCode)
  statusCode: SpanStatusCode;

  @Field(() => String)
  statusMessage: string;

  @Field(() => DateTimeScalar)
  startTime: string;

  @Field(() => DateTimeScalar, { nullable: true })
  endTime: string | null;

  @Field(() => Float, { nullable: true })
  latencyMs: number | null;

  @Field(() => SpanIOPreview, {
    nullable: true,
    description:
      'The start of the input. For an LLM span without `input.value`, of its last user message.',
  })
  inputPreview: SpanIOValue | null;

  @Field(() => SpanIOPreview, {
    nullable: true,
    description:
      'The start of the output. For an LLM span without `output.value`, of its first message.',
  })
  outputPreview: SpanIOValue | null;

  @Field(() => String, { nullable: true, description: 'The attribute `user.id`.' })
  userId: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The model that was asked for or, if none is named, the one that answered.',
  })
  modelName: string | null;

  @Field(() => String, { nullable: true, description: 'The attribute `llm.provider`.' })
  provider: string | null;

  @Field(() => Float, {
    nullable: true,
    description:
      "The span's own tokens. Null unless it is a call of a model, of the kind `llm` or `embedding`, whose sender reports tokens, and they count here: see `countedInSpanId`.",
  })
  tokenCountTotal: number | null;

  @Field(() => Float, { nullable: true })
  tokenCountPrompt: number | null;

  @Field(() => Float, { nullable: true })
  tokenCountCompletion: number | null;

  @Field(() => ID, {
    nullable: true,
    description:
      "The sender's ID of the span above that reports the same call of a model, and whose tokens and cost count instead; null if there is none. What this span reports is in its attributes.",
  })
  countedInSpanId: string | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'How long the first token took, in milliseconds; null if the sender does not say. From `llm.time_to_first_token_ms`.',
  })
  timeToFirstTokenMs: number | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'When a retention policy removed its input, output, messages and other long attributes; null if none did.',
  })
  textRemovedAt: string | null;

  @HideField()
  projectRowId: number;
}

@ObjectType()
export class SpanEdge extends EdgeOf(Span) {}

@ObjectType()
export class SpanConnection extends ConnectionOf(SpanEdge) {}

/** Returns the kind of a row. */
export function toSpanKind(column: string): SpanKind {
  return KINDS.get(column) ?? SpanKind.unknown;
}

/** `id` becomes the global ID. */
export function toSpan(row: SpanRow): Span {
  const ownTokens = row.promptTokens !== null || row.completionTokens !== null;
  return {
    id: toGlobalId('Span', row.id),
    spanId: row.spanId,
    parentId: row.parentId,
    context: { traceId: row.traceId, spanId: row.spanId },
    name: row.name,
    spanKind: toSpanKind(row.kind),
    statusCode: STATUS_CODES.get(row.statusCode) ?? SpanStatusCode.UNSET,
    statusMessage: row.statusMessage,
    startTime: row.startTime,
    endTime: row.endTime,
    latencyMs: durationMs(row.startTime, row.endTime),
    inputPreview: toSpanIOValue(row, 'input'),
    outputPreview: toSpanIOValue(row, 'output'),
    userId: row.userId,
    modelName: row.modelName,
    provider: row.provider,
    tokenCountTotal: ownTokens ? (row.promptTokens ?? 0) + (row.completionTokens ?? 0) : null,
    tokenCountPrompt: row.promptTokens,
    tokenCountCompletion: row.completionTokens,
    countedInSpanId: row.countedIn,
    timeToFirstTokenMs: row.timeToFirstTokenMs,
    textRemovedAt: row.textRemovedAt,
    projectRowId: row.projectId,
  };
}
