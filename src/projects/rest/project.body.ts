import { z } from 'zod';
import { maxBytes, storableText } from '../../kernel/validation/json-fields.js';
import { MAX_NAME_BYTES } from '../../kernel/validation/storable.js';

export const createProjectBody = z
  .object({
    name: storableText()
      .check(maxBytes(MAX_NAME_BYTES))
      .min(1)
      .describe('Unique. Any characters except NUL. Surrounding spaces are kept.'),
    description: storableText().nullish(),
  })
  .meta({ id: 'CreateProjectDto' });

export const updateProjectBody = z
  .object({
    description: storableText().nullish().describe('Absent or null: unchanged.'),
    prefers_sent_costs: z
      .boolean()
      .nullish()
      .describe(
        'Whether the cost that a span states in `llm.cost.*` counts even if its model has a price. Applies to spans that are priced from now on. Absent or null: unchanged.',
      ),
  })
  .meta({ id: 'UpdateProjectDto' });
