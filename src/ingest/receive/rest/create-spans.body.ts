import { ApiProperty } from '@nestjs/swagger';

/** IDs of a span, chosen by the sender. */
export class SpanContext {
  /** Any text of at most 256 characters. If empty, the server generates one for this span. */
  trace_id: string;

  /** Any text of at most 256 characters, unique among all spans. If empty, the server generates one. */
  span_id: string;
}

/** An event of a span. */
export class SpanEvent {
  name: string;

  /** ISO 8601 with an offset. */
  @ApiProperty({ format: 'date-time' })
  timestamp: string;

  attributes?: Record<string, unknown>;
}

/** A span to create. */
export class NewSpan {
  /** Ignored: the server assigns the ID. */
  id?: string;

  name: string;

  context: SpanContext;

  /** OpenInference span kind, case-insensitive. Other text is stored, and listed as UNKNOWN. */
  span_kind: string;

  /** Span ID of the parent; absent or null for the root of a trace. */
  parent_id?: string | null;

  /** ISO 8601 with an offset. */
  @ApiProperty({ format: 'date-time' })
  start_time: string;

  /** ISO 8601 with an offset. */
  @ApiProperty({ format: 'date-time' })
  end_time: string;

  /** OK, ERROR or UNSET. Anything else means UNSET. */
  status_code: string;

  status_message?: string;

  /** With dotted names, nested, or both. */
  attributes?: Record<string, unknown>;

  events?: SpanEvent[];
}

export class CreateSpansRequest {
  data: NewSpan[];
}
