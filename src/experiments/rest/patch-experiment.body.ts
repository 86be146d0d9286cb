import { z } from 'zod';
import { anyObject, maxBytes, reason, storableText } from '../../kernel/validation/json-fields.js';
import { MAX_NAME_BYTES } from '../../kernel/validation/storable.js';

/** Requires at least one field. */
export const patchExperimentBody = z
  .object({
    name: storableText()
      .check(maxBytes(MAX_NAME_BYTES))
      .refine((name) => /\S/.test(name), reason('blank', 'String should not be blank'))
      .optional()
      .describe('Absent: unchanged.')
      .meta({ pattern: '\\S' }),
    description: storableText().nullish().describe('Absent: unchanged. Null: removed.'),
    metadata: anyObject().optional().describe('Replaces all metadata. Absent: unchanged.'),
  })
  .meta({ id: 'PatchExperimentDto' });
