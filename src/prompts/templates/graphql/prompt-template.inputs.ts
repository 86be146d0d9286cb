import { Field, InputType } from '@nestjs/graphql';
import { ValidationError } from '../../../kernel/errors/errors.js';
import { JsonScalar } from '../../../kernel/graphql/scalars.js';
import type { JsonValue } from '../../../kernel/json/json.js';
import type { ContentPartJson } from '../prompt-template.schema.js';
import { PromptMessageRole, ROLES } from './prompt-template.type.js';

@InputType()
export class TextContentValueInput {
  @Field(() => String)
  text: string;
}

@InputType()
export class ToolCallFunctionInput {
  @Field(() => String)
  name: string;

  @Field(() => String, { description: 'JSON, as text.' })
  arguments: string;
}

@InputType()
export class ToolCallContentValueInput {
  @Field(() => String)
  toolCallId: string;

  @Field(() => ToolCallFunctionInput)
  toolCall: ToolCallFunctionInput;
}

@InputType()
export class ToolResultContentValueInput {
  @Field(() => String)
  toolCallId: string;

  @Field(() => JsonScalar, { nullable: true })
  result?: JsonValue;
}

@InputType({ isOneOf: true, description: 'Exactly one of the fields.' })
export class ContentPartInput {
  @Field(() => TextContentValueInput, { nullable: true })
  text?: TextContentValueInput;

  @Field(() => ToolCallContentValueInput, { nullable: true })
  toolCall?: ToolCallContentValueInput;

  @Field(() => ToolResultContentValueInput, { nullable: true })
  toolResult?: ToolResultContentValueInput;
}

@InputType()
export class PromptMessageInput {
  @Field(() => PromptMessageRole)
  role: PromptMessageRole;

  @Field(() => String, {
    nullable: true,
    description: 'The word to store for the role, such as `developer`. Defaults to the usual one.',
  })
  roleName?: string | null;

  @Field(() => [ContentPartInput], { description: 'At least one.' })
  content: ContentPartInput[];
}

@InputType()
export class PromptChatTemplateInput {
  @Field(() => [PromptMessageInput])
  messages: PromptMessageInput[];
}

/**
 * Converts a message to the form of the REST API, for validation by the schema.
 * @throws ValidationError if `roleName` is the name of a different role.
 */
export function toMessageJson({ role, roleName, content }: PromptMessageInput): unknown {
  const word = roleName ?? USUAL_WORDS[role];
  // The schema refuses unknown words.
  const isOfOtherRole = Object.hasOwn(ROLES, word) && ROLES[word as keyof typeof ROLES] !== role;
  if (isOfOtherRole) {
    const msg = `Value error, the role name ${word} does not fit the role ${role}`;
    throw new ValidationError([{ type: 'value_error', loc: ['messages', 'roleName'], msg }]);
  }
  return { role: word, content: content.map(toPartJson) };
}

const USUAL_WORDS = {
  [PromptMessageRole.USER]: 'user',
  [PromptMessageRole.SYSTEM]: 'system',
  [PromptMessageRole.AI]: 'ai',
  [PromptMessageRole.TOOL]: 'tool',
} as const;

function toPartJson({ text, toolCall, toolResult }: ContentPartInput): ContentPartJson | null {
  if (text) return { type: 'text', text: text.text };
  if (toolCall) {
    const { name, arguments: given } = toolCall.toolCall;
    return {
      type: 'tool_call',
      tool_call_id: toolCall.toolCallId,
      tool_call: { type: 'function', name, arguments: given },
    };
  }
  if (!toolResult) return null;
  const { toolCallId, result } = toolResult;
  return { type: 'tool_result', tool_call_id: toolCallId, tool_result: result ?? null };
}
