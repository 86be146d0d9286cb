import { createUnionType, Field, Float, ObjectType, registerEnumType } from '@nestjs/graphql';
import { JsonScalar } from '../../../kernel/graphql/scalars.js';
import {
  isRawNumber,
  type JsonObject,
  type JsonValue,
  numberValue,
} from '../../../kernel/json/json.js';
import type { InvocationParametersJson } from '../invocation-parameters.schema.js';

export enum PromptReasoningEffort {
  NONE = 'NONE',
  MINIMAL = 'MINIMAL',
  LOW = 'LOW',
  MEDIUM = 'MEDIUM',
  HIGH = 'HIGH',
  XHIGH = 'XHIGH',
  MAX = 'MAX',
}

registerEnumType(PromptReasoningEffort, {
  name: 'PromptReasoningEffort',
  description:
    'The effort that a model spends on reasoning. Each provider supports some of these values.',
});

export enum PromptThinkingType {
  DISABLED = 'DISABLED',
  ENABLED = 'ENABLED',
  ADAPTIVE = 'ADAPTIVE',
}

registerEnumType(PromptThinkingType, { name: 'PromptThinkingType' });

export enum PromptThinkingDisplay {
  SUMMARIZED = 'SUMMARIZED',
  OMITTED = 'OMITTED',
}

registerEnumType(PromptThinkingDisplay, { name: 'PromptThinkingDisplay' });

/** The parameters of every provider. Integers may exceed GraphQL's Int. */
@ObjectType({ isAbstract: true })
abstract class InvocationParameters {
  @Field(() => Float, { nullable: true })
  temperature?: number;

  @Field(() => Float, { nullable: true })
  topP?: number;

  @Field(() => JsonScalar, { description: 'All parameters as stored.' })
  json: object;
}

@ObjectType({ description: 'Parameters of OpenAI, and of providers that use the same ones.' })
export class PromptOpenAIInvocationParameters extends InvocationParameters {
  @Field(() => Float, { nullable: true, description: 'An integer.' })
  maxTokens?: number;

  @Field(() => Float, { nullable: true, description: 'An integer.' })
  maxCompletionTokens?: number;

  @Field(() => Float, { nullable: true })
  frequencyPenalty?: number;

  @Field(() => Float, { nullable: true })
  presencePenalty?: number;

  @Field(() => Float, { nullable: true, description: 'An integer.' })
  seed?: number;

  @Field(() => [String], { nullable: true })
  stop?: string[];

  @Field(() => PromptReasoningEffort, { nullable: true })
  reasoningEffort?: PromptReasoningEffort;

  @Field(() => JsonScalar, { nullable: true })
  extraBody?: JsonObject;
}

@ObjectType()
export class PromptAnthropicOutputConfig {
  @Field(() => PromptReasoningEffort, { nullable: true })
  effort?: PromptReasoningEffort;
}

@ObjectType()
export class PromptAnthropicThinking {
  @Field(() => PromptThinkingType)
  type: PromptThinkingType;

  @Field(() => Float, { nullable: true, description: 'An integer. Only for ENABLED.' })
  budgetTokens?: number;

  @Field(() => PromptThinkingDisplay, { nullable: true })
  display?: PromptThinkingDisplay;
}

@ObjectType()
export class PromptAnthropicInvocationParameters extends InvocationParameters {
  @Field(() => Float, { description: 'An integer.' })
  maxTokens: number;

  @Field(() => [String], { nullable: true })
  stopSequences?: string[];

  @Field(() => PromptAnthropicOutputConfig, { nullable: true })
  outputConfig?: PromptAnthropicOutputConfig;

  @Field(() => PromptAnthropicThinking, { nullable: true })
  thinking?: PromptAnthropicThinking;

  @Field(() => JsonScalar, { nullable: true })
  extraBody?: JsonObject;
}

@ObjectType()
export class PromptGoogleThinkingConfig {
  @Field(() => Float, { nullable: true, description: 'An integer.' })
  thinkingBudget?: number;

  @Field(() => PromptReasoningEffort, { nullable: true })
  thinkingLevel?: PromptReasoningEffort;

  @Field(() => Boolean, { nullable: true })
  includeThoughts?: boolean;
}

@ObjectType()
export class PromptGoogleInvocationParameters extends InvocationParameters {
  @Field(() => Float, { nullable: true, description: 'An integer.' })
  maxOutputTokens?: number;

  @Field(() => [String], { nullable: true })
  stopSequences?: string[];

  @Field(() => Float, { nullable: true })
  presencePenalty?: number;

  @Field(() => Float, { nullable: true })
  frequencyPenalty?: number;

  @Field(() => Float, { nullable: true, description: 'An integer.' })
  topK?: number;

  @Field(() => PromptGoogleThinkingConfig, { nullable: true })
  thinkingConfig?: PromptGoogleThinkingConfig;
}

@ObjectType()
export class PromptAWSInvocationParameters extends InvocationParameters {
  @Field(() => Float, { nullable: true, description: 'An integer.' })
  maxTokens?: number;

  @Field(() => [String], { nullable: true })
  stopSequences?: string[];
}

const TYPES = {
  openai: PromptOpenAIInvocationParameters,
  anthropic: PromptAnthropicInvocationParameters,
  google: PromptGoogleInvocationParameters,
  aws: PromptAWSInvocationParameters,
};

export const PromptInvocationParameters = createUnionType({
  name: 'PromptInvocationParameters',
  types: () =>
    [
      PromptOpenAIInvocationParameters,
      PromptAnthropicInvocationParameters,
      PromptGoogleInvocationParameters,
      PromptAWSInvocationParameters,
    ] as const,
  resolveType: ({ family }: { family: keyof typeof TYPES }) => TYPES[family],
});

/** Fields with enum values. */
const ENUM_FIELDS = new Set(['reasoning_effort', 'effort', 'thinking_level', 'type', 'display']);

/** The field with arbitrary JSON from the client. */
const RAW_FIELD = 'extra_body';

export function toInvocationParameters(stored: InvocationParametersJson) {
  const family = stored.type;
  const content = (stored as unknown as Record<string, JsonObject>)[family]!;
  const fields = toCamelCase(content) as typeof PromptInvocationParameters;
  return Object.assign(fields, { json: content, family });
}

/** Renames the fields to their GraphQL names. */
function toCamelCase(object: JsonObject): object {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      name === RAW_FIELD ? value : toFieldValue(name, value),
    ]),
  );
}

function toFieldValue(name: string, value: JsonValue): unknown {
  if (typeof value === 'string' && ENUM_FIELDS.has(name)) return value.toUpperCase();
  if (isRawNumber(value)) return numberValue(value);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? toCamelCase(value) : value;
}
