import type { SpanSource } from './span-source.js';
import type { SpanKind } from './values/span-kinds.js';

/**
 * The role of a span in pricing: a call may cost something; a link may stand between a call and another one
 * that already counts its tokens.
 */
export type CostRole = 'call' | 'link';

export type StatusCode = 'UNSET' | 'OK' | 'ERROR';

/** A span as the writer stores it. No string contains NUL or a lone surrogate. */
export interface SpanRecord {
  /** Lower-case hex if sent over OTLP, any text of at most 256 characters if created over REST. */
  traceId: string;
  /** See `traceId`. */
  spanId: string;
  /** Null for a root span. */
  parentId: string | null;
  name: string;
  kind: SpanKind;
  statusCode: StatusCode;
  statusMessage: string;
  /** Microseconds since 1970-01-01 UTC, within the years 1 to 9999. */
  startTime: bigint;
  /** See `startTime`. It may be before the start, because it is stored as sent. */
  endTime: bigint;
  projectName: string;
  /** The span's own count: null unless it is a call of a model that reports tokens. */
  promptTokens: number | null;
  /** See `promptTokens`. */
  completionTokens: number | null;
  role: CostRole | null;
  /** How long the first token took; null if the sender does not say. */
  timeToFirstTokenMs: number | null;
  modelName: string | null;
  provider: string | null;
  userId: string | null;
  sessionId: string | null;
  /**
   * How much its session ID counts for its trace: 4 if a root names a session, 3 if another span does, and 2
   * and 1 if they only name a conversation. 0 without one.
   */
  sessionRank: number;
  /** At most 200 characters. */
  inputPreview: string | null;
  /** At most 200 characters. */
  outputPreview: string | null;
  /** Whether it has the attribute `input.value`. A preview may come from messages instead. */
  hasInput: boolean;
  /** Whether it has the attribute `output.value`. */
  hasOutput: boolean;
  inputMimeType: string | null;
  outputMimeType: string | null;
  /** JSON text of the short scalars, flat under their dotted paths. */
  attributesJson: string;
  /** JSON text of the other attributes, nested; null if there are none. */
  payloadJson: string | null;
  /**
   * JSON text of `[{name, timestamp, attributes}]`, timestamps in ISO form; null if there are none.
   */
  eventsJson: string | null;
  /** Approximate size of the row, which limits batches. */
  byteSize: number;
}

/** The reason why a span was rejected. Stable: users see it, and it labels metrics. */
export type RejectReason =
  | 'missing_trace_id'
  | 'missing_span_id'
  | 'invalid_id'
  | 'time_out_of_range'
  | 'too_many_attributes'
  | 'attribute_key_too_long'
  | 'too_deep'
  | 'name_too_long'
  | 'session_id_too_long'
  | 'token_count_too_large'
  | 'project_name_too_long'
  | 'span_too_large'
  | 'log_too_large'
  | 'unprocessable'
  | 'other_project'
  | 'storage_refused';

/** A span that cannot be stored, with what is known about it. Texts are short and safe to store. */
export interface RejectedSpan {
  reason: RejectReason;
  /** A sentence for the sender of the span. */
  message: string;
  traceId: string | null;
  spanId: string | null;
  spanName: string | null;
  /** The project whose users should see the rejection; null: none, as the sender may not write there. */
  projectName: string | null;
  /** The span, so that it can be sent again; null if it cannot be kept. */
  kept: KeptSpan | null;
}

/** A refused span, to be sent again. */
export interface KeptSpan {
  /** An ExportTraceServiceRequest in OTLP's JSON mapping, with this span alone, masked. */
  content: Buffer;
  /** Whether its IDs are those of a row, which need not be hex. */
  acceptsAnyId: boolean;
  /** Fingerprint of the mask; null if there was none, undefined for that of now. */
  maskedBy: string | null | undefined;
  /** The end user whom it names, if any, so that it can be erased. */
  userId: string | null;
}

/** The spans of one request: those to store and those refused, each in the order sent. */
export interface DecodedSpans {
  spans: SpanRecord[];
  rejected: RejectedSpan[];
  /** Where they come from; empty if they were not sent over OTLP. */
  sources: SpanSource[];
}
