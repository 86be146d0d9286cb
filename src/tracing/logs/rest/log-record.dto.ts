import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { type JsonValue, parseJson } from '../../../kernel/json/json.js';
import { toSeverity } from '../log-severity.enum.js';
import { LOG_RECORD_TYPE, type LogRecordRow } from '../logs.service.js';

/** A log record that was sent over OTLP. */
export class LogRecordItem {
  /** Global ID. */
  id: string;
  /** When it happened, was observed, or arrived, whichever is known first. */
  time: string;
  /** Null if unknown. */
  observed_time: string | null;
  /** `TRACE`, `DEBUG`, `INFO`, `WARN`, `ERROR` or `FATAL`; null if unset. */
  severity: string | null;
  /** 1 to 24 as in OpenTelemetry; 0 if unset. */
  severity_number: number;
  /** The severity as the sender calls it. */
  severity_text: string | null;
  /** Of an event. */
  event_name: string | null;
  /** Text or any other JSON value; null if there is none. */
  body: unknown;
  /** Under the keys that were sent. */
  attributes: Record<string, unknown>;
  trace_id: string | null;
  span_id: string | null;
  /** The resource attribute `service.name`. */
  service_name: string | null;
  /** The instrumentation that made it. */
  scope_name: string | null;
}

export class LogRecordPage {
  data: LogRecordItem[];
  /** Null on the last page. */
  next_cursor: string | null;
}

export function toLogRecordItem(row: LogRecordRow): LogRecordItem {
  return {
    id: toGlobalId(LOG_RECORD_TYPE, row.id),
    time: row.time,
    observed_time: row.observedTime,
    severity: toSeverity(row.severityNumber),
    severity_number: row.severityNumber,
    severity_text: row.severityText,
    event_name: row.eventName,
    body: row.body !== null && row.isJsonBody ? parseJson(row.body) : row.body,
    attributes: parseJson(row.attributes) as Record<string, JsonValue>,
    trace_id: row.traceId,
    span_id: row.spanId,
    service_name: row.serviceName,
    scope_name: row.scopeName,
  };
}
