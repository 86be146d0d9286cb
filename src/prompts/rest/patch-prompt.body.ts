import { z } from 'zod';
import { anyObject, reason, storableText } from '../../kernel/validation/json-fields.js';

export const patchPromptBody = z
  .object({
    description: storableText().nullish().describe('Null removes it.'),
    metadata: anyObject().optional().describe('Replaces all metadata.'),
  })
  .refine(
    ({ description, metadata }) => description !== undefined || metadata !== undefined,
    reason('value_error', 'At least one of description and metadata is required'),
  )
  .meta({
    id: 'PatchPromptDto',
    description: 'At least one field is required.',
    anyOf: [{ required: ['description'] }, { required: ['metadata'] }],
  });
