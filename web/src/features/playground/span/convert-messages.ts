import {
  type AttachedFile,
  createFilePart,
  createMessage,
  createPart,
  type MessageDraft,
  type MessageRole,
  type PartDraft,
} from '../../../components/prompt-editor/message-draft.js';
import { isStructure, printExactJson } from '../../../lib/json/exact-json.js';
import { toText } from '../../../lib/openinference/attribute-path.js';
import type {
  ChatMessage,
  MessagePart,
  ToolCall,
} from '../../../lib/openinference/read-messages.js';

type Note = (text: string) => void;

const ROLES: Record<string, MessageRole> = {
  system: 'SYSTEM',
  developer: 'SYSTEM',
  user: 'USER',
  human: 'USER',
  assistant: 'AI',
  ai: 'AI',
  model: 'AI',
  tool: 'TOOL',
  function: 'TOOL',
};

/** Converts recorded messages, and notes what cannot be sent again. */
export function convertMessages(messages: readonly ChatMessage[], note: Note): MessageDraft[] {
  return messages.map((message, index) =>
    convertMessage(message, (text) => note(`Message ${index + 1}: ${text}`)),
  );
}

function convertMessage(message: ChatMessage, note: Note): MessageDraft {
  const role = readRole(message.role, note);
  const content = message.parts.flatMap((part) => convertPart(part, note));
  const parts =
    role === 'TOOL' ? [toResult(message, note)] : [...content, ...message.toolCalls.map(toCall)];
  return {
    ...createMessage(role),
    roleName: message.role?.toLowerCase() === 'developer' ? 'developer' : undefined,
    parts: parts.length > 0 ? parts : [createPart('text')],
  };
}

function readRole(recorded: string | undefined, note: Note): MessageRole {
  const role = ROLES[recorded?.toLowerCase() ?? 'user'];
  if (role) return role;
  note(`the role “${recorded}” is not known, so it became a user message.`);
  return 'USER';
}

function convertPart(part: MessagePart, note: Note): PartDraft[] {
  switch (part.type) {
    case 'text':
      return [createText(part.text)];
    case 'image': {
      const file = readImage(part.url);
      if (file) return [createFilePart(file)];
      note('its image was not recorded in a form that can be sent again.');
      return [];
    }
    case 'audio':
      note('audio cannot be sent again.');
      return part.transcript ? [createText(part.transcript)] : [];
    case 'reasoning':
      note('reasoning is not sent again.');
      return [];
    default:
      note('it has a part of an unknown kind.');
      return [];
  }
}

function createText(text: string): PartDraft {
  return { key: createPart('text').key, kind: 'text', text };
}

function toCall({ id, name, arguments: given }: ToolCall): PartDraft {
  const text = isStructure(given) ? printExactJson(given) : (toText(given) ?? '{}');
  return { key: createPart('call').key, kind: 'call', id: id ?? '', name, arguments: text };
}

/** Results are JSON. Other text becomes a string. */
function toResult({ parts, toolCallId }: ChatMessage, note: Note): PartDraft {
  if (toolCallId === undefined) note('the call that it answers was not recorded.');
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  const { key } = createPart('result');
  return { key, kind: 'result', id: toolCallId ?? '', result: writeResult(text) };
}

/** Returns the result of a tool as JSON. */
export function writeResult(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return JSON.stringify(text);
  }
}

const DATA_URL = /^data:(image\/[\w.+-]+|application\/pdf);base64,/;

const MEDIA_TYPES: Record<string, string> = {
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

function readImage(url: string): AttachedFile | undefined {
  const [, mediaType] = DATA_URL.exec(url) ?? [];
  if (mediaType !== undefined) return { url, mediaType, name: null };
  if (!url.startsWith('https://') || !URL.canParse(url)) return undefined;
  const [, ending = ''] = /\.(\w+)$/.exec(new URL(url).pathname) ?? [];
  return { url, mediaType: MEDIA_TYPES[ending.toLowerCase()] ?? 'image/jpeg', name: null };
}
