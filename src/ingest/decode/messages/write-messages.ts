import type { JsonValue } from '../../../kernel/json/json.js';
import type { Message, Part, ToolCall } from './message.js';
import { toJsonText } from './read-part.js';

/** Gets the attributes of messages under their dotted names. */
export type Write = (name: string, value: JsonValue) => void;

/** Writes messages as OpenInference has them, below `llm.input_messages` or `llm.output_messages`. */
export function writeMessages(
  list: 'llm.input_messages' | 'llm.output_messages',
  messages: readonly Message[],
  write: Write,
): void {
  messages.forEach((message, at) => writeMessage(`${list}.${at}.message.`, message, write));
}

function writeMessage(prefix: string, message: Message, write: Write): void {
  write(`${prefix}role`, message.role);
  if (message.name !== undefined) write(`${prefix}name`, message.name);
  const contents: Part[] = [];
  let calls = 0;
  for (const part of message.parts) {
    if (part.type === 'toolCall') {
      writeCall(`${prefix}tool_calls.${calls++}.tool_call.`, part, write);
    } else if (part.type === 'toolResult') {
      if (part.id !== undefined) write(`${prefix}tool_call_id`, part.id);
      if (part.result !== '') write(`${prefix}content`, toJsonText(part.result));
    } else contents.push(part);
  }
  writeContents(prefix, contents, write);
  if (message.finishReason !== undefined) write(`${prefix}finish_reason`, message.finishReason);
}

function writeContents(prefix: string, parts: readonly Part[], write: Write): void {
  const [first] = parts;
  if (parts.length === 1 && first?.type === 'text') {
    if (first.text !== '') write(`${prefix}content`, first.text);
    return;
  }
  parts.forEach((part, at) => {
    writeContent(`${prefix}contents.${at}.message_content.`, part, write);
  });
}

function writeContent(prefix: string, part: Part, write: Write): void {
  switch (part.type) {
    case 'image':
      write(`${prefix}type`, 'image');
      write(`${prefix}image.image.url`, part.url);
      break;
    case 'audio':
      write(`${prefix}type`, 'audio');
      if (part.url !== undefined) write(`${prefix}audio.audio.url`, part.url);
      if (part.mimeType !== undefined) write(`${prefix}audio.audio.mime_type`, part.mimeType);
      if (part.transcript !== undefined) write(`${prefix}audio.audio.transcript`, part.transcript);
      break;
    case 'other':
      write(`${prefix}type`, part.name);
      write(`${prefix}text`, toJsonText(part.value));
      break;
    case 'toolCall':
    case 'toolResult':
      break;
    default:
      write(`${prefix}type`, part.type);
      write(`${prefix}text`, part.text);
  }
}

function writeCall(prefix: string, call: ToolCall, write: Write): void {
  if (call.id !== undefined) write(`${prefix}id`, call.id);
  if (call.name !== undefined) write(`${prefix}function.name`, call.name);
  if (call.arguments === undefined) return;
  write(`${prefix}function.arguments`, toJsonText(call.arguments));
}
