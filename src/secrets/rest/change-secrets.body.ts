import { z } from 'zod';
import { MAX_CHANGES } from '../secret-key.js';
import { secretKey, secretValue } from '../secret.rules.js';

const secretChange = z
  .object({
    key: secretKey().describe(
      'Letters, digits and `_`, not starting with a digit. Surrounding white space is removed.',
    ),
    value: secretValue()
      .nullable()
      .describe('The secret. Surrounding white space is removed. Null deletes it.'),
  })
  .meta({ id: 'SecretChangeDto' });

export const changeSecretsBody = z
  .object({
    secrets: z
      .array(secretChange)
      .min(1)
      .max(MAX_CHANGES)
      // The published API document does not contain this limit.
      .meta({ maxItems: undefined })
      .describe(
        'If one change is not valid, none is made. If a key occurs more than once, its last change applies.',
      ),
  })
  .meta({ id: 'ChangeSecretsDto' });
