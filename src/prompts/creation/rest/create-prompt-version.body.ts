import { z } from 'zod';
import { promptTagBody } from '../../tags/prompt-tag.schema.js';
import { promptVersionBody } from '../../versions/prompt-version.schema.js';

export const createPromptVersionBody = z
  .object({
    version: promptVersionBody,
    tags: z
      .array(promptTagBody)
      .nullish()
      .describe('Tags that will point to the version. They move from other versions.'),
  })
  .meta({ id: 'CreatePromptVersionDto', description: 'A version to create, and its tags.' });
