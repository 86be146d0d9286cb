import { Field, InputType } from '@nestjs/graphql';
import { DomainError } from '../../../kernel/errors/errors.js';
import { JsonScalar } from '../../../kernel/graphql/scalars.js';
import type { JsonValue } from '../../../kernel/json/json.js';

@InputType()
export class PromptToolFunctionDefinitionInput {
  @Field(() => String)
  name: string;

  @Field(() => String, { nullable: true })
  description?: string | null;

  @Field(() => JsonScalar, { nullable: true, description: 'A JSON schema.' })
  parameters?: JsonValue;

  @Field(() => Boolean, { nullable: true })
  strict?: boolean | null;
}

@InputType({ isOneOf: true, description: 'Exactly one of the fields.' })
export class PromptToolInput {
  @Field(() => PromptToolFunctionDefinitionInput, { nullable: true })
  function?: PromptToolFunctionDefinitionInput;

  @Field(() => JsonScalar, {
    nullable: true,
    description: "A tool in its provider's format, such as web search. A JSON object.",
  })
  raw?: JsonValue;
}

@InputType()
export class PromptToolChoiceFunctionInput {
  @Field(() => String)
  functionName: string;
}

@InputType({ isOneOf: true, description: 'Exactly one of the fields.' })
export class PromptToolChoiceInput {
  @Field(() => Boolean, { nullable: true, description: 'Only `true`.' })
  none?: boolean;

  @Field(() => Boolean, { nullable: true, description: 'Only `true`.' })
  zeroOrMore?: boolean;

  @Field(() => Boolean, { nullable: true, description: 'Only `true`.' })
  oneOrMore?: boolean;

  @Field(() => PromptToolChoiceFunctionInput, { nullable: true })
  specificFunction?: PromptToolChoiceFunctionInput;
}

@InputType({ description: 'Either `tools` with the fields that belong to it, or `json`.' })
export class PromptToolsInput {
  @Field(() => [PromptToolInput], { nullable: true, description: 'At least one.' })
  tools?: PromptToolInput[] | null;

  @Field(() => PromptToolChoiceInput, { nullable: true })
  toolChoice?: PromptToolChoiceInput | null;

  @Field(() => Boolean, { nullable: true })
  disableParallelToolCalls?: boolean | null;

  @Field(() => JsonScalar, { nullable: true, description: 'The whole object as in the REST API.' })
  json?: JsonValue;
}

@InputType()
export class PromptResponseFormatJSONSchemaDefinitionInput {
  @Field(() => String)
  name: string;

  @Field(() => String, { nullable: true })
  description?: string | null;

  @Field(() => JsonScalar, { nullable: true, description: 'A JSON object.' })
  schema?: JsonValue;

  @Field(() => Boolean, { nullable: true })
  strict?: boolean | null;
}

@InputType({ isOneOf: true, description: 'Exactly one of the fields.' })
export class PromptResponseFormatInput {
  @Field(() => PromptResponseFormatJSONSchemaDefinitionInput, { nullable: true })
  jsonSchema?: PromptResponseFormatJSONSchemaDefinitionInput;

  @Field(() => JsonScalar, { nullable: true, description: 'The whole object as in the REST API.' })
  json?: JsonValue;
}

/**
 * Converts tools to the form of the REST API, for validation by the schema.
 * @throws DomainError BAD_USER_INPUT if both `json` and another field are given.
 */
export function toToolsJson(input: PromptToolsInput | null | undefined): unknown {
  if (!input) return null;
  const { json, tools, toolChoice, disableParallelToolCalls } = withoutNulls(input);
  if (json === undefined) {
    return {
      type: 'tools',
      tools: tools?.map(toToolJson),
      ...(toolChoice ? { tool_choice: toToolChoiceJson(toolChoice) } : {}),
      disable_parallel_tool_calls: disableParallelToolCalls,
    };
  }
  if (tools ?? toolChoice ?? disableParallelToolCalls) {
    throw new DomainError('BAD_USER_INPUT', 'Omit the other fields of `tools` if you send `json`.');
  }
  return json;
}

/** Converts a response format to the form of the REST API, for validation by the schema. */
export function toResponseFormatJson(input: PromptResponseFormatInput | null | undefined): unknown {
  if (!input?.jsonSchema) return input?.json;
  return { type: 'json_schema', json_schema: withoutNulls(input.jsonSchema) };
}

function toToolJson({ function: definition, raw }: PromptToolInput): unknown {
  return definition
    ? { type: 'function', function: withoutNulls(definition) }
    : { type: 'raw', raw };
}

function toToolChoiceJson(choice: PromptToolChoiceInput): unknown {
  const [[name, value] = ['', null]] = Object.entries(choice);
  const type = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  if (choice.specificFunction) {
    return { type, function_name: choice.specificFunction.functionName };
  }
  // The schema refuses anything but `true`.
  return { type: value === true ? type : value };
}

/** Removes fields that are null, which means absent. */
function withoutNulls<T extends object>(input: T): { [K in keyof T]: Exclude<T[K], null> } {
  const given = Object.entries(input).filter(([, value]) => value !== null);
  return Object.fromEntries(given) as { [K in keyof T]: Exclude<T[K], null> };
}
