import { RowEncoder } from '../copy-binary.js';
import type { RejectedSpan } from '../../decode/span-record.js';
import type { SpanSource } from '../../decode/span-source.js';
import { type EncodedSpans, heldBytesOf as heldBytesOfSpans } from '../encode-spans.js';
import type { DecodedLogs, LogRecord } from '../../decode/logs/log-record.js';

/** Columns whose values are known only in the transaction: the first of each row, all of them int8. */
const LATE_COLUMNS = ['id', 'project_id'] as const;

/** The columns that COPY writes after these, in this order. `LogRecordEntity` describes the table. */
const COPIED: readonly {
  name: string;
  write: (row: RowEncoder, log: LogRecord) => void;
}[] = [
  { name: 'time', write: (row, log) => row.time(log.time) },
  { name: 'observed_time', write: (row, log) => row.time(log.observedTime) },
  { name: 'severity_number', write: (row, log) => row.int2(log.severityNumber) },
  { name: 'severity_text', write: (row, log) => row.text(log.severityText) },
  { name: 'event_name', write: (row, log) => row.text(log.eventName) },
  { name: 'body', write: (row, log) => row.text(log.body) },
  { name: 'is_json_body', write: (row, log) => row.bool(log.isJsonBody) },
  { name: 'attributes', write: (row, log) => row.text(log.attributesJson) },
  { name: 'trace_id', write: (row, log) => row.text(log.traceId) },
  { name: 'span_id', write: (row, log) => row.text(log.spanId) },
  { name: 'service_name', write: (row, log) => row.text(log.serviceName) },
  { name: 'scope_name', write: (row, log) => row.text(log.scopeName) },
  { name: 'user_id', write: (row, log) => row.text(log.userId) },
];

export const LOG_COLUMNS = [...LATE_COLUMNS, ...COPIED.map(({ name }) => name)];

/** A log record that is ready to be written: its row as bytes, and what else the writer needs. */
export interface EncodedLog {
  projectName: string;
  traceId: string | null;
  spanId: string | null;
  name: string;
  joinsSpan: boolean;
  /** The rows of its request. Its own runs from `start` to `end`. */
  rows: Buffer;
  start: number;
  end: number;
}

/** The log records of one request, ready to be written. */
export interface EncodedLogs {
  logs: EncodedLog[];
  rejected: RejectedSpan[];
  sources: SpanSource[];
  /** The spans that coding agents send as log records. */
  spans: EncodedSpans;
  /** Identifies the request, so that it is stored once if it is sent again. */
  digest: Buffer;
  /** Size of the rows in bytes. */
  byteSize: number;
  /** Why nothing was read of a body that is not empty. */
  warning: string | null;
}

/** Of memory for a record besides its row. */
const LOG_BYTES = 300;

/** Returns about how many bytes of memory a request holds until it is stored. */
export function heldBytesOf({ logs, rejected, spans, byteSize }: EncodedLogs): number {
  return byteSize + (logs.length + rejected.length) * LOG_BYTES + heldBytesOfSpans(spans);
}

/** Encodes log records as rows of `COPY … (FORMAT binary)`. Leaves the late columns empty. */
export function encodeLogs(
  { logs, rejected, sources }: Omit<DecodedLogs, 'spans'>,
  spans: EncodedSpans,
  { digest, warning }: Pick<EncodedLogs, 'digest' | 'warning'>,
): EncodedLogs {
  const encoder = new RowEncoder();
  const places = logs.map((log) => {
    const start = encoder.length;
    encodeRow(encoder, log);
    return { start, end: encoder.length };
  });
  const rows = encoder.finish();
  const encoded = logs.map(
    ({ projectName, traceId, spanId, eventName, joinsSpan }, at): EncodedLog => ({
      projectName,
      traceId,
      spanId,
      name: eventName ?? '',
      joinsSpan,
      rows,
      ...places[at]!,
    }),
  );
  return { logs: encoded, rejected, sources, spans, digest, warning, byteSize: rows.length };
}

function encodeRow(row: RowEncoder, log: LogRecord): void {
  row.beginRow(LOG_COLUMNS.length);
  for (let at = 0; at < LATE_COLUMNS.length; at++) row.int8(0n);
  for (const { write } of COPIED) write(row, log);
}
