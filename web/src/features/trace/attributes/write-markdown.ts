import { toText } from './attribute-path.js';
import { isStructure, printExactJson } from '../../../lib/json/exact-json.js';
import type { Json } from '../../../lib/json/exact-json.js';
import type { ChatMessage, MessagePart, ToolCall } from './read-messages.js';

/**
 * Writes a chat as Markdown with a heading for each speaker, for example to paste into an issue.
 */
export function messagesToMarkdown(messages: readonly ChatMessage[]): string {
  return messages.map((message) => `### ${heading(message)}\n\n${body(message)}`).join('\n\n');
}

function heading({ role, name, toolCallId }: ChatMessage): string {
  const speaker = role ? role.charAt(0).toUpperCase() + role.slice(1) : 'Message';
  return [speaker, name, toolCallId ? `(${toolCallId})` : undefined].filter(Boolean).join(' ');
}

function body({ parts, toolCalls }: ChatMessage): string {
  const blocks = [...parts.map(partToMarkdown), ...toolCalls.map(callToMarkdown)];
  return blocks.filter((block) => block !== '').join('\n\n') || '*No content*';
}

function partToMarkdown(part: MessagePart): string {
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
      return fence(part.value);
  }
}

function callToMarkdown(call: ToolCall): string {
  const id = call.id ? ` (${call.id})` : '';
  const called = `Calls \`${call.name}\`${id}`;
  return call.arguments === undefined ? called : `${called}\n\n${fence(call.arguments)}`;
}

/** Writes a code block whose fence is longer than any fence inside. */
function fence(value: Json): string {
  const text = isStructure(value) ? printExactJson(value) : (toText(value) ?? '');
  const inside = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const marks = '`'.repeat(inside + 1);
  return `${marks}${isStructure(value) ? 'json' : ''}\n${text}\n${marks}`;
}
