import { Field, ID, InputType } from '@nestjs/graphql';
import { z } from 'zod';
import {
  AnnotationConfigInput,
  toContent,
} from '../../../annotations/configs/graphql/annotation-config.inputs.js';
import { JsonScalar } from '../../../kernel/graphql/scalars.js';
import { requireRowId } from '../../../kernel/ids/global-id.js';
import type { JsonObject, JsonValue } from '../../../kernel/json/json.js';
import { Check, checksOf } from '../../../kernel/validation/check.js';
import { anyObject, storableText, trimmedName } from '../../../kernel/validation/json-fields.js';
import { readAs } from '../../../kernel/validation/read-as.js';
import { SandboxLanguage } from '../../../sandbox/graphql/sandbox.type.js';
import { SANDBOX_CONFIG_TYPE } from '../../../sandbox/sandbox-configs.service.js';
import { MAX_SOURCE } from '../../../sandbox/sandboxes.service.js';
import {
  EvaluatorInputMappingInput,
  readInputMapping,
} from '../../graphql/input-mapping.inputs.js';
import type { CodeEvaluatorDraft } from '../code-evaluators.service.js';

const MAX_DESCRIPTION_LENGTH = 2_000;
const MAX_CONFIGS = 20;

const SOURCE = `A function that takes any of \`output\`, \`reference\`, \`input\` and \`metadata\`, by the names of its parameters, and returns a score, a label, true or false, or an object with \`score\`, \`label\` and \`explanation\`. It is called \`evaluate\`, unless the code has only one. At most ${MAX_SOURCE} characters.`;

const description = () => storableText().max(MAX_DESCRIPTION_LENGTH).nullish();
const configs = () => z.array(checksOf(AnnotationConfigInput)!).max(MAX_CONFIGS).nullish();

/** Returns the schema of source code, which must not be empty. */
export const sourceCode = () => storableText().min(1).max(MAX_SOURCE);

@InputType()
export class CreateCodeEvaluatorInput {
  @Field(() => String, { description: 'Surrounding white space is removed.' })
  @Check(trimmedName())
  name: string;

  @Field(() => String, { nullable: true })
  @Check(description())
  description?: string | null;

  @Field(() => String, { description: SOURCE })
  @Check(sourceCode())
  sourceCode: string;

  @Field(() => SandboxLanguage)
  language: `${SandboxLanguage}`;

  @Field(() => ID, { description: 'An enabled sandbox for the same language.' })
  sandboxConfigId: string;

  @Field(() => [AnnotationConfigInput], {
    nullable: true,
    description: 'At most one. Without it, the function can return any label and score.',
  })
  @Check(configs())
  outputConfigs?: AnnotationConfigInput[] | null;

  @Field(() => EvaluatorInputMappingInput, {
    nullable: true,
    description: 'Where its inputs come from, in datasets that do not say otherwise.',
  })
  inputMapping?: EvaluatorInputMappingInput | null;

  @Field(() => JsonScalar, { nullable: true, description: 'A JSON object.' })
  metadata?: JsonValue;
}

@InputType({ description: 'Absent fields stay unchanged.' })
export class PatchCodeEvaluatorInput {
  @Field(() => ID)
  id: string;

  @Field(() => String, { nullable: true })
  @Check(trimmedName().nullish())
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'An empty text removes it.' })
  @Check(description())
  description?: string | null;

  @Field(() => ID, { nullable: true, description: 'An enabled sandbox for the same language.' })
  sandboxConfigId?: string | null;

  @Field(() => [AnnotationConfigInput], {
    nullable: true,
    description: 'At most one. An empty list accepts any label and score.',
  })
  @Check(configs())
  outputConfigs?: AnnotationConfigInput[] | null;

  @Field(() => EvaluatorInputMappingInput, { nullable: true })
  inputMapping?: EvaluatorInputMappingInput | null;

  @Field(() => JsonScalar, { nullable: true, description: 'A JSON object.' })
  metadata?: JsonValue;
}

@InputType()
export class CreateCodeEvaluatorVersionInput {
  @Field(() => ID)
  codeEvaluatorId: string;

  @Field(() => String, { description: SOURCE })
  @Check(sourceCode())
  sourceCode: string;
}

const metadataSchema = z.object({ metadata: anyObject() });

export function toCodeDraft(input: CreateCodeEvaluatorInput): CodeEvaluatorDraft {
  const { name, outputConfigs, metadata } = input;
  return {
    name,
    description: input.description || null,
    metadata: readMetadata(metadata ?? {}),
    sandboxConfigId: requireRowId(input.sandboxConfigId, SANDBOX_CONFIG_TYPE),
    outputs: outputConfigs?.length ? outputConfigs.map(toContent) : null,
    inputMapping: readInputMapping(input.inputMapping),
  };
}

export function toCodeChanges(input: PatchCodeEvaluatorInput): Partial<CodeEvaluatorDraft> {
  const { name, description: text, sandboxConfigId, outputConfigs, inputMapping, metadata } = input;
  return {
    ...(name && { name }),
    ...(typeof text === 'string' && { description: text || null }),
    ...(metadata != null && { metadata: readMetadata(metadata) }),
    ...(sandboxConfigId && { sandboxConfigId: requireRowId(sandboxConfigId, SANDBOX_CONFIG_TYPE) }),
    ...(outputConfigs && {
      outputs: outputConfigs.length > 0 ? outputConfigs.map(toContent) : null,
    }),
    ...(inputMapping && { inputMapping: readInputMapping(inputMapping) }),
  };
}

function readMetadata(metadata: JsonValue): JsonObject {
  return readAs(metadataSchema, { metadata }, ['input']).metadata;
}
