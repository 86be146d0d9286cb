import { createUnionType, Field, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { JsonScalar } from '../../../kernel/graphql/scalars.js';
import type { JsonValue } from '../../../kernel/json/json.js';
import type {
  ContentPartJson,
  PromptMessageJson,
  PromptTemplateJson,
} from '../prompt-template.schema.js';

export enum PromptTemplateType {
  STRING = 'STRING',
  CHAT = 'CHAT',
}

registerEnumType(PromptTemplateType, { name: 'PromptTemplateType' });

export enum PromptTemplateFormat {
  MUSTACHE = 'MUSTACHE',
  F_STRING = 'F_STRING',
  NONE = 'NONE',
}

registerEnumType(PromptTemplateFormat, {
  name: 'PromptTemplateFormat',
  description: 'The ways in which templates mark variables.',
  valuesMap: {
    MUSTACHE: { description: '`{{name}}`, and sections.' },
    F_STRING: { description: '`{name}`. Double a brace for a literal one.' },
    NONE: { description: 'No variables.' },
  },
});

export enum PromptMessageRole {
  USER = 'USER',
  SYSTEM = 'SYSTEM',
  AI = 'AI',
  TOOL = 'TOOL',
}

registerEnumType(PromptMessageRole, {
  name: 'PromptMessageRole',
  description: 'The authors of messages. Providers use different words for it.',
  valuesMap: {
    SYSTEM: { description: '`system` or `developer`.' },
    AI: { description: '`ai`, `assistant` or `model`.' },
  },
});

/** The meaning of the roles that clients send. */
export const ROLES: Record<PromptMessageJson['role'], PromptMessageRole> = {
  user: PromptMessageRole.USER,
  assistant: PromptMessageRole.AI,
  model: PromptMessageRole.AI,
  ai: PromptMessageRole.AI,
  tool: PromptMessageRole.TOOL,
  system: PromptMessageRole.SYSTEM,
  developer: PromptMessageRole.SYSTEM,
};

@ObjectType()
export class TextContentValue {
  @Field(() => String)
  text: string;
}

@ObjectType()
export class TextContentPart {
  @Field(() => TextContentValue)
  text: TextContentValue;
}

@ObjectType()
export class ToolCallFunction {
  @Field(() => String)
  name: string;

  @Field(() => String, { description: 'JSON, as text.' })
  arguments: string;
}

@ObjectType()
export class ToolCallContentValue {
  @Field(() => String)
  toolCallId: string;

  @Field(() => ToolCallFunction)
  toolCall: ToolCallFunction;
}

@ObjectType()
export class ToolCallContentPart {
  @Field(() => ToolCallContentValue)
  toolCall: ToolCallContentValue;
}

@ObjectType()
export class ToolResultContentValue {
  @Field(() => String)
  toolCallId: string;

  @Field(() => JsonScalar, { nullable: true })
  result: JsonValue;
}

@ObjectType()
export class ToolResultContentPart {
  @Field(() => ToolResultContentValue)
  toolResult: ToolResultContentValue;
}

export const ContentPart = createUnionType({
  name: 'ContentPart',
  types: () => [TextContentPart, ToolCallContentPart, ToolResultContentPart] as const,
  resolveType: (value: object) => {
    if ('text' in value) return TextContentPart;
    return 'toolCall' in value ? ToolCallContentPart : ToolResultContentPart;
  },
});

@ObjectType()
export class PromptMessage {
  @Field(() => PromptMessageRole)
  role: PromptMessageRole;

  @Field(() => String, { description: 'The stored role.' })
  roleName: string;

  @Field(() => [ContentPart], { description: 'Plain text is a single part.' })
  content: (typeof ContentPart)[];
}

@ObjectType()
export class PromptChatTemplate {
  @Field(() => [PromptMessage])
  messages: PromptMessage[];
}

@ObjectType()
export class PromptStringTemplate {
  @Field(() => String)
  template: string;
}

export const PromptTemplate = createUnionType({
  name: 'PromptTemplate',
  types: () => [PromptStringTemplate, PromptChatTemplate] as const,
  resolveType: (value: object) => ('messages' in value ? PromptChatTemplate : PromptStringTemplate),
});

@ObjectType({ description: 'The reason why a message cannot be rendered.' })
export class PromptTemplateProblem {
  @Field(() => Int, { description: 'Index of the message, starting at 0.' })
  index: number;

  @Field(() => String)
  message: string;
}

@ObjectType({ description: 'The result of parsing messages as templates.' })
export class PromptTemplateReading {
  @Field(() => [String], {
    description: 'The names of the variables, in order of appearance.',
  })
  names: string[];

  @Field(() => [PromptTemplateProblem])
  problems: PromptTemplateProblem[];
}

export function toPromptTemplate(template: PromptTemplateJson): typeof PromptTemplate {
  return template.type === 'string' ? template : toChatTemplate(template.messages);
}

export function toChatTemplate(messages: readonly PromptMessageJson[]): PromptChatTemplate {
  return { messages: messages.map(toMessage) };
}

function toMessage({ role, content }: PromptMessageJson): PromptMessage {
  const parts = typeof content === 'string' ? [{ text: { text: content } }] : content.map(toPart);
  return { role: ROLES[role], roleName: role, content: parts };
}

function toPart(part: ContentPartJson): typeof ContentPart {
  if (part.type === 'text') return { text: { text: part.text } };
  const toolCallId = part.tool_call_id;
  if (part.type === 'tool_result') return { toolResult: { toolCallId, result: part.tool_result } };
  const { name, arguments: given } = part.tool_call;
  return { toolCall: { toolCallId, toolCall: { name, arguments: given } } };
}
