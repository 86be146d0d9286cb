import { type Json, printExactJson } from '../../lib/json/exact-json.js';
import { type JsonReading, readJsonText } from '../../lib/json/json-text.js';
import type { TemplateMessage } from './version.js';

export type MessageRole = TemplateMessage['role'];

/** A part of a message as typed. */
export type PartDraft = { key: number } & (
  | { kind: 'text'; text: string }
  | { kind: 'call'; id: string; name: string; arguments: string }
  /** The result of a tool call: JSON, as text. */
  | { kind: 'result'; id: string; result: string }
  /** An image or another file for one run. Prompts do not store it. */
  | ({ kind: 'file' } & AttachedFile)
);

/** A file that is sent with a message. */
export interface AttachedFile {
  /** A data URL, or an address with `https`. */
  url: string;
  /** Such as `image/png`. */
  mediaType: string;
  name: string | null;
}

/** A message as typed; `key` identifies it while it is moved. */
export interface MessageDraft {
  key: number;
  role: MessageRole;
  /** The stored name of the role; absent for the usual one. */
  roleName: string | undefined;
  parts: PartDraft[];
}

let lastKey = 0;

function createKey(): number {
  lastKey += 1;
  return lastKey;
}

export function createMessage(role: MessageRole): MessageDraft {
  return { key: createKey(), role, roleName: undefined, parts: [createPart('text')] };
}

/** Returns an empty part, of any kind but a file, which is attached as a whole. */
export function createPart(kind: Exclude<PartDraft['kind'], 'file'>): PartDraft {
  const key = createKey();
  if (kind === 'text') return { key, kind, text: '' };
  if (kind === 'call') return { key, kind, id: '', name: '', arguments: '{}' };
  return { key, kind, id: '', result: 'null' };
}

export function toMessageDraft({ role, roleName, content }: TemplateMessage): MessageDraft {
  return { key: createKey(), role, roleName, parts: content.map(toPartDraft) };
}

function toPartDraft(part: TemplateMessage['content'][number]): PartDraft {
  const key = createKey();
  switch (part.__typename) {
    case 'TextContentPart':
      return { key, kind: 'text', text: part.text.text };
    case 'ToolCallContentPart': {
      const { toolCallId, toolCall } = part.toolCall;
      return {
        key,
        kind: 'call',
        id: toolCallId,
        name: toolCall.name,
        arguments: toolCall.arguments,
      };
    }
    default: {
      const { toolCallId, result } = part.toolResult;
      return { key, kind: 'result', id: toolCallId, result: printExactJson(result as Json) };
    }
  }
}

/** Returns the messages in the server’s format, or an error message. */
export function readMessageDrafts(drafts: readonly MessageDraft[]): JsonReading<MessageInput[]> {
  const messages: MessageInput[] = [];
  for (const [index, { role, roleName, parts }] of drafts.entries()) {
    const where = `Message ${index + 1}`;
    if (parts.length === 0) return { problem: `${where} is empty.` };
    const content: PartInput[] = [];
    for (const part of parts) {
      if (part.kind === 'file') continue;
      const reading = readPart(part);
      if ('problem' in reading) return { problem: `${where}: ${reading.problem}` };
      content.push(reading.value);
    }
    // The server requires a part, and files are sent separately.
    if (content.length === 0) content.push({ text: { text: '' } });
    messages.push({ role, roleName: roleName ?? null, content });
  }
  return { value: messages };
}

/** Returns a message in the server’s format. */
export interface MessageInput {
  role: MessageRole;
  roleName: string | null;
  content: PartInput[];
}

type PartInput =
  | { text: { text: string } }
  | { toolCall: { toolCallId: string; toolCall: { name: string; arguments: string } } }
  | { toolResult: { toolCallId: string; result: Json } };

function readPart(part: Exclude<PartDraft, { kind: 'file' }>): JsonReading<PartInput> {
  if (part.kind === 'text') return { value: { text: { text: part.text } } };
  if (part.kind === 'call') {
    const { id, name, arguments: given } = part;
    if (name.trim() === '') return { problem: 'the tool to call needs a name.' };
    return { value: { toolCall: { toolCallId: id, toolCall: { name, arguments: given } } } };
  }
  const result = readJsonText(part.result);
  if ('problem' in result) return { problem: `tool result: ${result.problem}` };
  return { value: { toolResult: { toolCallId: part.id, result: result.value } } };
}

/** Returns a part that is a file. */
export function createFilePart(file: AttachedFile): PartDraft {
  return { key: createKey(), kind: 'file', ...file };
}

/** Returns copies with keys of their own, such as for drafts that come from storage. */
export function copyMessages(messages: readonly MessageDraft[]): MessageDraft[] {
  return messages.map((message) => ({
    ...message,
    key: createKey(),
    parts: message.parts.map((part) => ({ ...part, key: createKey() })),
  }));
}

/** Lists the texts of a message, without its tool calls and results. */
export function listTexts({ parts }: MessageDraft): string[] {
  return parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
}

/** Returns the drafts with one of them moved up (-1) or down (1) by one position. */
export function moveMessage(
  drafts: readonly MessageDraft[],
  key: number,
  by: -1 | 1,
): MessageDraft[] {
  const from = drafts.findIndex((draft) => draft.key === key);
  const to = from + by;
  const moved = [...drafts];
  const [message] = from < 0 || to < 0 || to >= drafts.length ? [] : moved.splice(from, 1);
  if (message) moved.splice(to, 0, message);
  return moved;
}
