import { createUnionType, Field, Float, ObjectType, registerEnumType } from '@nestjs/graphql';
import { JsonScalar } from '../../../common/graphql/scalars.js';
import {
  isRawNumber,
  type JsonObject,
  type JsonValue,
  numberValue,
} from '../../../common/json/json.js';
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
  description: 'How long a model thinks. Each provider knows some of them.',
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

/** What all kinds of parameters have. Whole numbers are as large as clients like, so none is an Int. */
@ObjectType({ isAbstract: true })
abstract class InvocationParameters {
  @Field(() => Float, { nullable: true })
  temperature?: number;

  @Field(() => Float, { nullable: true })
  topP?: number;

  @Field(() => JsonScalar, { description: 'All of them as they are stored.' })
  json: object;
}

@ObjectType({ description: 'Parameters of OpenAI and of the providers that took them over.' })
export class PromptOpenAIInvocationParameters extends InvocationParameters {
  @Field(() => Float, { nullable: true, description: 'A whole number.' })
  maxTokens?: number;

  @Field(() => Float, { nullable: true, description: 'A whole number.' })
  maxCompletionTokens?: number;

  @Field(() => Float, { nullable: true })
  frequencyPenalty?: number;

  @Field(() => Float, { nullable: true })
  presencePenalty?: number;

  @Field(() => Float, { nullable: true, description: 'A whole number.' })
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

  @Field(() => Float, { nullable: true, description: 'A whole number, when it is ENABLED.' })
  budgetTokens?: number;

  @Field(() => PromptThinkingDisplay, { nullable: true })
  display?: PromptThinkingDisplay;
}

@ObjectType()
export class PromptAnthropicInvocationParameters extends InvocationParameters {
  @Field(() => Float, { description: 'A whole number.' })
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
  @Field(() => Float, { nullable: true, description: 'A whole number.' })
  thinkingBudget?: number;

  @Field(() => PromptReasoningEffort, { nullable: true })
  thinkingLevel?: PromptReasoningEffort;

  @Field(() => Boolean, { nullable: true })
  includeThoughts?: boolean;
}

@ObjectType()
export class PromptGoogleInvocationParameters extends InvocationParameters {
  @Field(() => Float, { nullable: true, description: 'A whole number.' })
  maxOutputTokens?: number;

  @Field(() => [String], { nullable: true })
  stopSequences?: string[];

  @Field(() => Float, { nullable: true })
  presencePenalty?: number;

  @Field(() => Float, { nullable: true })
  frequencyPenalty?: number;

  @Field(() => Float, { nullable: true, description: 'A whole number.' })
  topK?: number;

  @Field(() => PromptGoogleThinkingConfig, { nullable: true })
  thinkingConfig?: PromptGoogleThinkingConfig;
}

@ObjectType()
export class PromptAWSInvocationParameters extends InvocationParameters {
  @Field(() => Float, { nullable: true, description: 'A whole number.' })
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

/** Members whose words are those of an enum. */
const WORDS = new Set(['reasoning_effort', 'effort', 'thinking_level', 'type', 'display']);

/** Members that hold JSON of others. */
const JSON_OF_OTHERS = 'extra_body';

export function toInvocationParameters(stored: InvocationParametersJson) {
  const family = stored.type;
  const content = (stored as unknown as Record<string, JsonObject>)[family]!;
  const fields = camelCased(content) as typeof PromptInvocationParameters;
  return Object.assign(fields, { json: content, family });
}

/** The members under the names that they have in the graph. */
function camelCased(object: JsonObject): object {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      name === JSON_OF_OTHERS ? value : shown(name, value),
    ]),
  );
}

function shown(name: string, value: JsonValue): unknown {
  if (typeof value === 'string' && WORDS.has(name)) return value.toUpperCase();
  if (isRawNumber(value)) return numberValue(value);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? camelCased(value) : value;
}
