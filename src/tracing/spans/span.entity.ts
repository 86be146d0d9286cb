import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * One timed operation of a trace. Lists and filters read the hot columns; payloads are stored out
 * of line.
 */
@Entity('spans')
@Index('spans_id', ['id'])
@Index('spans_span_id', ['spanId'])
@Index('spans_project_id', ['projectId', 'id'])
@Index('spans_project_start', ['projectId', 'startTime', 'id'])
@Index('spans_root', { synchronize: false })
@Index('spans_project_root', { synchronize: false })
@Index('spans_project_kind_status', { synchronize: false })
@Index('spans_project_failures', { synchronize: false })
@Index('spans_project_failed_id', { synchronize: false })
@Index('spans_project_first_token', { synchronize: false })
export class SpanEntity {
  @PrimaryColumn({
    name: 'trace_id',
    type: 'text',
    collation: 'C',
    primaryKeyConstraintName: 'spans_pkey',
  })
  readonly traceId: string;

  @PrimaryColumn({
    name: 'span_id',
    type: 'text',
    collation: 'C',
    primaryKeyConstraintName: 'spans_pkey',
  })
  readonly spanId: string;

  @Column({ type: 'bigint', generated: 'identity', generatedIdentity: 'BY DEFAULT' })
  readonly id: number;

  /** The project of the trace, repeated here to save lists a join. */
  @Column({ name: 'project_id', type: 'bigint' })
  projectId: number;

  @Column({ name: 'parent_id', type: 'text', collation: 'C', nullable: true })
  parentId: string | null;

  @Column({ type: 'text' })
  name: string;

  /** OpenInference span kind in upper case; UNKNOWN if absent or not a known kind. */
  @Column({ type: 'text' })
  kind: string;

  /** OK, ERROR or UNSET. */
  @Column({ name: 'status_code', type: 'text' })
  statusCode: string;

  @Column({ name: 'status_message', type: 'text' })
  statusMessage: string;

  @Column({ name: 'start_time', type: 'timestamptz' })
  startTime: string;

  @Column({ name: 'end_time', type: 'timestamptz' })
  endTime: string;

  /**
   * The tokens of a call of a model. Null if its sender reports none, or if they count in another call.
   */
  @Column({ name: 'prompt_tokens', type: 'bigint', nullable: true })
  promptTokens: number | null;

  @Column({ name: 'completion_tokens', type: 'bigint', nullable: true })
  completionTokens: number | null;

  /** The ID of the call above that counts the tokens of this one. */
  @Column({ name: 'counted_in', type: 'text', collation: 'C', nullable: true })
  countedIn: string | null;

  /** How long the first token took; null if the sender does not say. */
  @Column({ name: 'time_to_first_token_ms', type: 'double precision', nullable: true })
  timeToFirstTokenMs: number | null;

  @Column({ name: 'model_name', type: 'text', nullable: true })
  modelName: string | null;

  @Column({ type: 'text', nullable: true })
  provider: string | null;

  @Column({ name: 'user_id', type: 'text', nullable: true })
  userId: string | null;

  @Column({ name: 'session_id', type: 'text', nullable: true })
  sessionId: string | null;

  /** At most 200 characters of the input. */
  @Column({ name: 'input_preview', type: 'text', nullable: true })
  inputPreview: string | null;

  @Column({ name: 'input_mime_type', type: 'text', nullable: true })
  inputMimeType: string | null;

  @Column({ name: 'output_preview', type: 'text', nullable: true })
  outputPreview: string | null;

  @Column({ name: 'output_mime_type', type: 'text', nullable: true })
  outputMimeType: string | null;

  /** Hot: short scalars under their dotted keys. */
  @Column({ type: 'jsonb' })
  attributes: string;

  /** Whether it has the attribute `input.value`; null if it was stored before this was kept. */
  @Column({ name: 'has_input', type: 'boolean', nullable: true })
  hasInput: boolean | null;

  /** Whether it has the attribute `output.value`; null as `hasInput`. */
  @Column({ name: 'has_output', type: 'boolean', nullable: true })
  hasOutput: boolean | null;

  /** Cold: the remaining attributes, nested. Null if they are in a pack. */
  @Column({ type: 'json', nullable: true })
  payload: string | null;

  /** Row ID of the pack with the payload, in `span_payloads`. */
  @Column({ name: 'payload_id', type: 'bigint', nullable: true })
  payloadId: number | null;

  /** Where the payload begins in the pack, in bytes before compression. */
  @Column({ name: 'payload_start', type: 'integer', nullable: true })
  payloadStart: number | null;

  /** Length of a payload in a pack, in bytes before compression. */
  @Column({ name: 'payload_length', type: 'integer', nullable: true })
  payloadLength: number | null;

  /** Its share of the compressed bytes of the pack. */
  @Column({ name: 'payload_bytes', type: 'bigint', nullable: true })
  payloadBytes: number | null;

  @Column({ type: 'json', nullable: true })
  events: string | null;

  /** When a retention policy removed its texts. */
  @Column({ name: 'text_removed_at', type: 'timestamptz', nullable: true })
  textRemovedAt: string | null;

  @Column({ name: 'ingested_at', type: 'timestamptz', default: () => 'now()' })
  ingestedAt: string;
}

/** The columns that lists do not read. Attributes, payload and events are loaded separately by key. */
export const SPAN_CONTENT = [
  'attributes',
  'payload',
  'payloadId',
  'payloadStart',
  'payloadLength',
  'payloadBytes',
  'hasInput',
  'hasOutput',
  'events',
  'ingestedAt',
] as const;

export type SpanRow = Omit<SpanEntity, (typeof SPAN_CONTENT)[number]>;

/** The columns of spans in a list of traces. */
export const SPAN_SUMMARY = [
  'traceId',
  'spanId',
  'id',
  'parentId',
  'name',
  'kind',
  'statusCode',
  'startTime',
  'endTime',
] as const;

export type SpanSummary = Pick<SpanRow, (typeof SPAN_SUMMARY)[number]>;

/** The key of a span. */
export type SpanKey = Pick<SpanRow, 'traceId' | 'spanId'>;

/** The columns with the input and output of a span for lists. */
export const SPAN_PREVIEWS = [
  'traceId',
  'spanId',
  'inputPreview',
  'inputMimeType',
  'outputPreview',
  'outputMimeType',
] as const;

export type SpanPreviews = Pick<SpanRow, (typeof SPAN_PREVIEWS)[number]>;
