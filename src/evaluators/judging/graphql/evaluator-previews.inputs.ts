import { Field, ID, InputType } from '@nestjs/graphql';
import { z } from 'zod';
import {
  AnnotationConfigInput,
  toContent,
} from '../../../annotations/configs/graphql/annotation-config.inputs.js';
import { JsonScalar } from '../../../kernel/graphql/scalars.js';
import { requireRowId } from '../../../kernel/ids/global-id.js';
import type { JsonValue } from '../../../kernel/json/json.js';
import { Check, checksOf } from '../../../kernel/validation/check.js';
import { anyObject, storableText, trimmedName } from '../../../kernel/validation/json-fields.js';
import { readAs } from '../../../kernel/validation/read-as.js';
import { GenerativeCredentialInput } from '../../../model-providers/chats/graphql/chat-connection.inputs.js';
import {
  ChatPromptVersionInput,
  readChatPromptVersion,
} from '../../../prompts/versions/graphql/chat-prompt-version.inputs.js';
import { SandboxLanguage } from '../../../sandbox/graphql/sandbox.type.js';
import { SANDBOX_CONFIG_TYPE } from '../../../sandbox/sandbox-configs.service.js';
import { MAX_SOURCE } from '../../../sandbox/sandboxes.service.js';
import { EVALUATOR_TYPES } from '../../evaluators.service.js';
import {
  EvaluatorInputMappingInput,
  readInputMapping,
} from '../../graphql/input-mapping.inputs.js';
import type { Preview, PreviewedEvaluator } from '../previews.service.js';

const MAX_PREVIEWS = 20;
const MAX_CONFIGS = 20;

const configs = () => z.array(checksOf(AnnotationConfigInput)!).max(MAX_CONFIGS);

@InputType({ isAbstract: true })
abstract class StoredEvaluatorFields {
  @Field(() => ID)
  evaluatorId: string;

  @Field(() => String, { nullable: true, description: 'That of the evaluator by default.' })
  @Check(trimmedName().nullish())
  name?: string | null;

  @Field(() => [AnnotationConfigInput], { nullable: true, description: 'At most one.' })
  @Check(configs().nullish())
  outputConfigs?: AnnotationConfigInput[] | null;
}

@InputType()
export class BuiltInEvaluatorPreviewInput extends StoredEvaluatorFields {}

@InputType()
export class CodeEvaluatorPreviewInput extends StoredEvaluatorFields {}

@InputType()
export class InlineCodeEvaluatorPreviewInput {
  @Field(() => String)
  @Check(trimmedName())
  name: string;

  @Field(() => String, { description: `At most ${MAX_SOURCE} characters.` })
  @Check(storableText().min(1).max(MAX_SOURCE))
  sourceCode: string;

  @Field(() => SandboxLanguage)
  language: `${SandboxLanguage}`;

  @Field(() => ID)
  sandboxConfigId: string;

  @Field(() => [AnnotationConfigInput], { nullable: true, description: 'At most one.' })
  @Check(configs().nullish())
  outputConfigs?: AnnotationConfigInput[] | null;
}

@InputType()
export class InlineLLMEvaluatorPreviewInput {
  @Field(() => String)
  @Check(trimmedName())
  name: string;

  @Field(() => ChatPromptVersionInput)
  promptVersion: ChatPromptVersionInput;

  @Field(() => [AnnotationConfigInput], { description: 'One, with the labels to choose from.' })
  @Check(configs())
  outputConfigs: AnnotationConfigInput[];
}

@InputType({ isOneOf: true, description: 'Exactly one of the fields.' })
export class EvaluatorPreviewInput {
  @Field(() => BuiltInEvaluatorPreviewInput, { nullable: true })
  @Check(checksOf(BuiltInEvaluatorPreviewInput)!.optional())
  builtIn?: BuiltInEvaluatorPreviewInput;

  @Field(() => InlineLLMEvaluatorPreviewInput, { nullable: true })
  @Check(checksOf(InlineLLMEvaluatorPreviewInput)!.optional())
  inlineLlm?: InlineLLMEvaluatorPreviewInput;

  @Field(() => CodeEvaluatorPreviewInput, { nullable: true })
  @Check(checksOf(CodeEvaluatorPreviewInput)!.optional())
  code?: CodeEvaluatorPreviewInput;

  @Field(() => InlineCodeEvaluatorPreviewInput, { nullable: true })
  @Check(checksOf(InlineCodeEvaluatorPreviewInput)!.optional())
  inlineCode?: InlineCodeEvaluatorPreviewInput;
}

@InputType()
export class EvaluatorPreviewItemInput {
  @Field(() => EvaluatorPreviewInput)
  @Check(checksOf(EvaluatorPreviewInput)!)
  evaluator: EvaluatorPreviewInput;

  @Field(() => JsonScalar, {
    description: 'An object with any of `input`, `output`, `reference` and `metadata`.',
  })
  context: JsonValue;

  @Field(() => EvaluatorInputMappingInput, {
    nullable: true,
    description: 'That of the evaluator by default.',
  })
  inputMapping?: EvaluatorInputMappingInput | null;
}

@InputType()
export class EvaluatorPreviewsInput {
  @Field(() => [EvaluatorPreviewItemInput], { description: `At most ${MAX_PREVIEWS}.` })
  @Check(z.array(checksOf(EvaluatorPreviewItemInput)!).max(MAX_PREVIEWS))
  previews: EvaluatorPreviewItemInput[];

  @Field(() => [GenerativeCredentialInput], { nullable: true })
  credentials?: GenerativeCredentialInput[] | null;
}

const contextSchema = z.object({ context: anyObject() });

export function toPreview({
  evaluator,
  context,
  inputMapping,
}: EvaluatorPreviewItemInput): Preview {
  return {
    evaluator: toEvaluator(evaluator),
    context: readAs(contextSchema, { context }, ['input', 'previews']).context,
    mapping: inputMapping ? readInputMapping(inputMapping) : null,
  };
}

function toEvaluator(input: EvaluatorPreviewInput): PreviewedEvaluator {
  const { builtIn, code, inlineCode, inlineLlm } = input;
  if (builtIn) {
    const id = requireRowId(builtIn.evaluatorId, EVALUATOR_TYPES.BUILTIN);
    return { kind: 'builtIn', id, name: builtIn.name ?? null, outputs: toOutputs(builtIn) };
  }
  if (code) {
    const id = requireRowId(code.evaluatorId, EVALUATOR_TYPES.CODE);
    return { kind: 'code', id, name: code.name ?? null, outputs: toOutputs(code) };
  }
  if (inlineCode) {
    const { name, language, sourceCode: source } = inlineCode;
    const sandboxConfigId = requireRowId(inlineCode.sandboxConfigId, SANDBOX_CONFIG_TYPE);
    const program = { language, source };
    return { kind: 'inlineCode', name, program, sandboxConfigId, outputs: toOutputs(inlineCode) };
  }
  // GraphQL has checked that exactly one is given.
  const { name, promptVersion } = inlineLlm!;
  const version = readChatPromptVersion(promptVersion);
  return { kind: 'inlineLlm', name, version, outputs: toOutputs(inlineLlm!) };
}

function toOutputs({ outputConfigs }: { outputConfigs?: AnnotationConfigInput[] | null }) {
  return outputConfigs?.length ? outputConfigs.map(toContent) : null;
}
