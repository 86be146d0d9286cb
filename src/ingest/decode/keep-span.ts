import { cleanText } from '../../kernel/json/clean-json.js';
import { mergeStoredAttributes } from '../../spans/attributes.js';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  stringifyJson,
} from '../../kernel/json/json.js';
import { type Mask, maskObject } from '../../masking/mask.contract.js';
import { type KeyValue, toKeyValue, toOtlpAttributes } from '../../spans/otlp-attributes.js';
import { parseWireTime } from '../../kernel/time/time.js';
import { collectAttributes, nestAttributes, readAttributes } from './attributes.js';
import { cutOrNull, toIdentifier } from './build-record.js';
import {
  type OtlpAttribute,
  type OtlpEvent,
  type OtlpResourceSpans,
  type OtlpScope,
  type OtlpSpan,
  PROJECT_ATTRIBUTE,
} from './otlp-span.js';
import type { KeptSpan, SpanRecord } from './span-record.js';

/** Nothing makes a larger span smaller, so keeping it would not help. */
const MAX_BYTES = 4 * 1024 * 1024;

const STATUS_CODES = { UNSET: 0, OK: 1, ERROR: 2 };

const USER_ID = 'user.id';

/**
 * The attributes of a resource that are kept, besides the project. Keeping all would repeat them for each span.
 */
const SENDER_ATTRIBUTES = new Set([
  'service.name',
  'telemetry.sdk.name',
  'telemetry.sdk.language',
  'telemetry.sdk.version',
]);

/** The values of a row from which its span can be written again. */
export type RowValues = Pick<
  SpanRecord,
  | 'traceId'
  | 'spanId'
  | 'parentId'
  | 'name'
  | 'statusCode'
  | 'statusMessage'
  | 'startTime'
  | 'endTime'
  | 'userId'
  | 'attributesJson'
  | 'payloadJson'
  | 'eventsJson'
>;

type Resource = Pick<OtlpResourceSpans, 'attributes'>;

/**
 * Writes a span that was sent over OTLP and refused, as it was sent. Returns null for one that is too
 * large, nested too deeply, or cannot be masked.
 */
export function keepOtlpSpan(
  span: OtlpSpan,
  resource: Resource,
  mask: Mask | null,
): KeptSpan | null {
  try {
    const written = mask ? writeMasked(span, mask) : writeAsSent(span);
    if (!written) return null;
    const attributes = resource.attributes
      .filter(({ key }) => key === PROJECT_ATTRIBUTE || SENDER_ATTRIBUTES.has(key))
      .map((attribute) => maskAttribute(attribute, mask));
    const content = encode(written.span, attributes, maskScope(span.scope, mask));
    const maskedBy = mask?.fingerprint ?? null;
    return content && { content, acceptsAnyId: false, maskedBy, userId: written.userId };
  } catch {
    // What was wrong with it makes it impossible to write, too.
    return null;
  }
}

/** Writes a span that was converted to a row. The row has been masked already. */
export function keepRow(row: RowValues, projectName: string): KeptSpan | null {
  try {
    const content = encodeRow(row, projectName);
    return content && { content, acceptsAnyId: true, maskedBy: undefined, userId: row.userId };
  } catch {
    return null;
  }
}

function encodeRow(row: RowValues, projectName: string): Buffer | null {
  const events = row.eventsJson === null ? [] : (parseJson(row.eventsJson) as JsonObject[]);
  const attributes = mergeStoredAttributes(row.attributesJson, row.payloadJson);
  const span = {
    traceId: row.traceId,
    spanId: row.spanId,
    ...(row.parentId === null ? {} : { parentSpanId: row.parentId }),
    name: row.name,
    startTimeUnixNano: String(row.startTime * 1000n),
    endTimeUnixNano: String(row.endTime * 1000n),
    attributes: toOtlpAttributes(attributes),
    events: events.map((event) => ({
      name: event['name'],
      timeUnixNano: String(parseWireTime(event['timestamp'] as string) * 1000n),
      attributes: toKeyValues(event['attributes'] as JsonObject),
    })),
    status: writeStatus(STATUS_CODES[row.statusCode], row.statusMessage),
  };
  const project = toKeyValue(PROJECT_ATTRIBUTE, projectName);
  return encode(span, [project], { name: '', version: '' });
}

