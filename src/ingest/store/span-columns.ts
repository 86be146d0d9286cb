import type { SpanRecord } from '../decode/span-record.js';
import type { PayloadPlace } from './payload-packs.js';

export type ColumnType =
  | 'text'
  | 'bool'
  | 'int4'
  | 'int8'
  | 'float8'
  | 'timestamptz'
  | 'json'
  | 'jsonb';

interface ColumnValues {
  text: string;
  bool: boolean;
  int4: number;
  int8: number;
  float8: number;
  /** Microseconds since 1970. */
  timestamptz: bigint;
  json: string;
  jsonb: string;
}

/** One column of the table: its name, its PostgreSQL type and the source of its value. */
export type CopiedColumn = {
  [Type in ColumnType]: {
    name: string;
    type: Type;
    /** @param place where the payload is, if it is not in the row. */
    value: (record: SpanRecord, place: PayloadPlace | null) => ColumnValues[Type] | null;
  };
}[ColumnType];

/**
 * Columns whose values are known only in the transaction: the first of each row, all of them int8. Those
 * of the payload are null if it is in the row.
 */
export const LATE_COLUMNS = ['id', 'project_id', 'payload_id', 'payload_bytes'] as const;

/**
 * The columns that COPY writes after the late columns, in this order. Other columns have defaults.
 * `SpanEntity` describes the table; a test compares the two.
 */
export const COPIED_COLUMNS: readonly CopiedColumn[] = [
  { name: 'trace_id', type: 'text', value: (span) => span.traceId },
  { name: 'span_id', type: 'text', value: (span) => span.spanId },
  { name: 'parent_id', type: 'text', value: (span) => span.parentId },
  { name: 'name', type: 'text', value: (span) => span.name },
  { name: 'kind', type: 'text', value: (span) => span.kind },
  { name: 'status_code', type: 'text', value: (span) => span.statusCode },
  { name: 'status_message', type: 'text', value: (span) => span.statusMessage },
  { name: 'start_time', type: 'timestamptz', value: (span) => span.startTime },
  { name: 'end_time', type: 'timestamptz', value: (span) => span.endTime },
  { name: 'prompt_tokens', type: 'int8', value: (span) => span.promptTokens },
  { name: 'completion_tokens', type: 'int8', value: (span) => span.completionTokens },
  {
    name: 'time_to_first_token_ms',
    type: 'float8',
    value: (span) => span.timeToFirstTokenMs,
  },
  { name: 'model_name', type: 'text', value: (span) => span.modelName },
  { name: 'provider', type: 'text', value: (span) => span.provider },
  { name: 'user_id', type: 'text', value: (span) => span.userId },
  { name: 'session_id', type: 'text', value: (span) => span.sessionId },
  { name: 'input_preview', type: 'text', value: (span) => span.inputPreview },
  { name: 'input_mime_type', type: 'text', value: (span) => span.inputMimeType },
  { name: 'output_preview', type: 'text', value: (span) => span.outputPreview },
  { name: 'output_mime_type', type: 'text', value: (span) => span.outputMimeType },
  { name: 'attributes', type: 'jsonb', value: (span) => span.attributesJson },
  { name: 'has_input', type: 'bool', value: (span) => span.hasInput },
  { name: 'has_output', type: 'bool', value: (span) => span.hasOutput },
  { name: 'payload', type: 'json', value: (span, place) => (place ? null : span.payloadJson) },
  { name: 'payload_start', type: 'int4', value: (_, place) => place?.start ?? null },
  { name: 'payload_length', type: 'int4', value: (_, place) => place?.length ?? null },
  { name: 'events', type: 'json', value: (span) => span.eventsJson },
];
