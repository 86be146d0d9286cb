import type { DecodedSpans, RejectedSpan } from '../span-record.js';
import type { SpanSource } from '../span-source.js';

/** A log record as the writer stores it. No string contains NUL or a lone surrogate. */
export interface LogRecord {
  projectName: string;
  /** Microseconds since 1970: when it happened, was observed, or arrived, whichever is known first. */
  time: bigint;
  /** Null if unknown. */
  observedTime: bigint | null;
  /** 1 to 24; 0 if unset. */
  severityNumber: number;
  severityText: string | null;
  /** Of an event. */
  eventName: string | null;
  /** Text, or JSON; null if there is none. */
  body: string | null;
  isJsonBody: boolean;
  /** JSON text of the attributes under the keys that were sent. */
  attributesJson: string;
  /** Lower-case hex. */
  traceId: string | null;
  spanId: string | null;
  serviceName: string | null;
  scopeName: string | null;
  /** The end user whom it names. */
  userId: string | null;
  /** Whether it is to become an event of its span. */
  joinsSpan: boolean;
}

/** The log records of one request: those to store and those refused. */
export interface DecodedLogs {
  logs: LogRecord[];
  rejected: RejectedSpan[];
  sources: SpanSource[];
  /** The spans that coding agents send as log records. */
  spans: DecodedSpans;
}
