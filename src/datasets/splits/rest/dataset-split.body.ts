import { z } from 'zod';
import {
  anyObject,
  maxBytes,
  storableText,
  trimmedText,
} from '../../../kernel/validation/json-fields.js';
import { MAX_NAME_BYTES } from '../../../kernel/validation/storable.js';
import { MAX_COLOR_BYTES } from '../dataset-splits.service.js';

const name = trimmedText()
  .check(maxBytes(MAX_NAME_BYTES))
  .min(1)
  .describe('Unique on the server. Surrounding white space is removed.');
const color = trimmedText().check(maxBytes(MAX_COLOR_BYTES)).min(1);
const exampleIds = z.array(z.string()).default([]);

export const createSplitBody = z
  .object({
    name,
    description: storableText().nullish().describe('An empty description is removed.'),
    color: color.nullish().describe('Defaults to `#33c5e8`.'),
    metadata: z.preprocess((value) => value ?? undefined, anyObject().optional()),
    example_ids: exampleIds.describe(
      'Examples of the dataset, by global ID or by their own `external_id`.',
    ),
  })
  .meta({ id: 'CreateSplitRequest', description: 'A split to create.' });

export const updateSplitBody = z
  .object({
    name: name.optional(),
    description: storableText().nullish().describe('Null or empty: removed.'),
    color: color.optional(),
    metadata: anyObject().nullish().describe('Replaces all metadata. Null: unchanged.'),
    add_example_ids: exampleIds.describe(
      'Examples of the dataset to add to the split, by global ID or by their own `external_id`.',
    ),
    remove_example_ids: exampleIds.describe(
      'Examples of the dataset to remove from the split, even if they are also added, by global ID or by their own `external_id`.',
    ),
  })
  .meta({
    id: 'UpdateSplitRequest',
    description: 'Changes to a split and its examples. Absent fields stay unchanged.',
  });
