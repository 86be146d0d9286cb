import {
  isJsonObject,
  isRawNumber,
  type JsonObject,
  type JsonValue,
  numberSource,
} from '../kernel/json/json.js';

/** A name that importing does not change: without dots, spaces at its ends, or the form of an index. */
const PLAIN_NAME = /^(?!\d+$)[^.\s](?:[^.]*[^.\s])?$/;

/** A value in OTLP's JSON mapping. */
type AnyValue = Record<string, unknown>;

/** An attribute in OTLP's JSON mapping. */
export interface KeyValue {
  key: string;
  value: AnyValue;
}

/** Writes nested attributes under dotted keys, as instrumentations send them. */
export function toOtlpAttributes(nested: JsonObject): KeyValue[] {
  return toDottedAttributes(nested).map(([key, value]) => toKeyValue(key, value));
}

/**
 * Puts nested attributes under dotted keys. What would not be the same after nesting it again, such as an empty object or
 * null in it, stays one value.
 */
export function toDottedAttributes(nested: JsonObject): [string, JsonValue][] {
  const attributes: [string, JsonValue][] = [];
  const names = Object.keys(nested);
  for (const name of names) {
    // A member with a dot in its name was left beside a value that it would otherwise become a part of.
    const isBesideOthers = names.some((other) => other.startsWith(`${name}.`));
    const value = nested[name] ?? null;
    if (isBesideOthers) attributes.push([name, value]);
    else addFlat(attributes, name, value);
  }
  return attributes;
}

function addFlat(attributes: [string, JsonValue][], path: string, value: JsonValue): void {
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isFlattable)) {
      for (const [at, element] of value.entries()) addMembers(attributes, `${path}.${at}`, element);
      return;
    }
  } else if (isFlattable(value)) {
    addMembers(attributes, path, value);
    return;
  }
  attributes.push([path, value]);
}

function addMembers(attributes: [string, JsonValue][], path: string, value: JsonObject): void {
  for (const name of Object.keys(value))
    addFlat(attributes, `${path}.${name}`, value[name] ?? null);
}

function isFlattable(value: JsonValue): value is JsonObject {
  if (!isJsonObject(value)) return false;
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => PLAIN_NAME.test(name) && value[name] !== null);
}

/** Writes one attribute. */
export function toKeyValue(key: string, value: JsonValue): KeyValue {
  return { key, value: toAnyValue(value) };
}

function toAnyValue(value: JsonValue): AnyValue {
  if (value === null) return {};
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number' || isRawNumber(value)) {
    const source = numberSource(value);
    return /[.eE]/.test(source) ? { doubleValue: value } : { intValue: source };
  }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(toAnyValue) } };
  const values = Object.keys(value).map((key) => toKeyValue(key, value[key] ?? null));
  return { kvlistValue: { values } };
}
