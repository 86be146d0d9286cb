import { z } from 'zod';
import {
  anyObject,
  laxInt32,
  maxBytes,
  NOT_BLANK,
  storableText,
} from '../../kernel/validation/json-fields.js';
import { MAX_NAME_BYTES } from '../../kernel/validation/storable.js';

/**
 * Far more than anyone needs. Limited because incomplete examples list all their missing
 * repetitions.
 */
const MAX_REPETITIONS = 10_000;

export const createExperimentBody = z
  .object({
    name: storableText()
      .check(maxBytes(MAX_NAME_BYTES))
      .nullish()
      .describe("If absent or blank, derived from the dataset's name."),
    description: storableText().nullish(),
    metadata: anyObject().nullish(),
    version_id: storableText()
      .nullish()
      .describe('Global ID of the dataset version. Defaults to the newest.'),
    splits: z
      .array(z.string().meta({ pattern: NOT_BLANK }))
      .nullish()
      .describe('Names or global IDs of splits. Defaults to the whole dataset.'),
    repetitions: laxInt32()
      .pipe(z.int().min(1).max(MAX_REPETITIONS))
      .nullish()
      .describe('How often to run each example. Defaults to 1.')
      .meta({ type: 'integer', minimum: 1, maximum: MAX_REPETITIONS }),
  })
  .meta({ id: 'CreateExperimentDto' });
