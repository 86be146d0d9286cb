import { createUnionType, Field, ObjectType, registerEnumType } from '@nestjs/graphql';
import { JsonScalar } from '../../../kernel/graphql/scalars.js';
import type { JsonObject } from '../../../kernel/json/json.js';
import type {
  PromptResponseFormatJson,
  PromptToolChoiceJson,
  PromptToolJson,
  PromptToolsJson,
} from '../prompt-tools.schema.js';

@ObjectType()
export class PromptToolFunctionDefinition {
  @Field(() => String)
  name: string;

  @Field(() => String, { nullable: true })
  description: string | null;

  @Field(() => JsonScalar, { nullable: true, description: 'A JSON schema.' })
  parameters: JsonObject | null;

  @Field(() => Boolean, { nullable: true })
  strict: boolean | null;
}

@ObjectType()
export class PromptToolFunction {
  @Field(() => PromptToolFunctionDefinition)
  function: PromptToolFunctionDefinition;
}

@ObjectType({ description: "A tool in its provider's format, such as web search." })
export class PromptToolRaw {
  @Field(() => JsonScalar)
  raw: JsonObject;
}

export const PromptTool = createUnionType({
  name: 'PromptTool',
  types: () => [PromptToolFunction, PromptToolRaw] as const,
  resolveType: (value: object) => ('function' in value ? PromptToolFunction : PromptToolRaw),
});

export enum PromptToolChoiceType {
  NONE = 'NONE',
  ZERO_OR_MORE = 'ZERO_OR_MORE',
  ONE_OR_MORE = 'ONE_OR_MORE',
  SPECIFIC_FUNCTION = 'SPECIFIC_FUNCTION',
}

registerEnumType(PromptToolChoiceType, {
  name: 'PromptToolChoiceType',
  description: 'The tools that the model should call.',
});

@ObjectType()
export class PromptToolChoice {
  @Field(() => PromptToolChoiceType)
  type: PromptToolChoiceType;

  @Field(() => String, { nullable: true, description: 'For SPECIFIC_FUNCTION.' })
  functionName: string | null;
}

@ObjectType({ description: 'The tools that the model can call.' })
export class PromptTools {
  @Field(() => [PromptTool])
  tools: (typeof PromptTool)[];

  @Field(() => PromptToolChoice, { nullable: true })
  toolChoice: PromptToolChoice | null;

  @Field(() => Boolean, { nullable: true })
  disableParallelToolCalls: boolean | null;

  @Field(() => JsonScalar, { description: 'The whole object as stored.' })
  json: object;
}

@ObjectType()
export class PromptResponseFormatJSONSchemaDefinition {
  @Field(() => String)
  name: string;

  @Field(() => String, { nullable: true })
  description: string | null;

  @Field(() => JsonScalar, { nullable: true })
  schema: JsonObject | null;

  @Field(() => Boolean, { nullable: true })
  strict: boolean | null;
}

@ObjectType({ description: "The format of the model's answers." })
export class PromptResponseFormatJSONSchema {
  @Field(() => PromptResponseFormatJSONSchemaDefinition)
  jsonSchema: PromptResponseFormatJSONSchemaDefinition;

  @Field(() => JsonScalar, { description: 'The whole object as stored.' })
  json: object;
}

export function toPromptTools(tools: PromptToolsJson): PromptTools {
  return {
    tools: tools.tools.map(toTool),
    toolChoice: tools.tool_choice ? toToolChoice(tools.tool_choice) : null,
    disableParallelToolCalls: tools.disable_parallel_tool_calls ?? null,
    json: tools,
  };
}

export function toPromptResponseFormat(
  format: PromptResponseFormatJson,
): PromptResponseFormatJSONSchema {
  const { name, description, schema, strict } = format.json_schema;
  return {
    jsonSchema: {
      name,
      description: description ?? null,
      schema: schema ?? null,
      strict: strict ?? null,
    },
    json: format,
  };
}

function toTool(tool: PromptToolJson): typeof PromptTool {
  if (tool.type === 'raw') return { raw: tool.raw };
  const { name, description, parameters, strict } = tool.function;
  return {
    function: {
      name,
      description: description ?? null,
      parameters: parameters ?? null,
      strict: strict ?? null,
    },
  };
}

function toToolChoice(choice: PromptToolChoiceJson): PromptToolChoice {
  return {
    type: PromptToolChoiceType[choice.type.toUpperCase() as PromptToolChoiceType],
    functionName: choice.type === 'specific_function' ? choice.function_name : null,
  };
}
