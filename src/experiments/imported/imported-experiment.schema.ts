import { z } from 'zod';
import {
  anyJson,
  anyObject,
  laxInt32,
  laxNumber,
  laxTime,
  maxBytes,
  storableText,
} from '../../kernel/validation/json-fields.js';
import { MAX_NAME_BYTES } from '../../kernel/validation/storable.js';
import { ExperimentAnnotatorKind } from '../evaluations/experiment-annotator-kind.enum.js';

const name = () => storableText().check(maxBytes(MAX_NAME_BYTES));

const traceId = () => storableText().check(maxBytes(MAX_NAME_BYTES)).nullish();

/** An experiment, as REST shows it. */
export const experimentSchema = z.object({
  name: name(),
  description: storableText().nullish(),
  metadata: anyObject().nullish(),
  project_name: name().nullish(),
  repetitions: laxInt32().pipe(z.int().min(1)),
  created_at: laxTime(),
  updated_at: laxTime(),
});

/** A run, as REST shows it. */
export const runSchema = z.object({
  repetition_number: laxInt32().pipe(z.int().min(1)),
  output: anyJson(),
  error: z.string().nullish(),
  trace_id: traceId(),
  start_time: laxTime(),
  end_time: laxTime(),
});

/** An evaluation in the JSON download of an experiment. */
export const evaluationSchema = z.object({
  name: name(),
  annotator_kind: z.enum(ExperimentAnnotatorKind),
  label: z.string().nullish(),
  score: laxNumber().nullish(),
  explanation: z.string().nullish(),
  error: z.string().nullish(),
  metadata: anyObject().nullish(),
  trace_id: traceId(),
  start_time: laxTime(),
  end_time: laxTime(),
});

/** A run in the JSON download of an experiment, apart from its evaluations. */
export const downloadedRunSchema = z.object({
  repetition_number: laxInt32(),
  prompt_token_count: laxInt32().nullish(),
  completion_token_count: laxInt32().nullish(),
});
