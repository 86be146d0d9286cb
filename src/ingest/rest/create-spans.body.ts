/** Ids of a span, chosen by the sender. */
export class SpanContextDto {
  /** Any text of at most 256 characters. */
  trace_id: string;

  /** Any text of at most 256 characters, unique among all spans. */
  span_id: string;
}

/** An event of a span. */
export class SpanEventDto {
  name: string;

  /** ISO 8601 with an offset. */
  timestamp: string;

  attributes?: Record<string, unknown>;
}

/** A span to create. */
export class CreateSpanDto {
  /** Ignored: the server assigns the id. */
  id?: string;

  name: string;

  context: SpanContextDto;

  /** OpenInference span kind, in any case. Other text is kept, and listed as UNKNOWN. */
  span_kind: string;

  /** Span id of the parent; absent or null for the root of a trace. */
  parent_id?: string | null;

  /** ISO 8601 with an offset. */
  start_time: string;

  /** ISO 8601 with an offset. */
  end_time: string;

  /** OK, ERROR or UNSET; anything else counts as UNSET. */
  status_code: string;

  status_message?: string;

  /** Under dotted names, nested, or both. */
  attributes?: Record<string, unknown>;

  events?: SpanEventDto[];
}

export class CreateSpansDto {
  data: CreateSpanDto[];
}
