import { z } from 'zod';
import {
  isJsonObject,
  isRawNumber,
  jsonDouble,
  type JsonObject,
  type JsonValue,
} from '../json/json.js';
import { readNumber } from './body-params.js';
import { readBoolean } from './query-params.js';
import { isStorable } from './storable.js';

/**
 * Pieces of zod schemas for JSON that clients send and get back. They take what the published
 * clients' server takes; `violationsOf` says what is wrong in its words.
 */

/** A number; texts of numbers and booleans count as well. It stays one with a fraction: `1.0`. */
export const laxFloat = () =>
  lax('number', readFloat, 'float_type', 'Input should be a valid number');

/** A whole number of any size; `2.0`, `"3"` and `true` count as well, `2.5` does not. */
export const laxInt = () => lax('integer', readInt, 'int_type', 'Input should be a valid integer');

/** True or false; the words and numbers that query parameters take count as well. */
export const laxBoolean = () =>
  lax('boolean', readTruth, 'bool_type', 'Input should be a valid boolean');

/** A JSON object of whatever somebody else defines; not copied, so it stays as it was sent. */
export const anyObject = () =>
  z
    .custom<JsonObject>(isJsonObject, reason('dict_type', 'Input should be a valid dictionary'))
    .meta({ type: 'object', additionalProperties: true });

/** Any JSON, null included. */
export const anyJson = () => z.custom<JsonValue>((value) => value !== undefined).meta({});

/** A text that is kept in a column of its own. */
export const storableText = () =>
  z
    .string()
    .refine(
      isStorable,
      reason('value_error', 'Input should not hold NUL characters or lone surrogates'),
    );

/** What a refinement says: `type` as the published clients' server names it, and words for people. */
export function reason(type: string, message: string) {
  return { message, params: { type } };
}

function lax<T>(jsonType: string, read: (value: unknown) => T | null, type: string, words: string) {
  return z
    .custom<T>((value) => read(value) !== null, reason(type, words))
    .transform((value) => read(value) as T)
    .meta({ type: jsonType });
}

function readFloat(value: unknown) {
  const number = readNumber(value);
  return typeof number === 'number' ? jsonDouble(number) : null;
}

function readInt(value: unknown) {
  if (isRawNumber(value) && /^-?\d+$/.test(value.rawJSON)) return value;
  const number = readNumber(value);
  return Number.isSafeInteger(number) ? Number(number) : null;
}

function readTruth(value: unknown) {
  const truth = readBoolean(typeof value === 'number' ? String(value) : value);
  return typeof truth === 'boolean' ? truth : null;
}
