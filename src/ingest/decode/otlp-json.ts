import { cleanText } from '../../common/json/clean-json.js';
import {
  getOwn,
  isJsonObject,
  isRawNumber,
  jsonDouble,
  jsonInteger,
  type JsonObject,
  type JsonValue,
  numberSource,
  numberValue,
  parseJson,
  setOwn,
} from '../../common/json/json.js';
import { MalformedBodyError, SpanRejectedError, tooDeep } from './errors.js';
import {
  emptyOtlpSpan,
  type OtlpAttribute,
  type OtlpEvent,
  type OtlpResource,
  type OtlpResourceSpans,
  type OtlpScope,
  type OtlpSpan,
  PROJECT_ATTRIBUTE,
  toProjectName,
  VALUE_DEPTH_LIMIT,
} from './otlp-span.js';

const STATUS_NAMES = ['STATUS_CODE_UNSET', 'STATUS_CODE_OK', 'STATUS_CODE_ERROR'];

/** Where the spans of a resource are, now and before. */
const SCOPES = ['scopeSpans', 'instrumentationLibrarySpans'];

/** Which IDs of traces and spans are accepted. Files may have those of spans created over REST. */
export type OtlpIds = 'hex' | 'any';

/**
 * Reads an ExportTraceServiceRequest in OTLP's JSON mapping: IDs in hex of any case, 64-bit
 * integers as text or numbers, enums by number or name. Like the collector, also reads fields in snake_case, and spans
 * of instrumentation libraries, as scopes were called before. Ignores unknown fields. Marks a span with a
 * field of the wrong type as failed. Throws `MalformedBodyError` if the body, or a structure that
 * contains spans, is malformed.
 */
export function readOtlpJson(body: Uint8Array, ids: OtlpIds = 'hex'): OtlpResourceSpans[] {
  const names = { resources: 'resourceSpans', scopes: SCOPES, items: 'spans' };
  return readExportRequest(body, names, (span, scope) => readSpan(span, scope, ids)).map(
    ({ items, ...resource }) => ({ ...resource, spans: items }),
  );
}

/**
 * Reads an export request of any signal: all have items by scope by resource.
 * @param names how the signal calls these three.
 * @param readItem must not throw for a malformed item, so that the others are read.
 */
export function readExportRequest<Item>(
  body: Uint8Array,
  names: { resources: string; scopes: readonly string[]; items: string },
  readItem: (item: JsonValue, scope: OtlpScope) => Item,
): OtlpResource<Item>[] {
  return listOf(parseBody(body), names.resources).map((resource) => ({
    ...readResource(resource),
    items: names.scopes
      .flatMap((name) => listOf(resource, name))
      .flatMap((ofScope) => {
        const scope = readScope(ofScope);
        return valuesOf(ofScope, names.items).map((item) => readItem(item, scope));
      }),
  }));
}

