import type { JsonValue } from '../../../kernel/json/json.js';
import type { SpanRejectedError } from '../errors.js';
import type { OtlpAttribute, OtlpScope } from '../otlp-span.js';

/** A log record as sent over OTLP, the same for protobuf and JSON. */
export interface OtlpLog {
  /** Nanoseconds since 1970; 0 if unknown. */
  nanos: bigint;
  observedNanos: bigint;
  /** 1 to 24; 0 if unset. */
  severityNumber: number;
  severityText: string;
  /** Empty if unset. Older senders name an event by the attribute `event.name`. */
  eventName: string;
  /** Null if unset. */
  body: JsonValue;
  attributes: OtlpAttribute[];
  /** Lower-case hex; empty if unset. */
  traceId: string;
  spanId: string;
  scope: OtlpScope;
  /** Set if the record was found in the body of the request but could not be read. */
  failure: SpanRejectedError | null;
}

/** Returns a log record with no fields set. */
export function emptyOtlpLog(scope: OtlpScope): OtlpLog {
  return {
    nanos: 0n,
    observedNanos: 0n,
    severityNumber: 0,
    severityText: '',
    eventName: '',
    body: null,
    attributes: [],
    traceId: '',
    spanId: '',
    scope,
    failure: null,
  };
}
