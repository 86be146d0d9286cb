import { ApiProperty } from '@nestjs/swagger';
import { flattenAttributes } from '../../../spans/attributes.js';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import type { JsonObject } from '../../../kernel/json/json.js';
import type { FullSpan } from '../spans.service.js';

const KIND_ATTRIBUTE = 'openinference.span.kind';

/** The sender's IDs of a span. */
export class SpanItemContext {
  trace_id: string;
  span_id: string;
}

/** An event of a span. */
export class SpanItemEvent {
  name: string;
  timestamp: string;

  /** As sent. */
  @ApiProperty({ type: Object, additionalProperties: true })
  attributes: JsonObject;
}

/** A span in the REST API. */
export class SpanItem {
  /** Global ID. */
  id: string;
  name: string;
  context: SpanItemContext;
  /** The attribute `openinference.span.kind` as sent; UNKNOWN if there is none. */
  span_kind: string;
  parent_id: string | null;
  start_time: string;
  end_time: string;
  status_code: string;
  status_message: string;

  /** Flat, under dotted keys. */
  @ApiProperty({ type: Object, additionalProperties: true })
  attributes: JsonObject;
  events: SpanItemEvent[];
}

/** One span. */
export class SpanAnswer {
  data: SpanItem;
}

/** A page of spans. */
export class SpanItemPage {
  data: SpanItem[];
  /** The `cursor` of the next page; null on the last page. */
  next_cursor: string | null;
}

export function toSpanItem({ row, attributes, events }: FullSpan): SpanItem {
  const { [KIND_ATTRIBUTE]: kind, ...others } = flattenAttributes(attributes);
  return {
    id: toGlobalId('Span', row.id),
    name: row.name,
    context: { trace_id: row.traceId, span_id: row.spanId },
    span_kind: typeof kind === 'string' ? kind : 'UNKNOWN',
    parent_id: row.parentId,
    start_time: row.startTime,
    end_time: row.endTime,
    status_code: row.statusCode,
    status_message: row.statusMessage,
    attributes: others,
    events,
  };
}