interface WrittenSpan {
  span: unknown;
  userId: string | null;
}

function writeAsSent(span: OtlpSpan): WrittenSpan | null {
  if (span.failure) return span.source === undefined ? null : writeSource(span.source);
  const userId = span.attributes.findLast(({ key }) => key === USER_ID)?.value;
  return {
    span: writeSpan(span, span.attributes.map(writeAttribute), (event) =>
      event.attributes.map(writeAttribute),
    ),
    userId: readUserId(userId),
  };
}

function writeSource(source: JsonValue): WrittenSpan {
  const attributes = isJsonObject(source) ? source['attributes'] : undefined;
  const named = Array.isArray(attributes)
    ? attributes.find((attribute) => isJsonObject(attribute) && attribute['key'] === USER_ID)
    : undefined;
  const value = named && isJsonObject(named) ? named['value'] : undefined;
  const text = value && isJsonObject(value) ? Object.values(value)[0] : undefined;
  return { span: source, userId: readUserId(text) };
}

/** Writes what would have been stored, because JSON in texts has been parsed there before it is masked. */
function writeMasked(span: OtlpSpan, mask: Mask): WrittenSpan | null {
  if (span.failure) return null;
  const attributes = nestAttributes(readAttributes(span, []).flat, mask);
  const flat = toOtlpAttributes(attributes);
  const userId = flat.find(({ key }) => key === USER_ID)?.value;
  const masked = {
    ...span,
    name: mask.text(span.name),
    statusMessage: mask.text(span.statusMessage),
    events: span.events.map((event) => ({ ...event, name: mask.text(event.name) })),
  };
  const writeEvent = (event: OtlpEvent): KeyValue[] =>
    toKeyValues(maskObject(mask, Object.fromEntries(collectAttributes(event.attributes))));
  return {
    span: writeSpan(masked, flat, writeEvent),
    userId: readUserId(Object.values(userId ?? {})[0] as JsonValue | undefined),
  };
}

function readUserId(value: JsonValue | undefined): string | null {
  const userId = cutOrNull(toIdentifier(value));
  return userId === null ? null : cleanText(userId);
}

function writeSpan(
  span: OtlpSpan,
  attributes: KeyValue[],
  attributesOf: (event: OtlpEvent) => KeyValue[],
): object {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId === '' ? {} : { parentSpanId: span.parentSpanId }),
    name: span.name,
    startTimeUnixNano: String(span.startNanos),
    endTimeUnixNano: String(span.endNanos),
    attributes,
    events: span.events.map((event) => ({
      name: event.name,
      timeUnixNano: String(event.nanos),
      attributes: attributesOf(event),
    })),
    status: writeStatus(span.statusCode, span.statusMessage),
  };
}

function writeStatus(code: number, message: string): object {
  return message === '' ? { code } : { code, message };
}

function writeAttribute({ key, value }: OtlpAttribute): KeyValue {
  return toKeyValue(key, value);
}

function toKeyValues(object: JsonObject): KeyValue[] {
  return Object.keys(object).map((key) => toKeyValue(key, object[key] ?? null));
}

function maskAttribute({ key, value }: OtlpAttribute, mask: Mask | null): KeyValue {
  if (!mask || value === null) return toKeyValue(key, value);
  const [masked] = mask.attributes([[key, value]]).values();
  return toKeyValue(key, masked ?? null);
}

function maskScope({ name, version }: OtlpScope, mask: Mask | null): OtlpScope {
  return mask ? { name: mask.text(name), version: mask.text(version) } : { name, version };
}

function encode(span: unknown, attributes: KeyValue[], scope: OtlpScope): Buffer | null {
  const scopeSpans = [{ scope, spans: [span] }];
  const text = stringifyJson({ resourceSpans: [{ resource: { attributes }, scopeSpans }] });
  const content = Buffer.from(text);
  return content.length <= MAX_BYTES ? content : null;
}
