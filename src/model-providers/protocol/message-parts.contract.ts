import { type JsonValue, parseJson, stringifyJson } from '../../kernel/json/json.js';
import type {
  ChatMessage,
  ContentPart,
  FilePart,
  ToolCallPart,
  ToolResultPart,
} from './chat-request.contract.js';

/** The four roles that providers tell apart. */
export type ChatRole = 'system' | 'user' | 'assistant' | 'tool';

export function roleOf({ role }: ChatMessage): ChatRole {
  switch (role) {
    case 'developer':
      return 'system';
    case 'model':
    case 'ai':
      return 'assistant';
    default:
      return role;
  }
}

/** The parts of a message; a text is one part. */
export function partsOf({ content }: ChatMessage): readonly ContentPart[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** All texts of a message, as one. */
export function textOf(message: ChatMessage): string {
  return partsOf(message)
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n\n');
}

/** The result of a tool as text: a string as it is, anything else as JSON. */
export function resultText({ tool_result: result }: ToolResultPart): string {
  return typeof result === 'string' ? result : stringifyJson(result);
}

/** The address of a file; its content becomes a data URL. */
export function urlOf({ mediaType, source }: FilePart): string {
  return 'url' in source ? source.url : `data:${mediaType};base64,${source.base64}`;
}

export function isImage({ mediaType }: FilePart): boolean {
  return mediaType.startsWith('image/');
}

/** The arguments of a call. Those that are no JSON are sent as text, so that the provider says what is wrong with them. */
export function readArguments({ tool_call: { arguments: text } }: ToolCallPart): JsonValue {
  if (text.trim() === '') return {};
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** Separates the texts of system messages, for providers that take them apart from the chat. */
export function splitSystem(messages: readonly ChatMessage[]): {
  system: string[];
  chat: ChatMessage[];
} {
  const isSystem = (message: ChatMessage) => roleOf(message) === 'system';
  return {
    system: messages.filter(isSystem).map(textOf),
    chat: messages.filter((message) => !isSystem(message)),
  };
}
