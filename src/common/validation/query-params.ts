import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsOptional, IsString, ValidateBy } from 'class-validator';
import { formatMicros, parseTime } from '../time.js';

/**
 * Decorators for query parameters, which arrive as text. They accept what the published clients'
 * server accepts; a value that cannot be read is left as it is, so that validation reports it.
 */

const TRUE = new Set(['true', '1', 'yes', 'on', 't', 'y']);
const FALSE = new Set(['false', '0', 'no', 'off', 'f', 'n']);

/** A whole number; `5`, ` 5 ` and `5.0` are accepted. */
export function QueryInt({ min, max }: { min: number; max?: number }): PropertyDecorator {
  return applyDecorators(
    IsOptional(),
    Transform(({ value }) => readInt(value)),
    rule('int_parsing', Number.isInteger, 'Input should be a valid integer'),
    rule(
      'greater_than',
      orNoInteger((int) => int >= min),
      `Input should be greater than ${min - 1}`,
    ),
    ...(max === undefined
      ? []
      : [
          rule(
            'less_than_equal',
            orNoInteger((int) => int <= max),
            `Input should be less than or equal to ${max}`,
          ),
        ]),
  );
}

function rule(name: string, validate: (value: unknown) => boolean, message: string) {
  return ValidateBy({ name, validator: { validate, defaultMessage: () => message } });
}

/** What is no integer breaks no bound as well: one thing is wrong with it. */
function orNoInteger(isWithin: (int: number) => boolean) {
  return (value: unknown): boolean => !Number.isInteger(value) || isWithin(Number(value));
}

function readInt(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return /^\s*[+-]?\d+(\.0*)?\s*$/.test(value) ? Number(value) : value;
}

/** The value as a boolean, or as it is when it is none. */
export function readBoolean(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const lower = value.toLowerCase();
  if (TRUE.has(lower)) return true;
  return FALSE.has(lower) ? false : value;
}

const WIRE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?\+00:00$/;
const isWireTime = (value: unknown) => typeof value === 'string' && WIRE_TIME.test(value);

function readTime(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const parsed = parseTime(value);
  return parsed ? formatMicros(parsed.micros) : value;
}

/** A text; a repeated parameter counts with its last value. */
export function QueryText(): PropertyDecorator {
  return applyDecorators(
    IsOptional(),
    Transform(({ value }) => (Array.isArray(value) ? value.at(-1) : value)),
    IsString({ message: 'Input should be a valid string' }),
  );
}
