import { toText } from '../../../lib/openinference/attribute-path.js';
import { isStructure, printExactJson, type Json } from '../../../lib/json/exact-json.js';
import type {
  ChatMessage,
  MessagePart,
  ToolCall,
} from '../../../lib/openinference/read-messages.js';

/**
 * Writes a chat as Markdown with a heading for each speaker, for example to paste into an issue.
 */
export function writeMarkdown(messages: readonly ChatMessage[]): string {
  return messages
    .map((message) => `### ${writeHeading(message)}\n\n${writeBody(message)}`)
    .join('\n\n');
}

/** Writes who speaks: `Tool search (call_1)`. */
export function writeHeading({ role, name, toolCallId }: ChatMessage): string {
  const speaker = role ? role.charAt(0).toUpperCase() + role.slice(1) : 'Message';
  return [speaker, name, toolCallId ? `(${toolCallId})` : undefined].filter(Boolean).join(' ');
}

/** Writes what a message says, with its tool calls, as Markdown. */
export function writeBody({ parts, toolCalls }: ChatMessage): string {
  const blocks = [...parts.map(writePart), ...toolCalls.map(writeCall)];
  return blocks.filter((block) => block !== '').join('\n\n') || '*No content*';
}

function writePart(part: MessagePart): string {
  switch (part.type) {
    case 'text':
      return part.text.trim();
    case 'reasoning':
      return part.text.trim().replaceAll(/^/gm, '> ');
    case 'image':
      // A data URL would drown the text.
      return part.url.startsWith('data:') ? '*Image*' : `![image](${part.url})`;
    case 'audio':
      return part.transcript?.trim() ?? '*Audio*';
    default:
      return writeCodeBlock(part.value);
  }
}

function writeCall(call: ToolCall): string {
  const id = call.id ? ` (${call.id})` : '';
  const called = `Calls \`${call.name}\`${id}`;
  return call.arguments === undefined ? called : `${called}\n\n${writeCodeBlock(call.arguments)}`;
}

/** Writes a code block whose fence is longer than any fence inside. */
function writeCodeBlock(value: Json): string {
  const text = isStructure(value) ? printExactJson(value) : (toText(value) ?? '');
  const inside = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const marks = '`'.repeat(inside + 1);
  return `${marks}${isStructure(value) ? 'json' : ''}\n${text}\n${marks}`;
}
