import type { SpanRecord } from './span-record.js';

/** A span with what only the writer knows of it. */
export interface SpanRow {
  id: number;
  /** The project of the span's trace. */
  projectId: number;
  record: SpanRecord;
}

export type ColumnType = 'text' | 'int8' | 'timestamptz' | 'json' | 'jsonb';

type ColumnValue<Type extends ColumnType> = Type extends 'int8'
  ? number
  : Type extends 'timestamptz'
    ? bigint
    : string;

/** One column of the table: its name, its PostgreSQL type and where its value comes from. */
export type SpanColumn = {
  [Type in ColumnType]: {
    name: string;
    type: Type;
    /** Times are microseconds since 1970. */
    value: (row: SpanRow) => ColumnValue<Type> | null;
  };
}[ColumnType];

/**
 * What the writer sends of a span, in this order; the columns left out have defaults. The table
 * itself is described by `SpanEntity`, and a test compares the two.
 */
export const SPAN_COLUMNS: readonly SpanColumn[] = [
  { name: 'trace_id', type: 'text', value: ({ record }) => record.traceId },
  { name: 'span_id', type: 'text', value: ({ record }) => record.spanId },
  { name: 'id', type: 'int8', value: ({ id }) => id },
  { name: 'project_id', type: 'int8', value: ({ projectId }) => projectId },
  { name: 'parent_id', type: 'text', value: ({ record }) => record.parentId },
  { name: 'name', type: 'text', value: ({ record }) => record.name },
  { name: 'kind', type: 'text', value: ({ record }) => record.kind },
  { name: 'status_code', type: 'text', value: ({ record }) => record.statusCode },
  { name: 'status_message', type: 'text', value: ({ record }) => record.statusMessage },
  { name: 'start_time', type: 'timestamptz', value: ({ record }) => record.startTime },
  { name: 'end_time', type: 'timestamptz', value: ({ record }) => record.endTime },
  { name: 'prompt_tokens', type: 'int8', value: ({ record }) => record.promptTokens },
  { name: 'completion_tokens', type: 'int8', value: ({ record }) => record.completionTokens },
  { name: 'model_name', type: 'text', value: ({ record }) => record.modelName },
  { name: 'provider', type: 'text', value: ({ record }) => record.provider },
  { name: 'user_id', type: 'text', value: ({ record }) => record.userId },
  { name: 'session_id', type: 'text', value: ({ record }) => record.sessionId },
  { name: 'input_preview', type: 'text', value: ({ record }) => record.inputPreview },
  { name: 'input_mime_type', type: 'text', value: ({ record }) => record.inputMimeType },
  { name: 'output_preview', type: 'text', value: ({ record }) => record.outputPreview },
  { name: 'output_mime_type', type: 'text', value: ({ record }) => record.outputMimeType },
  { name: 'attributes', type: 'jsonb', value: ({ record }) => record.attributesJson },
  { name: 'payload', type: 'json', value: ({ record }) => record.payloadJson },
  { name: 'events', type: 'json', value: ({ record }) => record.eventsJson },
];
