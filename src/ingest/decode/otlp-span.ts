import { MAX_JSON_DEPTH } from '../../kernel/json/clean-json.js';
import type { JsonValue } from '../../kernel/json/json.js';
import type { SpanRejectedError } from './errors.js';

/** A span as sent over OTLP, the same for protobuf and JSON. */
export interface OtlpSpan {
  /** Lower-case hex; empty when unset. */
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  /** Nanoseconds since 1970 as sent, with unchecked sign and size. */
  startNanos: bigint;
  endNanos: bigint;
  attributes: OtlpAttribute[];
  events: OtlpEvent[];
  /** 1 is OK, 2 is an error. */
  statusCode: number;
  statusMessage: string;
  /** The instrumentation that created the span. */
  scope: OtlpScope;
  /** Set if the span was found in the body but could not be read. */
  failure: SpanRejectedError | null;
  /** The JSON of a span that could not be read; undefined in protobuf. */
  source: JsonValue | undefined;
}

/** The instrumentation that made spans. */
export interface OtlpScope {
  name: string;
  version: string;
}

export interface OtlpAttribute {
  key: string;
  /** Null when unset. */
  value: JsonValue;
}

export interface OtlpEvent {
  nanos: bigint;
  name: string;
  attributes: OtlpAttribute[];
}

/** The spans, log records or metrics of one resource. */
export interface OtlpResource<Item> {
  /** The resource attribute that names the project; null if absent, empty or not text. */
  projectName: string | null;
  attributes: OtlpAttribute[];
  items: Item[];
}

/** The spans of one resource. */
export interface OtlpResourceSpans extends Omit<OtlpResource<OtlpSpan>, 'items'> {
  spans: OtlpSpan[];
}

/** The resource attribute that names the project of its spans. */
export const PROJECT_ATTRIBUTE = 'openinference.project.name';

/** Maximum levels of lists and maps in one attribute value. */
export const MAX_VALUE_DEPTH = MAX_JSON_DEPTH;

/** Returns the project that a resource names; null unless the attribute is non-empty text. */
export function toProjectName(value: JsonValue): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Returns a span with no fields set. */
export function emptyOtlpSpan(scope: OtlpScope): OtlpSpan {
  return {
    traceId: '',
    spanId: '',
    parentSpanId: '',
    name: '',
    startNanos: 0n,
    endNanos: 0n,
    attributes: [],
    events: [],
    statusCode: 0,
    statusMessage: '',
    scope,
    failure: null,
    source: undefined,
  };
}
