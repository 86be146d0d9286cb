import { ApiProperty } from '@nestjs/swagger';
import { flattenAttributes } from '../../../spans/attributes.js';
import { jsonInteger, type RawNumber } from '../../../kernel/json/json.js';
import { parseWireTime } from '../../../kernel/time/time.js';
import { type OtlpKeyValue, toOtlpAttributes } from './otlp-value.js';
import type { FullSpan } from '../spans.service.js';
import type { StoredEvent } from '../stored-event.js';

const STATUS_NUMBERS: Record<string, number> = { UNSET: 0, OK: 1, ERROR: 2 };

/** The status of a span: 0 unset, 1 ok, 2 error. */
export class OtlpStatus {
  code: number;
  /** Null if empty. */
  message: string | null;
}

/** An event of a span. */
export class OtlpEvent {
  @ApiProperty({ type: [Object] })
  attributes: OtlpKeyValue[];

  @ApiProperty({ type: 'integer', nullable: true })
  dropped_attributes_count: null;

  name: string;

  /** Nanoseconds since 1970. */
  @ApiProperty({ type: 'integer' })
  time_unix_nano: number | RawNumber;
}

/** A span in OTLP's JSON form, with IDs as stored and every key present. */
export class OtlpSpan {
  @ApiProperty({ type: [Object] })
  attributes: OtlpKeyValue[];

  @ApiProperty({ type: 'integer', nullable: true })
  dropped_attributes_count: null;

  @ApiProperty({ type: 'integer', nullable: true })
  dropped_events_count: null;

  @ApiProperty({ type: 'integer', nullable: true })
  dropped_links_count: null;

  /** Nanoseconds since 1970. */
  @ApiProperty({ type: 'integer' })
  end_time_unix_nano: number | RawNumber;

  /** Null if there are none. */
  events: OtlpEvent[] | null;

  @ApiProperty({ type: 'integer', nullable: true })
  flags: null;

  /** Always SPAN_KIND_INTERNAL. */
  kind: string;

  @ApiProperty({ type: [Object], nullable: true })
  links: null;

  name: string;
  parent_span_id: string | null;
  span_id: string;

  /** Nanoseconds since 1970. */
  @ApiProperty({ type: 'integer' })
  start_time_unix_nano: number | RawNumber;

  status: OtlpStatus;
  trace_id: string;

  @ApiProperty({ type: String, nullable: true })
  trace_state: null;
}

/** A page of spans in OTLP form. */
export class OtlpSpanPage {
  data: OtlpSpan[];
  /** The `cursor` of the next page; null on the last page. */
  next_cursor: string | null;
}

export function toOtlpSpan({ row, attributes, events }: FullSpan): OtlpSpan {
  return {
    attributes: toOtlpAttributes(flattenAttributes(attributes)),
    dropped_attributes_count: null,
    dropped_events_count: null,
    dropped_links_count: null,
    end_time_unix_nano: nanosOf(row.endTime),
    events: events.length === 0 ? null : events.map(toOtlpEvent),
    flags: null,
    kind: 'SPAN_KIND_INTERNAL',
    links: null,
    name: row.name,
    parent_span_id: row.parentId,
    span_id: row.spanId,
    start_time_unix_nano: nanosOf(row.startTime),
    status: { code: STATUS_NUMBERS[row.statusCode] ?? 0, message: row.statusMessage || null },
    trace_id: row.traceId,
    trace_state: null,
  };
}

function toOtlpEvent({ name, timestamp, attributes }: StoredEvent): OtlpEvent {
  return {
    attributes: toOtlpAttributes(flattenAttributes(attributes)),
    dropped_attributes_count: null,
    name,
    time_unix_nano: nanosOf(timestamp),
  };
}

function nanosOf(wireTime: string): number | RawNumber {
  return jsonInteger(parseWireTime(wireTime) * 1000n);
}
