import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsString, ValidateBy } from 'class-validator';
import { isStorable } from './storable.js';
import { formatMicros, parseTime } from './time.js';

/** A text of a JSON body that is to be stored. */
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

/** Bounds the size of a text that an index holds: PostgreSQL refuses keys above 2,700 bytes. */
export function MaxBytes(max: number): PropertyDecorator {
  return ValidateBy({
    name: 'max_bytes',
    validator: {
      validate: (value) => typeof value !== 'string' || Buffer.byteLength(value) <= max,
      defaultMessage: () => `String should have at most ${max} bytes`,
    },
  });
}

/** A text without the blanks at its ends. */
export function Trimmed(): PropertyDecorator {
  return Transform(({ value }) => (typeof value === 'string' ? value.trim() : value));
}

/** A time in any accepted form, a number of seconds included; becomes the wire text. */
export function BodyTime(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) => readTime(value)),
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
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const parsed = parseTime(String(value));
  return parsed ? formatMicros(parsed.micros) : value;
}
