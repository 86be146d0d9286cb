import { z } from 'zod';
import { identifier, storableText } from '../../../common/validation/json-fields.js';

export const setExperimentTagBody = z
  .object({
    name: identifier().describe('Unique in the dataset: a tag of another experiment moves.'),
    description: storableText().nullish().describe('Absent or null: none.'),
  })
  .meta({ id: 'SetTagDto' });
