import { z } from 'zod';
import { identifier, storableText } from '../../kernel/validation/json-fields.js';

/** A tag as clients send it. */
export const promptTagBody = z
  .object({
    name: identifier().describe(
      'Lowercase letters, digits, `-` and `_`. If another version of the prompt has this tag, the tag moves to this one.',
    ),
    description: storableText().nullish().describe('Replaces the description of an existing tag.'),
  })
  .meta({ id: 'NewPromptTag' });