/** Also parses a body for those who tell why it has no spans. @throws MalformedBodyError if it is no JSON object. */
export function parseBody(body: Uint8Array): JsonObject {
  let root: JsonValue;
  try {
    root = parseJson(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'It has too many nested levels.';
    throw new MalformedBodyError(`The body is not JSON: ${reason}`);
  }
  if (!isJsonObject(root)) throw new MalformedBodyError('The JSON body is not an object.');
  return root;
}

/** Returns a field under either of its names; undefined if it is absent. */
export function fieldOf(parent: JsonObject, name: string): JsonValue | undefined {
  const value = getOwn(parent, name);
  if (value !== undefined) return value;
  const inSnakeCase = SNAKE_CASE.get(name);
  return inSnakeCase === undefined ? undefined : getOwn(parent, inSnakeCase);
}

/** The names of fields that differ in snake_case. */
const SNAKE_CASE = new Map(
  [
    'resourceSpans',
    ...SCOPES,
    'instrumentationLibrary',
    'traceId',
    'resourceLogs',
    'scopeLogs',
    'logRecords',
    'observedTimeUnixNano',
    'severityNumber',
    'severityText',
    'eventName',
    'resourceMetrics',
    'scopeMetrics',
    'dataPoints',
    'aggregationTemporality',
    'exponentialHistogram',
    'asInt',
    'asDouble',
    'spanId',
    'parentSpanId',
    'startTimeUnixNano',
    'endTimeUnixNano',
    'timeUnixNano',
    'stringValue',
  ].map((name) => [name, toSnakeCase(name)]),
);

function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns a repeated field; null and absent mean empty. */
function valuesOf(parent: JsonObject, name: string): JsonValue[] {
  const value = fieldOf(parent, name) ?? [];
  if (!Array.isArray(value)) throw new MalformedBodyError(`${name} is not a list.`);
  return value;
}

/** Returns a repeated field of objects. */
export function listOf(parent: JsonObject, name: string): JsonObject[] {
  const values = valuesOf(parent, name);
  if (!values.every(isJsonObject)) {
    throw new MalformedBodyError(`${name} contains something other than objects.`);
  }
  return values;
}

function readResource(
  parent: JsonObject,
): Pick<OtlpResource<unknown>, 'projectName' | 'attributes'> {
  const resource = getOwn(parent, 'resource') ?? {};
  if (!isJsonObject(resource)) throw new MalformedBodyError('resource is not an object.');
  let projectName: string | null = null;
  const attributes: OtlpAttribute[] = [];
  for (const attribute of listOf(resource, 'attributes')) {
    const read = readResourceAttribute(attribute);
    if (read) attributes.push(read);
    if (getOwn(attribute, 'key') !== PROJECT_ATTRIBUTE) continue;
    const value = getOwn(attribute, 'value') ?? null;
    projectName = isJsonObject(value) ? toProjectName(fieldOf(value, 'stringValue') ?? null) : null;
  }
  return { projectName, attributes };
}

/** Returns null for a malformed attribute, which must not affect the spans of its resource. */
function readResourceAttribute(source: JsonObject): OtlpAttribute | null {
  try {
    return readKeyValue(source, 0);
  } catch (error) {
    rejectionOf(error);
    return null;
  }
}

/** A malformed scope does not affect its items. */
function readScope(parent: JsonObject): OtlpScope {
  const scope = getOwn(parent, 'scope') ?? fieldOf(parent, 'instrumentationLibrary') ?? null;
  const textIn = (name: string): string => {
    const value = isJsonObject(scope) ? (getOwn(scope, name) ?? '') : '';
    return typeof value === 'string' ? value : '';
  };
  return { name: textIn('name'), version: textIn('version') };
}

function readSpan(source: JsonValue, scope: OtlpScope, ids: OtlpIds): OtlpSpan {
  const span = emptyOtlpSpan(scope);
  try {
    readSpanFields(span, source, ids);
  } catch (error) {
    span.failure = rejectionOf(error);
    span.source = source;
  }
  return span;
}

/** Returns the rejection of an item that could not be read. Throws other errors again. */
export function rejectionOf(error: unknown): SpanRejectedError {
  if (error instanceof SpanRejectedError) return error;
  if (error instanceof MalformedBodyError) {
    return new SpanRejectedError('unprocessable', error.message);
  }
  throw error;
}

function readSpanFields(span: OtlpSpan, source: JsonValue, ids: OtlpIds): void {
  if (!isJsonObject(source)) throw new MalformedBodyError('A span is not an object.');
  // Reads the IDs first, so that a later failure can name the span.
  span.name = textOf(source, 'name');
  span.traceId = idOf(source, 'traceId', ids);
  span.spanId = idOf(source, 'spanId', ids);
  span.parentSpanId = idOf(source, 'parentSpanId', ids);
  span.startNanos = nanosOf(source, 'startTimeUnixNano');
  span.endNanos = nanosOf(source, 'endTimeUnixNano');
  span.attributes = attributesOf(source);
  span.events = listOf(source, 'events').map(readEvent);
  const status = getOwn(source, 'status') ?? {};
  if (!isJsonObject(status)) throw new MalformedBodyError('status is not an object.');
  span.statusMessage = textOf(status, 'message');
  span.statusCode = statusCodeOf(status);
}

function readEvent(source: JsonObject): OtlpEvent {
  return {
    nanos: nanosOf(source, 'timeUnixNano'),
    name: textOf(source, 'name'),
    attributes: attributesOf(source),
  };
}

/** Returns a text field; empty if it is absent. */
export function textOf(parent: JsonObject, name: string): string {
  const value = fieldOf(parent, name) ?? '';
  if (typeof value !== 'string') throw new MalformedBodyError(`${name} is not text.`);
  return value;
}

/** Returns an ID in lower case; empty if it is absent. */
export function idOf(parent: JsonObject, name: string, ids: OtlpIds = 'hex'): string {
  const id = textOf(parent, name);
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(id)) {
    if (ids === 'any') return cleanText(id);
    throw new SpanRejectedError('invalid_id', `${name} is not an even number of hex digits.`);
  }
  return id.toLowerCase();
}

