import { Field, Float, InputType, Int } from '@nestjs/graphql';
import { JsonScalar } from '../../../kernel/graphql/scalars.js';
import { isJsonObject, type JsonValue } from '../../../kernel/json/json.js';
import { PromptReasoningEffort, PromptThinkingDisplay } from './invocation-parameters.type.js';

@InputType({ isAbstract: true })
abstract class InvocationParametersInput {
  @Field(() => Float, { nullable: true })
  temperature?: number | null;

  @Field(() => Float, { nullable: true })
  topP?: number | null;
}

@InputType({ description: 'Parameters of OpenAI, and of providers that use the same ones.' })
export class PromptOpenAIInvocationParametersInput extends InvocationParametersInput {
  @Field(() => Int, { nullable: true })
  maxTokens?: number | null;

  @Field(() => Int, { nullable: true })
  maxCompletionTokens?: number | null;

  @Field(() => Float, { nullable: true })
  frequencyPenalty?: number | null;

  @Field(() => Float, { nullable: true })
  presencePenalty?: number | null;

  @Field(() => Int, { nullable: true })
  seed?: number | null;

  @Field(() => [String], { nullable: true })
  stop?: string[] | null;

  @Field(() => PromptReasoningEffort, { nullable: true })
  reasoningEffort?: PromptReasoningEffort | null;

  @Field(() => JsonScalar, { nullable: true })
  extraBody?: JsonValue;
}

@InputType()
export class PromptAnthropicOutputConfigInput {
  @Field(() => PromptReasoningEffort, { nullable: true })
  effort?: PromptReasoningEffort | null;
}

@InputType()
export class PromptAnthropicThinkingEnabledInput {
  @Field(() => Int, { description: 'At least 1024, and less than `maxTokens`.' })
  budgetTokens: number;

  @Field(() => PromptThinkingDisplay, { nullable: true })
  display?: PromptThinkingDisplay | null;
}

@InputType()
export class PromptAnthropicThinkingAdaptiveInput {
  @Field(() => PromptThinkingDisplay, { nullable: true })
  display?: PromptThinkingDisplay | null;
}

@InputType({ isOneOf: true, description: 'Exactly one of the fields.' })
export class PromptAnthropicThinkingInput {
  @Field(() => Boolean, { nullable: true, description: 'Only `true`.' })
  disabled?: boolean;

  @Field(() => PromptAnthropicThinkingEnabledInput, { nullable: true })
  enabled?: PromptAnthropicThinkingEnabledInput;

  @Field(() => PromptAnthropicThinkingAdaptiveInput, { nullable: true })
  adaptive?: PromptAnthropicThinkingAdaptiveInput;
}

@InputType()
export class PromptAnthropicInvocationParametersInput extends InvocationParametersInput {
  @Field(() => Int)
  maxTokens: number;

  @Field(() => [String], { nullable: true })
  stopSequences?: string[] | null;

  @Field(() => PromptAnthropicOutputConfigInput, { nullable: true })
  outputConfig?: PromptAnthropicOutputConfigInput | null;

  @Field(() => PromptAnthropicThinkingInput, { nullable: true })
  thinking?: PromptAnthropicThinkingInput | null;

  @Field(() => JsonScalar, { nullable: true })
  extraBody?: JsonValue;
}

@InputType()
export class PromptGoogleThinkingConfigInput {
  @Field(() => Int, { nullable: true })
  thinkingBudget?: number | null;

  @Field(() => PromptReasoningEffort, { nullable: true })
  thinkingLevel?: PromptReasoningEffort | null;

  @Field(() => Boolean, { nullable: true })
  includeThoughts?: boolean | null;
}

@InputType()
export class PromptGoogleInvocationParametersInput extends InvocationParametersInput {
  @Field(() => Int, { nullable: true })
  maxOutputTokens?: number | null;

  @Field(() => [String], { nullable: true })
  stopSequences?: string[] | null;

  @Field(() => Float, { nullable: true })
  presencePenalty?: number | null;

  @Field(() => Float, { nullable: true })
  frequencyPenalty?: number | null;

  @Field(() => Int, { nullable: true })
  topK?: number | null;

  @Field(() => PromptGoogleThinkingConfigInput, { nullable: true })
  thinkingConfig?: PromptGoogleThinkingConfigInput | null;
}

@InputType()
export class PromptAWSInvocationParametersInput extends InvocationParametersInput {
  @Field(() => Int, { nullable: true })
  maxTokens?: number | null;

  @Field(() => [String], { nullable: true })
  stopSequences?: string[] | null;
}

@InputType({
  isOneOf: true,
  description: 'Exactly one field: the one for the provider, or `json`.',
})
export class PromptInvocationParametersInput {
  @Field(() => PromptOpenAIInvocationParametersInput, { nullable: true })
  openai?: PromptOpenAIInvocationParametersInput;

  @Field(() => PromptAnthropicInvocationParametersInput, { nullable: true })
  anthropic?: PromptAnthropicInvocationParametersInput;

  @Field(() => PromptGoogleInvocationParametersInput, { nullable: true })
  google?: PromptGoogleInvocationParametersInput;

  @Field(() => PromptAWSInvocationParametersInput, { nullable: true })
  aws?: PromptAWSInvocationParametersInput;

  @Field(() => JsonScalar, {
    nullable: true,
    description:
      'The parameters of any provider, named as in the REST API. Allows integers of any size.',
  })
  json?: JsonValue;
}

/** Fields with values of an enum, which the schema has in lowercase. */
const ENUM_FIELDS = new Set(['reasoningEffort', 'effort', 'thinkingLevel', 'display']);

/** Returns the one given field: its name, and its value named as in the REST API. */
export function toParametersJson(input: PromptInvocationParametersInput): [string, unknown] {
  const [[name, value] = ['', null]] = Object.entries(input);
  return [name, name === 'json' ? value : toSnakeCase(value as object)];
}

/** Renames fields to their names in the schema. Null means absent. */
function toSnakeCase(input: object): object {
  return Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [
        name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        toSchemaValue(name, value),
      ]),
  );
}

function toSchemaValue(name: string, value: unknown): unknown {
  if (name === 'extraBody') return value;
  if (name === 'thinking') return toThinkingJson(value as PromptAnthropicThinkingInput);
  if (typeof value === 'string' && ENUM_FIELDS.has(name)) return value.toLowerCase();
  return isJsonObject(value) ? toSnakeCase(value) : value;
}

function toThinkingJson({ disabled, enabled, adaptive }: PromptAnthropicThinkingInput): unknown {
  if (enabled) return { type: 'enabled', ...toSnakeCase(enabled) };
  if (adaptive) return { type: 'adaptive', ...toSnakeCase(adaptive) };
  // The schema refuses anything but `true`.
  return disabled === true ? { type: 'disabled' } : { type: disabled };
}
