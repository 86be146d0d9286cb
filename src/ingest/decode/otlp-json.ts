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
  type OtlpResourceSpans,
  type OtlpScope,
  type OtlpSpan,
  PROJECT_ATTRIBUTE,
  toProjectName,
  VALUE_DEPTH_LIMIT,
} from './otlp-span.js';

const STATUS_NAMES = ['STATUS_CODE_UNSET', 'STATUS_CODE_OK', 'STATUS_CODE_ERROR'];

/** Which IDs of traces and spans are accepted. Files may have those of spans created over REST. */
export type OtlpIds = 'hex' | 'any';

/**
 * Reads an ExportTraceServiceRequest in OTLP's JSON mapping: IDs in hex of any case, 64-bit
 * integers as text or numbers, enums by number or name. Ignores unknown fields. Marks a span with a
 * field of the wrong type as failed. Throws `MalformedBodyError` if the body, or a structure that
 * contains spans, is malformed.
 */
export function readOtlpJson(body: Uint8Array, ids: OtlpIds = 'hex'): OtlpResourceSpans[] {
  const root = parseBody(body);
  return listOf(root, 'resourceSpans').map((resourceSpans) => ({
    ...readResource(resourceSpans),
    spans: listOf(resourceSpans, 'scopeSpans').flatMap((scopeSpans) => {
      const scope = readScope(scopeSpans);
      return valuesOf(scopeSpans, 'spans').map((span) => readSpan(span, scope, ids));
    }),
  }));
}

function parseBody(body: Uint8Array): JsonObject {
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

/** Returns a repeated field; null and absent mean empty. */
function valuesOf(parent: JsonObject, name: string): JsonValue[] {
  const value = getOwn(parent, name) ?? [];
  if (!Array.isArray(value)) throw new MalformedBodyError(`${name} is not a list.`);
  return value;
}

function listOf(parent: JsonObject, name: string): JsonObject[] {
  const values = valuesOf(parent, name);
  if (!values.every(isJsonObject)) {
    throw new MalformedBodyError(`${name} contains something other than objects.`);
  }
  return values;
}

function readResource(
  resourceSpans: JsonObject,
): Pick<OtlpResourceSpans, 'projectName' | 'attributes'> {
  const resource = getOwn(resourceSpans, 'resource') ?? {};
  if (!isJsonObject(resource)) throw new MalformedBodyError('resource is not an object.');
  let projectName: string | null = null;
  const attributes: OtlpAttribute[] = [];
  for (const attribute of listOf(resource, 'attributes')) {
    const read = readResourceAttribute(attribute);
    if (read) attributes.push(read);
    if (getOwn(attribute, 'key') !== PROJECT_ATTRIBUTE) continue;
    const value = getOwn(attribute, 'value') ?? null;
    projectName = isJsonObject(value) ? toProjectName(getOwn(value, 'stringValue') ?? null) : null;
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

/** A malformed scope does not affect its spans. */
function readScope(scopeSpans: JsonObject): OtlpScope {
  const scope = getOwn(scopeSpans, 'scope') ?? null;
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

function rejectionOf(error: unknown): SpanRejectedError {
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

function textOf(parent: JsonObject, name: string): string {
  const value = getOwn(parent, name) ?? '';
  if (typeof value !== 'string') throw new MalformedBodyError(`${name} is not text.`);
  return value;
}

function idOf(parent: JsonObject, name: string, ids: OtlpIds): string {
  const id = textOf(parent, name);
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(id)) {
    if (ids === 'any') return cleanText(id);
    throw new SpanRejectedError('invalid_id', `${name} is not an even number of hex digits.`);
  }
  return id.toLowerCase();
}

function nanosOf(parent: JsonObject, name: string): bigint {
  return BigInt(integerText(getOwn(parent, name) ?? '0', name));
}

function statusCodeOf(status: JsonObject): number {
  const code = getOwn(status, 'code') ?? 0;
  if (typeof code === 'string' && STATUS_NAMES.includes(code)) return STATUS_NAMES.indexOf(code);
  return Number(integerText(code, 'code'));
}

function attributesOf(parent: JsonObject): OtlpAttribute[] {
  return listOf(parent, 'attributes').map((attribute) => readKeyValue(attribute, 0));
}

function readKeyValue(source: JsonObject, depth: number): OtlpAttribute {
  return { key: textOf(source, 'key'), value: readAnyValue(getOwn(source, 'value'), depth) };
}

function readAnyValue(source: JsonValue | undefined, depth: number): JsonValue {
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

const ANY_VALUE_READERS = new Map<string, (value: JsonValue, depth: number) => JsonValue>([
  ['stringValue', (value) => textValue(value, 'stringValue')],
  ['boolValue', boolValue],
  ['intValue', (value) => jsonInteger(BigInt(integerText(value, 'intValue')))],
  ['doubleValue', doubleValue],
  ['arrayValue', arrayValue],
  ['kvlistValue', keyValueListValue],
  ['bytesValue', bytesValue],
]);

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
function integerText(value: JsonValue, name: string): string {
  if (typeof value === 'number' || isRawNumber(value)) {
    const text = numberSource(value).replace(/\.0+$/, '');
    if (/^-?\d+$/.test(text)) return text;
  } else if (typeof value === 'string' && value.length <= 100 && /^-?\d+$/.test(value)) {
    return value;
  }
  throw new MalformedBodyError(`${name} is not an integer.`);
}