/** Returns a time in nanoseconds; 0 if it is absent. */
export function nanosOf(parent: JsonObject, name: string): bigint {
  return BigInt(integerText(fieldOf(parent, name) ?? '0', name));
}

function statusCodeOf(status: JsonObject): number {
  const code = getOwn(status, 'code') ?? 0;
  if (typeof code === 'string' && STATUS_NAMES.includes(code)) return STATUS_NAMES.indexOf(code);
  return Number(integerText(code, 'code'));
}

/** Returns the attributes of an item. */
export function attributesOf(parent: JsonObject): OtlpAttribute[] {
  return listOf(parent, 'attributes').map((attribute) => readKeyValue(attribute, 0));
}

function readKeyValue(source: JsonObject, depth: number): OtlpAttribute {
  return { key: textOf(source, 'key'), value: readAnyValue(getOwn(source, 'value'), depth) };
}

/** Reads a value; null if it is unset. */
export function readAnyValue(source: JsonValue | undefined, depth: number): JsonValue {
  if (source === undefined || source === null) return null;
  if (!isJsonObject(source)) throw new MalformedBodyError('An attribute value is not an object.');
  if (depth > VALUE_DEPTH_LIMIT) throw tooDeep();
  for (const name of Object.keys(source)) {
    const value = source[name] ?? null;
    if (value === null) continue;
    const read = ANY_VALUE_READERS.get(name);
    if (read !== undefined) return read(value, depth + 1);
  }
  return null;
}

type AnyValueReader = (value: JsonValue, depth: number) => JsonValue;

const ANY_VALUE_READERS = new Map(
  Object.entries<AnyValueReader>({
    stringValue: (value) => textValue(value, 'stringValue'),
    boolValue,
    intValue: (value) => jsonInteger(BigInt(integerText(value, 'intValue'))),
    doubleValue,
    arrayValue,
    kvlistValue: keyValueListValue,
    bytesValue,
  }).flatMap(([name, read]): [string, AnyValueReader][] => [
    [name, read],
    [toSnakeCase(name), read],
  ]),
);

function textValue(value: JsonValue, name: string): string {
  if (typeof value !== 'string') throw new MalformedBodyError(`${name} is not text.`);
  return value;
}

function boolValue(value: JsonValue): boolean {
  if (typeof value !== 'boolean') throw new MalformedBodyError('boolValue is not a boolean.');
  return value;
}

function doubleValue(value: JsonValue): JsonValue {
  if (typeof value === 'number' || isRawNumber(value)) return jsonDouble(numberValue(value));
  const text = textValue(value, 'doubleValue');
  if (/^(?:NaN|-?Infinity)$/.test(text)) return null;
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) {
    throw new MalformedBodyError('doubleValue is not a number.');
  }
  return jsonDouble(Number(text));
}

function arrayValue(value: JsonValue, depth: number): JsonValue {
  if (!isJsonObject(value)) throw new MalformedBodyError('arrayValue is not an object.');
  return valuesOf(value, 'values').map((element) => readAnyValue(element, depth));
}

function keyValueListValue(value: JsonValue, depth: number): JsonValue {
  if (!isJsonObject(value)) throw new MalformedBodyError('kvlistValue is not an object.');
  const object: JsonObject = {};
  for (const entry of listOf(value, 'values')) {
    const { key, value: inner } = readKeyValue(entry, depth);
    setOwn(object, key, inner);
  }
  return object;
}

/** Converts Base64 in either alphabet to the standard one with padding, like protobuf bytes. */
function bytesValue(value: JsonValue): JsonValue {
  return Buffer.from(textValue(value, 'bytesValue'), 'base64').toString('base64');
}

/**
 * Returns the digits of an integer given as a number or as text; `1e3` and `1.0` count as integers.
 */
export function integerText(value: JsonValue, name: string): string {
  if (typeof value === 'number' || isRawNumber(value)) {
    const text = numberSource(value).replace(/\.0+$/, '');
    if (/^-?\d+$/.test(text)) return text;
  } else if (typeof value === 'string' && value.length <= 100 && /^-?\d+$/.test(value)) {
    return value;
  }
  throw new MalformedBodyError(`${name} is not an integer.`);
}
