import { cleanText } from '../../kernel/json/clean-json.js';
import { findAttribute } from '../../spans/attributes.js';
import { type JsonObject, type JsonValue, setOwn } from '../../kernel/json/json.js';
import type { Mask } from '../../masking/mask.contract.js';
import type { SpanRecord, StatusCode } from './span-record.js';
import { collectAttributes, nestAttributes, readAttributes } from './attributes.js';
import { buildRecord, type EventParts } from './build-record.js';
import { cleanValue } from './clean.js';
import type { SaidEvent } from './dialects/dialect.js';
import { SpanRejectedError } from './errors.js';
import type { OtlpEvent, OtlpSpan } from './otlp-span.js';
import { toMicros } from './time.js';
import { parseSpanKind } from './values/span-kinds.js';

/** Valid IDs have 16 and 8 bytes, but other reasonable lengths are stored as well. */
const MAX_ID_DIGITS = 128;

const SPAN_KIND = 'openinference.span.kind';
/** Says where the session ID comes from. A dialect sets it; it is not stored. */

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
  const events = span.events.map(collectEvent);
  const { flat, name, isConversation, failure } = readAttributes(span, events);
  const attributes = nestAttributes(flat, mask);
  const parts = {
    traceId: span.traceId,
    spanId: span.spanId,
    parentId: parentIdOf(span),
    name,
    // A rule may mask the attribute.
    kind: parseSpanKind(flat.get(SPAN_KIND) ?? findAttribute(attributes, SPAN_KIND)),
    statusCode: failure === undefined ? parseStatusCode(span.statusCode) : ('ERROR' as const),
    statusMessage: span.statusMessage || (failure ?? thrownMessage(span, events)),
    startTime: toMicros(span.startNanos, 'start time'),
    endTime: toMicros(span.endNanos, 'end time'),
    projectName,
    attributes,
    events: events.map(convertEvent),
    isConversation,
  };
  return buildRecord(parts, mask);
}

function parseStatusCode(code: number): StatusCode {
  if (code === 1) return 'OK';
  return code === 2 ? 'ERROR' : 'UNSET';
}

/** Returns why a span failed, if only the exception says so that was thrown last. */
function thrownMessage({ statusCode }: OtlpSpan, events: readonly SaidEvent[]): string {
  if (parseStatusCode(statusCode) !== 'ERROR') return '';
  const thrown = events.findLast(({ name }) => name === 'exception');
  const message = thrown?.attributes.get('exception.message');
  return typeof message === 'string' ? message : '';
}

function checkId(id: string, owner: 'trace' | 'span'): void {
  if (id === '') {
    throw new SpanRejectedError(`missing_${owner}_id`, `The span has no ${owner} ID.`);
  }
  if (id.length > MAX_ID_DIGITS) {
    throw new SpanRejectedError('invalid_id', `The ${owner} ID is longer than 64 bytes.`);
  }
  if (isZero(id)) throw new SpanRejectedError('invalid_id', `The ${owner} ID is all zeros.`);
}

function parentIdOf(span: OtlpSpan): string | null {
  const parentId = span.parentSpanId;
  if (parentId.length > MAX_ID_DIGITS) {
    throw new SpanRejectedError('invalid_id', 'The parent span ID is longer than 64 bytes.');
  }
  return isZero(parentId) ? null : parentId;
}

/** Returns true for an empty ID as well. */
function isZero(id: string): boolean {
  return /^0*$/.test(id);
}

/** An event with its attributes by key. */
interface CollectedEvent extends SaidEvent {
  nanos: bigint;
}

function collectEvent({ nanos, name, attributes }: OtlpEvent): CollectedEvent {
  return { nanos, name, attributes: collectAttributes(attributes) };
}

function convertEvent({ name, nanos, attributes }: CollectedEvent): EventParts {
  return {
    name: cleanText(name),
    time: toMicros(nanos, 'time of an event'),
    attributes:
      name === 'exception' ? exceptionAttributes(attributes) : eventAttributes(attributes),
  };
}

/** The message is never missing. The known keys come first. */
function exceptionAttributes(flat: ReadonlyMap<string, JsonValue>): JsonObject {
  const known = EXCEPTION_KEYS.flatMap((key): [string, JsonValue][] => {
    const value = flat.get(key) ?? (key === 'exception.message' ? '' : undefined);
    return value === undefined ? [] : [[key, value]];
  });
  return eventAttributes(new Map([...known, ...flat]));
}

function eventAttributes(flat: ReadonlyMap<string, JsonValue>): JsonObject {
  const attributes: JsonObject = {};
  for (const [key, value] of flat) setOwn(attributes, key, cleanValue(value));
  return attributes;
}
