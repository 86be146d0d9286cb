import { maxBytes, NOT_BLANK, reason, trimmedText } from '../kernel/validation/json-fields.js';
import { MAX_KEY_LENGTH, MAX_VALUE_BYTES, SECRET_KEY } from './secret-key.js';

/** The key of a secret, as clients send it. */
export const secretKey = () =>
  trimmedText()
    .max(MAX_KEY_LENGTH)
    .refine(
      (key) => SECRET_KEY.test(key),
      reason(
        'string_pattern_mismatch',
        'Input should contain only letters, digits and _, and not start with a digit',
      ),
    )
    .meta({ pattern: String.raw`^\s*[A-Za-z_][A-Za-z0-9_]*\s*$` });

/** The value of a secret, as clients send it. */
export const secretValue = () =>
  trimmedText()
    .check(maxBytes(MAX_VALUE_BYTES))
    .refine((value) => value !== '', reason('string_too_short', 'Input should not be blank'))
    .meta({ pattern: NOT_BLANK, maxLength: MAX_VALUE_BYTES });
