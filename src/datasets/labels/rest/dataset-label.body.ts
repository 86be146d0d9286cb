import { z } from 'zod';
import { maxBytes, reason, storableText } from '../../../kernel/validation/json-fields.js';
import { MAX_NAME_BYTES } from '../../../kernel/validation/storable.js';

const name = storableText().check(maxBytes(MAX_NAME_BYTES)).min(1);
const COLOR = /^#[0-9a-f]{6}$/;
const color = z
  .string()
  .refine(
    (text) => COLOR.test(text),
    reason('string_pattern_mismatch', "String should match pattern '^#([0-9a-f]{6})$'"),
  )
  .meta({ pattern: COLOR.source });

export const createLabelBody = z
  .object({
    name: name.describe('Unique.'),
    color: color.describe('`#rrggbb`, in lowercase.'),
    description: storableText().nullish(),
  })
  .meta({ id: 'CreateLabelRequest', description: 'A label to create.' });

export const updateLabelBody = z
  .object({
    name: name.nullish().describe('Absent or null: unchanged.'),
    color: color.nullish().describe('`#rrggbb`, in lowercase. Absent or null: unchanged.'),
    description: storableText().nullish().describe('Absent: unchanged. Null: removed.'),
  })
  .meta({
    id: 'UpdateLabelRequest',
    description: 'Changes to a label. At least one field is required.',
    anyOf: [
      ...['name', 'color'].map((field) => ({
        required: [field],
        properties: { [field]: { not: { nullable: true, enum: [null] } } },
      })),
      { required: ['description'] },
    ],
  });

export const replaceLabelsBody = z
  .object({
    dataset_label_ids: z
      .array(z.string())
      .default([])
      .describe('Global IDs. An empty list removes every label.'),
  })
  .meta({ id: 'ReplaceLabelsRequest', description: 'The labels of a dataset.' });
