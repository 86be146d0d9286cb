import { z } from 'zod';
import {
  anyJson,
  laxInt32,
  laxTime,
  maxBytes,
  storableText,
} from '../../../kernel/validation/json-fields.js';

/** Enough for any realistic ID, and small enough for an index. */
const MAX_TRACE_ID_BYTES = 512;

export const createExperimentRunBody = z
  .object({
    dataset_example_id: z
      .string()
      .describe('The example, by global ID or by its own `external_id`.'),
    output: anyJson().describe('What the task returned: any JSON, including null.'),
    repetition_number: laxInt32()
      .refine((number) => number >= 1, {
        message: 'Input should be greater than or equal to 1',
        params: { type: 'greater_than_equal' },
      })
      .describe('From 1.')
      .meta({ type: 'integer', minimum: 1, maximum: 2_147_483_647 }),
    start_time: laxTime().describe('UTC unless it has an offset.').meta({ type: 'string' }),
    end_time: laxTime().describe('UTC unless it has an offset.').meta({ type: 'string' }),
    trace_id: storableText()
      .check(maxBytes(MAX_TRACE_ID_BYTES))
      .nullish()
      .describe("ID of the task's trace. Its spans may arrive later."),
    error: z
      .string()
      .nullish()
      .describe('Why the task failed. A failed run can be replaced, a successful one cannot.'),
  })
  .meta({ id: 'CreateRunDto' });
