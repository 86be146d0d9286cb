import { Field, ID, InputType } from '@nestjs/graphql';
import { z } from 'zod';
import {
  AnnotationConfigInput,
  toContent,
} from '../../../annotations/configs/graphql/annotation-config.inputs.js';
import { requireRowId } from '../../../kernel/ids/global-id.js';
import { Check, checksOf } from '../../../kernel/validation/check.js';
import { storableText, trimmedName } from '../../../kernel/validation/json-fields.js';
import {
  ChatPromptVersionInput,
  readChatPromptVersion,
} from '../../../prompts/versions/graphql/chat-prompt-version.inputs.js';
import { PROMPT_VERSION_TYPE } from '../../../prompts/versions/prompt-versions.service.js';
import {
  EvaluatorInputMappingInput,
  readInputMapping,
} from '../../graphql/input-mapping.inputs.js';
import type { SharedDraft, LlmDraft } from '../dataset-evaluator-changes.service.js';

const MAX_DESCRIPTION_LENGTH = 2_000;
const MAX_CONFIGS = 20;
const MAX_DELETED = 1_000;

const configs = () => z.array(checksOf(AnnotationConfigInput)!).max(MAX_CONFIGS);

const NAME =
  'Unique in the dataset. The name of the evaluations. Surrounding white space is removed.';

@InputType({ isAbstract: true })
abstract class EvaluatorFields {
  @Field(() => String, {
    nullable: true,
    description: `At most ${MAX_DESCRIPTION_LENGTH} characters.`,
  })
  @Check(storableText().max(MAX_DESCRIPTION_LENGTH).nullish())
  description?: string | null;

  @Field(() => EvaluatorInputMappingInput, {
    nullable: true,
    description:
      'Inputs that are not mapped get the member of the same name: `input`, `output`, `reference` or `metadata`.',
  })
  inputMapping?: EvaluatorInputMappingInput | null;
}

@InputType({ isAbstract: true })
abstract class DatasetEvaluatorFields extends EvaluatorFields {
  @Field(() => String, { description: NAME })
  @Check(trimmedName())
  name: string;
}

@InputType({ isAbstract: true })
abstract class SharedEvaluatorFields extends DatasetEvaluatorFields {
  @Field(() => [AnnotationConfigInput], {
    nullable: true,
    description:
      'At most one, with other labels, scores or bounds than those of the evaluator. For an evaluator that answers yes or no, the first of two labels stands for yes.',
  })
  @Check(configs().nullish())
  outputConfigs?: AnnotationConfigInput[] | null;
}

@InputType()
export class CreateDatasetBuiltinEvaluatorInput extends SharedEvaluatorFields {
  @Field(() => ID)
  datasetId: string;

  @Field(() => ID, { description: 'A built-in evaluator.' })
  evaluatorId: string;
}

@InputType({ description: 'Replaces everything.' })
export class UpdateDatasetBuiltinEvaluatorInput extends SharedEvaluatorFields {
  @Field(() => ID)
  datasetEvaluatorId: string;
}

@InputType()
export class CreateDatasetCodeEvaluatorInput extends SharedEvaluatorFields {
  @Field(() => ID)
  datasetId: string;

  @Field(() => ID, { description: 'An evaluator with code.' })
  evaluatorId: string;
}

@InputType({
  description: 'Replaces everything. Without an input mapping, that of the evaluator is used.',
})
export class UpdateDatasetCodeEvaluatorInput extends SharedEvaluatorFields {
  @Field(() => ID)
  datasetEvaluatorId: string;
}

@InputType()
export class AttachLLMEvaluatorInput extends DatasetEvaluatorFields {
  @Field(() => ID)
  datasetId: string;

  @Field(() => ID, { description: 'An evaluator that asks a model.' })
  evaluatorId: string;
}

@InputType({ isAbstract: true })
export abstract class LlmEvaluatorFields extends EvaluatorFields {
  @Field(() => [AnnotationConfigInput], { description: 'One, with the labels to choose from.' })
  @Check(configs())
  outputConfigs: AnnotationConfigInput[];

  @Field(() => ID, {
    nullable: true,
    description:
      'A version of a prompt to use. With `promptVersion`, that becomes the next version of the same prompt, unless both ask the same.',
  })
  promptVersionId?: string | null;
}

export const PROMPT =
  'The prompt. Its tool or response format must have a property `label`, or one with the name of the output. Without either, a tool is added.';

@InputType({ isAbstract: true })
abstract class DatasetLlmEvaluatorFields extends LlmEvaluatorFields {
  @Field(() => String, { description: NAME })
  @Check(trimmedName())
  name: string;

  @Field(() => ID)
  datasetId: string;
}

@InputType({ description: 'Either `promptVersion`, which creates a prompt, or `promptVersionId`.' })
export class CreateDatasetLLMEvaluatorInput extends DatasetLlmEvaluatorFields {
  @Field(() => ChatPromptVersionInput, { nullable: true, description: PROMPT })
  promptVersion?: ChatPromptVersionInput | null;
}

@InputType({ description: 'Replaces everything.' })
export class UpdateDatasetLLMEvaluatorInput extends DatasetLlmEvaluatorFields {
  @Field(() => ID)
  datasetEvaluatorId: string;

  @Field(() => ChatPromptVersionInput, { description: PROMPT })
  promptVersion: ChatPromptVersionInput;
}

@InputType()
export class DeleteDatasetEvaluatorsInput {
  @Field(() => [ID], { description: `At most ${MAX_DELETED}.` })
  @Check(z.array(z.string()).max(MAX_DELETED))
  datasetEvaluatorIds: string[];

  @Field(() => Boolean, {
    defaultValue: true,
    description:
      'Whether to delete the prompts that were created with the evaluators, too, unless another evaluator uses them.',
  })
  deleteAssociatedPrompt: boolean;
}

export function toSharedDraft(input: SharedEvaluatorFields): SharedDraft {
  const { outputConfigs } = input;
  return {
    ...toUse(input),
    outputs: outputConfigs?.length ? outputConfigs.map(toContent) : null,
  };
}

/** Returns the fields that all kinds of evaluators have when a dataset uses them. */
export function toUse({
  name,
  description,
  inputMapping,
}: DatasetEvaluatorFields): Omit<SharedDraft, 'outputs'> {
  return {
    name,
    description: description || null,
    inputMapping: inputMapping ? readInputMapping(inputMapping) : null,
  };
}

export function toLlmDraft(
  input: LlmEvaluatorFields & { name: string; promptVersion?: ChatPromptVersionInput | null },
): LlmDraft {
  const { name, description, outputConfigs, promptVersion, promptVersionId } = input;
  return {
    name,
    description: description || null,
    inputMapping: readInputMapping(input.inputMapping),
    outputs: outputConfigs.map(toContent),
    versionId: promptVersionId ? requireRowId(promptVersionId, PROMPT_VERSION_TYPE) : null,
    content: promptVersion ? readChatPromptVersion(promptVersion) : null,
  };
}
