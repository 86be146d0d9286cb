import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsString, ValidateBy } from 'class-validator';
import { IDENTIFIER_FORM, isIdentifier } from './identifier.js';
import { isJsonObject, isRawNumber } from '../json/json.js';
import { readBoolean } from './query-params.js';
import { isStorable } from './storable.js';
import { formatMicros, parseTime } from '../time.js';
import { Verbatim } from './verbatim.js';

/** A text in a JSON body that will be stored. */
export function StorableText(): PropertyDecorator {
  return applyDecorators(
    IsString({ message: 'Input should be a valid string' }),
    ValidateBy({
      name: 'storable',
      validator: {
        validate: (value) => typeof value !== 'string' || isStorable(value),
        defaultMessage: () => 'Input should not hold NUL characters or lone surrogates',
      },
    }),
  );
}

/** A name that stands in addresses and code. */
export function BodyIdentifier(): PropertyDecorator {
  return applyDecorators(
    IsString({ message: 'Input should be a valid string' }),
    ValidateBy({
      name: 'string_pattern_mismatch',
      validator: {
        validate: (value) => typeof value !== 'string' || isIdentifier(value),
        defaultMessage: () => IDENTIFIER_FORM,
      },
    }),
  );
}

/** A time in any accepted form, a number of seconds included; becomes the wire text. */
export function BodyTime(): PropertyDecorator {
  return applyDecorators(
    Transform(({ obj, key }) => readTime((obj as Record<string, unknown>)[key])),
    ValidateBy({
      name: 'datetime',
      validator: {
        validate: (value) => typeof value === 'string' && parseTime(value) !== null,
        defaultMessage: () => 'Input should be a valid datetime',
      },
    }),
  );
}

function readTime(value: unknown): unknown {
  const source = isRawNumber(value) ? Number(value.rawJSON) : value;
  if (typeof source !== 'string' && typeof source !== 'number') return value;
  const parsed = parseTime(String(source));
  return parsed ? formatMicros(parsed.micros) : value;
}

/** A number; texts of numbers and booleans count as well, as clients rely on. Becomes a double. */
export function BodyFloat(): PropertyDecorator {
  return applyDecorators(
    Transform(({ obj, key }) => readNumber((obj as Record<string, unknown>)[key])),
    ValidateBy({
      name: 'float',
      validator: {
        validate: (value) => typeof value === 'number' && Number.isFinite(value),
        defaultMessage: () => 'Input should be a valid number',
      },
    }),
  );
}

/** A whole number; `2.0`, `"3"` and `true` count as well, `2.5` does not. */
export function BodyInt({ min = -2147483648 } = {}): PropertyDecorator {
  return applyDecorators(
    Transform(({ obj, key }) => readNumber((obj as Record<string, unknown>)[key])),
    ValidateBy({
      name: 'int',
      validator: {
        validate: (value) => Number.isInteger(value) && Math.abs(Number(value)) <= 2147483647,
        defaultMessage: () => 'Input should be a valid integer',
      },
    }),
    ValidateBy({
      name: 'greater_than_equal',
      validator: {
        validate: (value) => typeof value !== 'number' || value >= min,
        defaultMessage: () => `Input should be greater than or equal to ${min}`,
      },
    }),
  );
}

/** True or false; the words and numbers that query parameters take count as well. */
export function BodyBoolean(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) => readBoolean(typeof value === 'number' ? String(value) : value)),
    ValidateBy({
      name: 'bool',
      validator: {
        validate: (value) => typeof value === 'boolean',
        defaultMessage: () => 'Input should be a valid boolean',
      },
    }),
  );
}

/** A JSON object, taken as it is. */
export function BodyObject(): PropertyDecorator {
  return applyDecorators(
    Verbatim(),
    ValidateBy({
      name: 'dict_type',
      validator: {
        validate: (value) => isJsonObject(value),
        defaultMessage: () => 'Input should be a valid dictionary',
      },
    }),
  );
}

/** A number, or what counts as one, as a double; anything else as it is. */
export function readNumber(value: unknown): unknown {
  if (isRawNumber(value)) return Number(value.rawJSON);
  if (typeof value === 'boolean') return Number(value);
  if (typeof value !== 'string' || !/^\s*[+-]?(\d|\.\d)/.test(value)) return value;
  const number = Number(value.replaceAll('_', ''));
  return Number.isNaN(number) ? value : number;
}
