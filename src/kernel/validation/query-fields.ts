import { z } from 'zod';
import { formatMicros, parseTime } from '../time/time.js';

/**
 * Pieces of zod schemas for query parameters, which arrive as text. They accept the same input as
 * the server for which the published clients were written. A repeated parameter arrives as a list.
 */

const TRUE = new Set(['true', '1', 'yes', 'on', 't', 'y']);
const FALSE = new Set(['false', '0', 'no', 'off', 'f', 'n']);

/** Largest 32-bit integer. */
const MAX_INT = 2_147_483_647;

/** The bounds of an integer. */
interface IntBounds {
  min: number;
  /** Refuses larger integers. */
  max?: number;
  /** Larger integers are accepted, and count as this one. So this is no `maximum` in the document. */
  cap?: number;
}

/** An integer within bounds; `5`, ` 5 ` and `5.0` are accepted. */
export function queryInt({ min, max, cap = MAX_INT }: IntBounds) {
  return lax('number', readInt, 'int_parsing', 'Input should be a valid integer')
    .refine((int) => int >= min, {
      message: `Input should be greater than ${min - 1}`,
      params: { type: 'greater_than' },
    })
    .refine((int) => max === undefined || int <= max, {
      message: `Input should be less than or equal to ${max}`,
      params: { type: 'less_than_equal' },
    })
    .transform((int) => Math.min(int, cap))
    .meta({ type: 'integer', minimum: min, ...(max !== undefined && { maximum: max }) });
}

/** A finite number from `min`; ` 5 ` and `1e3` are accepted. */
export function queryNumber({ min }: { min: number }) {
  return lax('number', readNumber, 'float_parsing', 'Input should be a valid number')
    .refine((number) => Number.isFinite(number), {
      message: 'Input should be a finite number',
      params: { type: 'finite_number' },
    })
    .refine((number) => number >= min, {
      message: `Input should be greater than or equal to ${min}`,
      params: { type: 'greater_than_equal' },
    })
    .meta({ type: 'number', minimum: min });
}

/** true/false, 1/0, yes/no, on/off, t/f, y/n in any case. */
export const queryBoolean = () =>
  lax('boolean', readTruth, 'bool_parsing', 'Input should be a valid boolean');

/** A time in any accepted form, in UTC unless it has an offset, converted to wire text. */
export const queryTime = () =>
  lax('string', readTime, 'datetime_parsing', 'Input should be a valid datetime').meta({
    format: 'date-time',
  });

/** A text. Uses the last value of a repeated parameter. */
export const queryText = <S extends z.ZodType = z.ZodString>(
  text: S = z.string() as z.ZodType as S,
) => z.preprocess(lastOf, text);

/** A parameter that may be repeated: `name=a&name=b`. */
export const queryList = (item: z.ZodString = z.string()) =>
  z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(item));

/** Converts a value to a boolean. Returns it unchanged if it is not one. */
export function readBoolean(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const lower = value.toLowerCase();
  if (TRUE.has(lower)) return true;
  return FALSE.has(lower) ? false : value;
}

function lax<T>(jsonType: string, read: (value: unknown) => T | null, type: string, words: string) {
  return z
    .custom<T>((value) => read(value) !== null, { message: words, params: { type } })
    .transform((value) => read(value) as T)
    .meta({ type: jsonType });
}

function readInt(value: unknown): number | null {
  return typeof value === 'string' && /^\s*[+-]?\d+(\.0*)?\s*$/.test(value) ? Number(value) : null;
}

function readNumber(value: unknown): number | null {
  return typeof value === 'string' && /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value)
    ? Number(value)
    : null;
}

function readTruth(value: unknown): boolean | null {
  const truth = readBoolean(value);
  return typeof truth === 'boolean' ? truth : null;
}

function readTime(value: unknown): string | null {
  const parsed = typeof value === 'string' ? parseTime(value) : null;
  return parsed && formatMicros(parsed.micros);
}

function lastOf(value: unknown): unknown {
  return Array.isArray(value) ? value.at(-1) : value;
}
