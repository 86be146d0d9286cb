import { Field, Float, ID, InputType, Int } from '@nestjs/graphql';
import { z } from 'zod';
import { IdentifierScalar, JsonScalar } from '../../../kernel/graphql/scalars.js';
import { requireRowId, requireRowIds } from '../../../kernel/ids/global-id.js';
import type { JsonValue } from '../../../kernel/json/json.js';
import {
  anyObject,
  maxBytes,
  reason,
  storableText,
} from '../../../kernel/validation/json-fields.js';
import { readAs } from '../../../kernel/validation/read-as.js';
import { MAX_NAME_BYTES } from '../../../kernel/validation/storable.js';
import {
  ChatConnectionInput,
  GenerativeCredentialInput,
  readConnectionWish,
} from '../../../model-providers/chats/graphql/chat-connection.inputs.js';
import {
  ChatPromptVersionInput,
  readChatPromptVersion,
} from '../../../prompts/versions/graphql/chat-prompt-version.inputs.js';
import { isPath } from '../example-request.js';
import type { JobRequest, Resumption } from '../job-control.service.js';

const MAX_REPETITIONS = 100;
const MAX_CONCURRENCY = 1_000;
const MAX_PATH = 1_000;
const MAX_SPLITS = 1_000;
const MAX_EVALUATORS = 100;

@InputType({ description: 'Limits that stop an experiment. Calls on their way are completed.' })
export class ExperimentBudgetInput {
  @Field(() => Float, {
    nullable: true,
    description: 'Tokens of all models together, with those of evaluators.',
  })
  maxTokens?: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'US dollars. The prices of all models must be known.',
  })
  maxCost?: number | null;
}

@InputType({ description: 'An evaluator of the dataset.' })
export class PlaygroundEvaluatorInput {
  @Field(() => ID, { description: 'Of its use in the dataset.' })
  id: string;
}

@InputType()
export class ChatCompletionOverDatasetInput extends ChatConnectionInput {
  @Field(() => ChatPromptVersionInput)
  promptVersion: ChatPromptVersionInput;

  @Field(() => ID, { nullable: true, description: 'The version that `promptVersion` came from.' })
  promptVersionId?: string | null;

  @Field(() => IdentifierScalar, { nullable: true, description: 'The name of the spans.' })
  promptName?: string | null;

  @Field(() => ID)
  datasetId: string;

  @Field(() => ID, { nullable: true, description: 'The newest version by default.' })
  datasetVersionId?: string | null;

  @Field(() => [ID], { nullable: true, description: 'Only examples in one of these splits.' })
  splitIds?: string[] | null;

  @Field(() => String, { nullable: true, description: 'Derived from `promptName` by default.' })
  experimentName?: string | null;

  @Field(() => String, { nullable: true })
  experimentDescription?: string | null;

  @Field(() => JsonScalar, { nullable: true, description: 'A JSON object.' })
  experimentMetadata?: JsonValue;

  @Field(() => Int, {
    defaultValue: 1,
    description: `How often to run each example, from 1 to ${MAX_REPETITIONS}.`,
  })
  repetitions: number;

  @Field(() => Boolean, {
    defaultValue: true,
    description: 'False to get no pieces of answers, but only how each run ended.',
  })
  streamModelOutput: boolean;

  @Field(() => String, {
    defaultValue: 'input',
    description:
      'Where the variables of the prompt are in an example. If empty, they are `input`, `reference` and `metadata`, so that a variable can be `reference.answer`.',
  })
  templateVariablesPath: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Where an example has messages to append to the prompt, such as `input.messages`. They have the form of OpenAI.',
  })
  appendedMessagesPath?: string | null;

  @Field(() => Boolean, { defaultValue: true, description: 'Whether runs become traces.' })
  tracingEnabled: boolean;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Whether to stop the experiment when its stream is left, and to delete it after a day.',
  })
  createEphemeralExperiment: boolean;

  @Field(() => Int, {
    defaultValue: 10,
    description: `The most calls at a time, up to ${MAX_CONCURRENCY}. Fewer run while the provider refuses some.`,
  })
  maxConcurrency: number;

  @Field(() => [PlaygroundEvaluatorInput], {
    nullable: true,
    description: 'The evaluators that judge each run. By default, all of the dataset.',
  })
  evaluators?: PlaygroundEvaluatorInput[] | null;

  @Field(() => ExperimentBudgetInput, { nullable: true })
  budget?: ExperimentBudgetInput | null;
}

const path = () =>
  storableText()
    .max(MAX_PATH)
    .refine(isPath, reason('value_error', 'Input should be a path, such as input.messages'));

const budget = z.object({
  maxTokens: z
    .number()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .refine(Number.isInteger, reason('int_type', 'Input should be a valid integer'))
    .nullish(),
  maxCost: z.number().gt(0).max(1_000_000_000).nullish(),
});

const schema = z.object({
  experimentName: storableText().check(maxBytes(MAX_NAME_BYTES)).nullish(),
  experimentDescription: storableText().nullish(),
  experimentMetadata: anyObject().nullish(),
  repetitions: z.number().min(1).max(MAX_REPETITIONS),
  templateVariablesPath: path(),
  appendedMessagesPath: path().nullish(),
  maxConcurrency: z.number().min(1).max(MAX_CONCURRENCY),
  splitIds: z.array(z.string()).max(MAX_SPLITS).nullish(),
  evaluators: z.array(z.unknown()).max(MAX_EVALUATORS).nullish(),
  budget: budget.nullish(),
});

/** @throws ValidationError that names every violation, NotFoundError for IDs of other types. */
export function readJobRequest(input: ChatCompletionOverDatasetInput): JobRequest {
  const read = readAs(schema, input, ['input']);
  const { splitIds, datasetVersionId, promptVersionId } = input;
  if (splitIds) requireRowIds(splitIds, 'DatasetSplit');
  if (datasetVersionId) requireRowId(datasetVersionId, 'DatasetVersion');
  const evaluatorIds = input.evaluators?.map(({ id }) => requireRowId(id, 'DatasetEvaluator'));
  return {
    datasetId: requireRowId(input.datasetId, 'Dataset'),
    datasetVersion: datasetVersionId || null,
    splits: splitIds ?? null,
    name: read.experimentName?.trim() || null,
    description: read.experimentDescription ?? null,
    metadata: read.experimentMetadata ?? {},
    repetitions: read.repetitions,
    isEphemeral: input.createEphemeralExperiment,
    version: readChatPromptVersion(input.promptVersion),
    promptVersionId: promptVersionId ? requireRowId(promptVersionId, 'PromptVersion') : null,
    promptName: input.promptName ?? null,
    templateVariablesPath: read.templateVariablesPath,
    appendedMessagesPath: read.appendedMessagesPath || null,
    streamModelOutput: input.streamModelOutput,
    tracingEnabled: input.tracingEnabled,
    wish: readConnectionWish(input),
    maxConcurrency: read.maxConcurrency,
    evaluatorIds: evaluatorIds ?? null,
    maxTokens: read.budget?.maxTokens ?? null,
    maxCost: read.budget?.maxCost ?? null,
  };
}

/** @throws ValidationError that names every violation. */
export function readResumption(
  credentials: GenerativeCredentialInput[] | null | undefined,
  headers: JsonValue | undefined,
  given: ExperimentBudgetInput | null | undefined,
): Resumption {
  const wish = readConnectionWish({ credentials: credentials ?? [], headers });
  return {
    credentials: wish.credentials ?? new Map(),
    headers: wish.headers ?? {},
    budget: given ? readAs(budget, given, ['budget']) : {},
  };
}
