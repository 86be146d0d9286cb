import { z } from 'zod';
import { MAX_CHANGES } from '../secret-key.js';
import { secretKey, secretValue } from '../secret.rules.js';

const secretChange = z
  .object({
    key: secretKey().describe(
      'Letters, digits and `_`, not starting with a digit. White space at the ends is dropped.',
    ),
    value: secretValue()
      .nullable()
      .describe('The secret, without the white space at its ends. Null deletes it.'),
  })
  .meta({ id: 'SecretChangeDto' });

export const changeSecretsBody = z
  .object({
    secrets: z
      .array(secretChange)
      .min(1)
      .max(MAX_CHANGES)
      // The published document does not state this bound.
      .meta({ maxItems: undefined })
      .describe('Changed all together or not at all. The last change of a key counts.'),
  })
  .meta({ id: 'ChangeSecretsDto' });
