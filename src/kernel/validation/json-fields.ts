import { z } from 'zod';
import {
  isJsonObject,
  isRawNumber,
  jsonDouble,
  type JsonObject,
  type JsonValue,
  numberValue,
} from '../json/json.js';
import { formatMicros, parseTime } from '../time/time.js';
import { IDENTIFIER, IDENTIFIER_FORM, isIdentifier, MAX_IDENTIFIER } from './identifier.js';
import { readBoolean } from './query-fields.js';
import { isStorable, MAX_NAME_BYTES } from './storable.js';

/**
 * Pieces of zod schemas for JSON bodies and GraphQL inputs. They accept the same input as the
 * server for which the published clients were written; `readAs` reports violations in its words.
 */

const MAX_INT32 = 2_147_483_647;

/** A text that PostgreSQL can store. */
export const storableText = () =>
  z
    .string()
    .refine(
      isStorable,
      reason('storable', 'Input should not contain NUL characters or lone surrogates'),
    );

/** Like `storableText`, but removes surrounding white space. */
export const trimmedText = () => storableText().trim();

/**
 * Limits the bytes of an indexed text, because PostgreSQL refuses keys above 2,700 bytes. For
 * `.check()`.
 */
export const maxBytes = (max: number) =>
  z.refine<string>(
    (text) => Buffer.byteLength(text) <= max,
    reason('max_bytes', `String should have at most ${max} bytes`),
  );

/** For documents: a text with more than white space, because that is removed. */
export const NOT_BLANK = '\\S';

/** A name that PostgreSQL can store and index. Removes surrounding white space. */
export const trimmedName = () =>
  trimmedText()
    .check(maxBytes(MAX_NAME_BYTES))
    .refine((name) => name !== '', reason('string_too_short', 'The name must not be empty'))
    .meta({ pattern: NOT_BLANK, maxLength: MAX_NAME_BYTES });

/** A name for use in URLs and code. */
export const identifier = () =>
  z
    .string()
    .refine(isIdentifier, reason('string_pattern_mismatch', IDENTIFIER_FORM))
    .meta({ pattern: IDENTIFIER.source, maxLength: MAX_IDENTIFIER });

/** A time in any accepted form, including a number of seconds, converted to wire text. */
export const laxTime = () =>
  lax('string', readTime, 'datetime_parsing', 'Input should be a valid datetime').meta({
    format: 'date-time',
  });

/** A number, converted to a double. Also accepts booleans and numbers in strings. */
export const laxNumber = () =>
  lax('number', readDouble, 'float_type', 'Input should be a valid number');

/** Like `laxNumber`, for JSON that is stored: `1.0` keeps its fraction. */
export const laxFloat = () =>
  lax('number', readFloat, 'float_type', 'Input should be a valid number');

/** A 32-bit integer; `2.0`, `"3"` and `true` are accepted, `2.5` is not. */
export const laxInt32 = () =>
  lax('integer', readInt32, 'int_type', 'Input should be a valid integer').meta({
    minimum: -MAX_INT32,
    maximum: MAX_INT32,
  });

/** An integer of any size; `2.0`, `"3"` and `true` are accepted, `2.5` is not. */
export const laxInt = () => lax('integer', readInt, 'int_type', 'Input should be a valid integer');

/** A boolean. Also accepts the words and numbers that query parameters accept. */
export const laxBoolean = () =>
  lax('boolean', readTruth, 'bool_type', 'Input should be a valid boolean');

/**
 * An object whose members are all optional. `z.object` alone would accept a number such as `1.0`,
 * which `parseJson` keeps as an object.
 */
export const objectOf = <S extends z.ZodObject>(schema: S) =>
  z.preprocess((value) => (isRawNumber(value) ? numberValue(value) : value), schema);

/** A JSON object with arbitrary content. It is not copied, so it stays exactly as sent. */
export const anyObject = () =>
  z
    .custom<JsonObject>(isJsonObject, reason('dict_type', 'Input should be a valid dictionary'))
    .meta({ type: 'object', additionalProperties: true });

/** Returns the schema of any JSON value, including null. */
export const anyJson = () => z.custom<JsonValue>((value) => value !== undefined).meta({});

/** Parameters of a refinement: `type` as Pydantic would name it, and a message for people. */
export function reason(type: string, message: string) {
  return { message, params: { type } };
}

/**
 * Converts a number, or a value that counts as one, to a double. Returns anything else unchanged.
 */
export function readNumber(value: unknown): unknown {
  if (isRawNumber(value)) return Number(value.rawJSON);
  if (typeof value === 'boolean') return Number(value);
  if (typeof value !== 'string' || !/^\s*[+-]?(\d|\.\d)/.test(value)) return value;
  const number = Number(value.replaceAll('_', ''));
  return Number.isNaN(number) ? value : number;
}

function lax<T>(jsonType: string, read: (value: unknown) => T | null, type: string, words: string) {
  return z
    .custom<T>((value) => read(value) !== null, reason(type, words))
    .transform((value) => read(value) as T)
    .meta({ type: jsonType });
}

function readDouble(value: unknown): number | null {
  const number = readNumber(value);
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function readFloat(value: unknown) {
  const number = readNumber(value);
  return typeof number === 'number' ? jsonDouble(number) : null;
}

function readInt32(value: unknown): number | null {
  const number = readNumber(value);
  return Number.isInteger(number) && Math.abs(Number(number)) <= MAX_INT32 ? Number(number) : null;
}

function readInt(value: unknown) {
  if (isRawNumber(value) && /^-?\d+$/.test(value.rawJSON)) return value;
  const number = readNumber(value);
  return Number.isSafeInteger(number) ? Number(number) : null;
}

function readTruth(value: unknown): boolean | null {
  const truth = readBoolean(typeof value === 'number' ? String(value) : value);
  return typeof truth === 'boolean' ? truth : null;
}

function readTime(value: unknown): string | null {
  const source = isRawNumber(value) ? Number(value.rawJSON) : value;
  if (typeof source !== 'string' && typeof source !== 'number') return null;
  const parsed = parseTime(String(source));
  return parsed && formatMicros(parsed.micros);
}
