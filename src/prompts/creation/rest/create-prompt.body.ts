import { z } from 'zod';
import { anyObject, identifier, storableText } from '../../../kernel/validation/json-fields.js';
import { promptVersionBody } from '../../versions/prompt-version.schema.js';

export const createPromptBody = z
  .object({
    prompt: z
      .object({
        name: identifier(),
        description: storableText().nullish(),
        source_prompt_id: z.string().nullish().describe('Ignored.'),
        metadata: anyObject().nullish(),
      })
      .describe('If the prompt exists, everything but its name is ignored.'),
    version: promptVersionBody,
  })
  .meta({ id: 'CreatePromptDto', description: 'A version to create, and its prompt.' });
