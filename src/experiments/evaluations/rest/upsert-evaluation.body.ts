import { z } from 'zod';
import {
  anyObject,
  laxNumber,
  laxTime,
  maxBytes,
  objectOf,
  storableText,
} from '../../../kernel/validation/json-fields.js';
import { MAX_NAME_BYTES } from '../../../kernel/validation/storable.js';
import { ExperimentAnnotatorKind } from '../experiment-annotator-kind.enum.js';

const evaluationResult = z
  .object({
    label: z.string().nullish(),
    score: laxNumber().nullish(),
    explanation: z.string().nullish(),
  })
  .meta({ id: 'EvaluationResult' });

export const upsertEvaluationBody = z
  .object({
    experiment_run_id: z.string().describe('Global ID.'),
    name: storableText()
      .check(maxBytes(MAX_NAME_BYTES))
      .describe("Name of the evaluation. Replaces the run's evaluation with the same name."),
    annotator_kind: z.enum(ExperimentAnnotatorKind),
    start_time: laxTime(),
    end_time: laxTime(),
    result: objectOf(evaluationResult)
      .nullish()
      .describe('Required unless there is an `error`; may be an empty object.'),
    error: z.string().nullish().describe('Why the evaluator failed.'),
    metadata: anyObject().nullish(),
    trace_id: storableText()
      .check(maxBytes(MAX_NAME_BYTES))
      .nullish()
      .describe("ID of the evaluator's trace. Its spans may arrive later."),
  })
  .meta({
    id: 'UpsertEvaluationRequest',
    anyOf: ['result', 'error'].map((name) => ({
      required: [name],
      properties: { [name]: { not: { nullable: true, enum: [null] } } },
    })),
  });
