import { applyDecorators } from '@nestjs/common';
import { IsString, ValidateBy } from 'class-validator';
import { isStorable } from './storable.js';

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
