import { z } from 'zod';
import {
  anyObject,
  laxInt32,
  maxBytes,
  storableText,
} from '../../common/validation/json-fields.js';
import { MAX_NAME_BYTES } from '../experiment-texts.js';

/** Far more than anyone needs; each example of an incomplete experiment lists what it lacks. */
const MAX_REPETITIONS = 10_000;

export const createExperimentBody = z
  .object({
    name: storableText()
      .check(maxBytes(MAX_NAME_BYTES))
      .nullish()
      .describe("Derived from the dataset's name when absent or blank."),
    description: storableText().nullish(),
    metadata: anyObject().nullish(),
    version_id: storableText()
      .nullish()
      .describe('Global id of the dataset version to run over; the newest unless given.'),
    splits: z
      .array(z.string())
      .nullish()
      .describe('Names or global ids of the splits to run over; the whole dataset unless given.'),
    repetitions: laxInt32()
      .pipe(z.int().min(1).max(MAX_REPETITIONS))
      .nullish()
      .describe('How often to run each example: 1 unless given.')
      .meta({ type: 'number', maximum: MAX_REPETITIONS }),
  })
  .meta({ id: 'CreateExperimentDto' });
