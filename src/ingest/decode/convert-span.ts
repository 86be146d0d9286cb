import { cleanText } from '../../common/json/clean-json.js';
import { findAttribute } from '../../common/json/attributes.js';
import { type JsonObject, type JsonValue, setOwn } from '../../common/json/json.js';
import type { Mask } from '../../common/masking/mask.js';
import { SPAN_KINDS, type SpanKind, type SpanRecord, type StatusCode } from './span-record.js';
import { collectAttributes, nestAttributes } from './attributes.js';
import { buildRecord, type EventParts } from './build-record.js';
import { cleanValue } from './clean.js';
import { SpanRejectedError } from './errors.js';
import type { OtlpEvent, OtlpSpan } from './otlp-span.js';
import { toMicros } from './time.js';

/** Valid IDs have 16 and 8 bytes, but other reasonable lengths are stored as well. */
const ID_LIMIT_DIGITS = 128;

const EXCEPTION_KEYS = [
  'exception.type',
  'exception.message',
  'exception.escaped',
  'exception.stacktrace',
];

/** Converts a span sent over OTLP to the row to store. Throws `SpanRejectedError`. */
export function convertSpan(span: OtlpSpan, projectName: string, mask: Mask | null): SpanRecord {
  if (span.failure !== null) throw span.failure;
  checkId(span.traceId, 'trace');
  checkId(span.spanId, 'span');
  const attributes = nestAttributes(span.attributes);
  const parts = {
    traceId: span.traceId,
    spanId: span.spanId,
    parentId: parentIdOf(span),
    name: span.name,
    kind: parseSpanKind(findAttribute(attributes, 'openinference.span.kind')),
    statusCode: parseStatusCode(span.statusCode),
    statusMessage: span.statusMessage,
    startTime: toMicros(span.startNanos, 'start time'),
    endTime: toMicros(span.endNanos, 'end time'),
    projectName,
    attributes,
    events: span.events.map(convertEvent),
  };
  return buildRecord(parts, mask);
}

/** Returns the kind that a text names, ignoring case; UNKNOWN for anything else. */
export function parseSpanKind(value: JsonValue | undefined): SpanKind {
  if (typeof value !== 'string') return 'UNKNOWN';
  const kind = value.toUpperCase();
  return SPAN_KINDS.find((known) => known === kind) ?? 'UNKNOWN';
}

function parseStatusCode(code: number): StatusCode {
  if (code === 1) return 'OK';
  return code === 2 ? 'ERROR' : 'UNSET';
}

function checkId(id: string, owner: 'trace' | 'span'): void {
  if (id === '') {
    throw new SpanRejectedError(`missing_${owner}_id`, `The span has no ${owner} ID.`);
  }
  if (id.length > ID_LIMIT_DIGITS) {
    throw new SpanRejectedError('invalid_id', `The ${owner} ID is longer than 64 bytes.`);
  }
  if (isZero(id)) throw new SpanRejectedError('invalid_id', `The ${owner} ID is all zeros.`);
}

function parentIdOf(span: OtlpSpan): string | null {
  const parentId = span.parentSpanId;
  if (parentId.length > ID_LIMIT_DIGITS) {
    throw new SpanRejectedError('invalid_id', 'The parent span ID is longer than 64 bytes.');
  }
  return isZero(parentId) ? null : parentId;
}

/** Returns true for an empty ID as well. */
function isZero(id: string): boolean {
  return /^0*$/.test(id);
}

function convertEvent(event: OtlpEvent): EventParts {
  const flat = collectAttributes(event.attributes);
  return {
    name: cleanText(event.name),
    time: toMicros(event.nanos, 'time of an event'),
    attributes: event.name === 'exception' ? exceptionAttributes(flat) : eventAttributes(flat),
  };
}

function exceptionAttributes(flat: Map<string, JsonValue>): JsonObject {
  const attributes: JsonObject = {};
  for (const key of EXCEPTION_KEYS) {
    const value = flat.get(key) ?? (key === 'exception.message' ? '' : undefined);
    if (value !== undefined) attributes[key] = cleanValue(value);
  }
  return attributes;
}

function eventAttributes(flat: Map<string, JsonValue>): JsonObject {
  const attributes: JsonObject = {};
  for (const [key, value] of flat) setOwn(attributes, key, cleanValue(value));
  return attributes;
}
