import { cleanText } from '../../kernel/json/clean-json.js';
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
  setOwn,
} from '../../kernel/json/json.js';
import { MalformedBodyError, SpanRejectedError, tooDeep } from './errors.js';
import { type OtlpAttribute, MAX_VALUE_DEPTH } from './otlp-span.js';

/** The IDs of traces and spans that are accepted. Files may have those of spans created over REST. */
export type OtlpIds = 'hex' | 'any';

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
    'scopeSpans',
    'instrumentationLibrarySpans',
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
    'isMonotonic',
    'bucketCounts',
    'explicitBounds',
    'zeroCount',
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
export function valuesOf(parent: JsonObject, name: string): JsonValue[] {
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

/** Returns the attributes of an item. */
export function attributesOf(parent: JsonObject): OtlpAttribute[] {
  return listOf(parent, 'attributes').map((attribute) => readKeyValue(attribute, 0));
}

/** Reads an attribute, or a member of a list of them. */
export function readKeyValue(source: JsonObject, depth: number): OtlpAttribute {
  return { key: textOf(source, 'key'), value: readAnyValue(getOwn(source, 'value'), depth) };
}

/** Reads a value; null if it is unset. */
export function readAnyValue(source: JsonValue | undefined, depth: number): JsonValue {
  if (source === undefined || source === null) return null;
  if (!isJsonObject(source)) throw new MalformedBodyError('An attribute value is not an object.');
  if (depth > MAX_VALUE_DEPTH) throw tooDeep();
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
