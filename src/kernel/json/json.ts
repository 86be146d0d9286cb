import { parseInOrder } from './key-order.js';

/**
 * A JSON number whose source text is kept, because a JavaScript number would change it: an integer
 * beyond 2^53, or a float with an integral value such as `1.0`. Created by `JSON.rawJSON`, so that
 * `JSON.stringify` writes the source text unchanged.
 */
export interface RawNumber {
  readonly rawJSON: string;
}

/** Any JSON value. Numbers that JavaScript cannot represent are `RawNumber`s. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | RawNumber
  | JsonValue[]
  | { [key: string]: JsonValue };

/** A JSON object. It may have hostile keys such as `__proto__`, so write to it with `setOwn`. */
export type JsonObject = { [key: string]: JsonValue };

declare global {
  interface JSON {
    rawJSON(text: string): RawNumber;
    isRawJSON(value: unknown): value is RawNumber;
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown;
  }
}

/** May also match inside a string, which only makes parsing slower. */
const LOSSY_NUMBER = /(?:^|[:,[\s])-?(?:\d{16}|\d+\.0+(?!\d)|\d+(?:\.\d+)?[eE])/;

/** Matches wherever `LOSSY_NUMBER` does, and passes text without such digits ten times as fast. */
const LOSSY_DIGITS = /\d(?:\d{15}|\.0|[eE])/;

/** Returns whether a JSON text may have numbers that JavaScript would change. */
export function mayHaveLossyNumbers(text: string): boolean {
  return LOSSY_DIGITS.test(text) && LOSSY_NUMBER.test(text);
}

/**
 * Parses JSON without losing numbers or the order of members: integers beyond 2^53 and floats with an
 * integral value (`1.0`, `1e3`) become `RawNumber`s, which `stringifyJson` writes back. Numbers
 * beyond the range of a double become null. Throws SyntaxError for malformed text, and RangeError if it is absurdly
 * deep.
 */
export function parseJson(text: string): JsonValue {
  const reviver = mayHaveLossyNumbers(text) ? exactNumbers : undefined;
  return parseInOrder(text, reviver) as JsonValue;
}

/**
 * A reviver for `JSON.parse` that turns numbers into `RawNumber`s if JavaScript would change them.
 */
export function exactNumbers(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? exactNumber(value, context?.source) : value;
}

/** Like `exactNumbers`, but numbers beyond the range of a double stay infinite. */
export function exactFiniteNumbers(
  key: string,
  value: unknown,
  context?: { source?: string },
): unknown {
  const isInfinite = typeof value === 'number' && !Number.isFinite(value);
  return isInfinite ? value : exactNumbers(key, value, context);
}

/** Like `exactNumbers`, but only for integers beyond 2^53. */
export function exactIntegers(key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && !Number.isSafeInteger(value) && Number.isInteger(value)
    ? exactNumbers(key, value, context)
    : value;
}

/**
 * Writes JSON, the reverse of `parseJson`. Writes BigInts as integers, and NaN, the infinities and
 * undefined as null. Throws RangeError if the value is absurdly deep.
 */
export function stringifyJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch (error) {
    // Only a BigInt or a cycle raises TypeError; trying first keeps the common case fast.
    if (!(error instanceof TypeError)) throw error;
    return (
      JSON.stringify(value, (_key, inner: unknown) =>
        typeof inner === 'bigint' ? JSON.rawJSON(inner.toString()) : inner,
      ) ?? 'null'
    );
  }
}

/** Returns whether the value is a number kept as its source text. */
export function isRawNumber(value: unknown): value is RawNumber {
  return JSON.isRawJSON(value);
}

/** Returns whether the value is a JSON object: not null, not a list, not a number kept as text. */
export function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value)
  );
}

/** Returns the JSON text of a number; `1.0` and `9007199254740993` keep the text that was sent. */
export function numberSource(value: number | RawNumber): string {
  return typeof value === 'number' ? String(value) : value.rawJSON;
}

/** Returns the nearest double. */
export function numberValue(value: number | RawNumber): number {
  return typeof value === 'number' ? value : Number(value.rawJSON);
}

/** Converts an integer of any size to a JSON number. */
export function jsonInteger(value: bigint): number | RawNumber {
  const double = Number(value);
  return Number.isSafeInteger(double) ? double : JSON.rawJSON(value.toString());
}

/**
 * Returns a double as a JSON number that still reads as a float (`1.0`); null for NaN and the
 * infinities.
 */
export function jsonDouble(value: number): number | RawNumber | null {
  if (!Number.isFinite(value)) return null;
  if (!Number.isInteger(value)) return value;
  // Write all digits, because PostgreSQL's jsonb would turn a number with an exponent into an
  // integer.
  const digits = Number.isSafeInteger(value) ? String(value) : BigInt(value).toString();
  return JSON.rawJSON(`${digits}.0`);
}

/** Sets an own property, whatever its name: `__proto__` never reaches the prototype. */
export function setOwn(target: JsonObject, key: string, value: JsonValue): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else {
    target[key] = value;
  }
}

/** Returns an own property, or undefined. Never sees inherited names such as `constructor`. */
export function getOwn(target: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(target, key) ? target[key] : undefined;
}

function exactNumber(value: number, source: string | undefined): JsonValue {
  if (!Number.isFinite(value)) return null;
  if (source === undefined || !Number.isInteger(value)) return value;
  if (/[.eE]/.test(source)) return jsonDouble(value);
  return Number.isSafeInteger(value) ? value : JSON.rawJSON(source);
}
