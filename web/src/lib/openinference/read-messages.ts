import { readAt, readListAt, readNumberAt, readStructureAt, readTextAt } from './attribute-path.js';
import { findImageUrl } from '../images/image-data.js';
import type { Json } from '../json/exact-json.js';

/** A tool call that a model requested. */
export interface ToolCall {
  id?: string;
  name: string;
  /** Parsed if it is JSON. */
  arguments?: Json;
}

/** One part of the content of a message. */
export type MessagePart =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'image'; url: string }
  | { type: 'audio'; url?: string; transcript?: string }
  | { type: 'other'; value: Json };

/** A chat message, as described by OpenInference. */
export interface ChatMessage {
  role?: string;
  name?: string;
  parts: MessagePart[];
  toolCalls: ToolCall[];
  /** For a tool result: the ID of the call. */
  toolCallId?: string;
  finishReason?: string;
}

/**
 * Reads the messages of `llm.input_messages` or `llm.output_messages`, and skips items that are not
 * messages.
 */
export function readMessages(attributes: Json, path: string): ChatMessage[] {
  return readListAt(attributes, path).flatMap((item) => {
    const message = readAt(item, 'message') ?? item;
    const read = readMessage(message);
    return read ? [read] : [];
  });
}

function readMessage(item: Json): ChatMessage | undefined {
  // Keys may have the prefix of their group if a list was sent as one value.
  const field = (name: string) => (readAt(item, name) === undefined ? `message.${name}` : name);
  const message: ChatMessage = { parts: [], toolCalls: [] };
  message.role = readTextAt(item, field('role'));
  message.name = readTextAt(item, field('name'));
  message.toolCallId = readTextAt(item, field('tool_call_id'));
  message.finishReason = readTextAt(item, field('finish_reason'));

  const parts = readListAt(item, field('contents')).map(readPart);
  const content = readAt(item, field('content'));
  if (Array.isArray(content)) message.parts.push(...content.map(readPart));
  else {
    const text = readTextAt(item, field('content'));
    if (text !== undefined && !includesText(parts, text))
      message.parts.push({ type: 'text', text });
  }
  message.parts.push(...parts);

  message.toolCalls = readListAt(item, field('tool_calls')).map(readToolCall);
  const legacyName = readTextAt(item, field('function_call_name'));
  if (legacyName) {
    message.toolCalls.push({
      name: legacyName,
      arguments: readStructureAt(item, field('function_call_arguments_json')),
    });
  }
  const empty = !message.role && message.parts.length === 0 && message.toolCalls.length === 0;
  return empty ? undefined : message;
}

/** Some instrumentations send the text of a message both whole and in parts; show it once. */
function includesText(parts: readonly MessagePart[], text: string): boolean {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return texts.includes(text) || ['', '\n', '\n\n'].some((gap) => texts.join(gap) === text);
}

/** Where Anthropic, Google, Bedrock and OpenAI have the bytes of a picture, in base64. */
const IMAGE_DATA = [
  'source.data',
  'inline_data.data',
  'inlineData.data',
  'image.source.bytes',
  'b64_json',
  'image.b64_json',
  'result',
];

function readPart(item: Json): MessagePart {
  if (typeof item === 'string') return { type: 'text', text: item };
  const part = readAt(item, 'message_content') ?? item;
  const field = (path: string) =>
    readTextAt(part, path) ?? readTextAt(part, `message_content.${path}`) ?? undefined;
  const url =
    field('image.image.url') ?? field('image.url') ?? field('image_url.url') ?? field('image_url');
  if (url) return { type: 'image', url: findImageUrl(url) ?? url };
  for (const path of IMAGE_DATA) {
    const image = findImageUrl(field(path) ?? '');
    if (image) return { type: 'image', url: image };
  }
  const audio = field('audio.audio.url') ?? field('audio.url');
  const transcript = field('audio.audio.transcript') ?? field('audio.transcript');
  if (audio ?? transcript) return { type: 'audio', url: audio, transcript };
  const text = field('text');
  if (text) return { type: field('type') === 'reasoning' ? 'reasoning' : 'text', text };
  return { type: 'other', value: part };
}

function readToolCall(item: Json): ToolCall {
  const call = readAt(item, 'tool_call') ?? item;
  const field = (path: string) => (readAt(call, path) === undefined ? `tool_call.${path}` : path);
  return {
    id: readTextAt(call, field('id')),
    name:
      readTextAt(call, field('function.name')) ?? readTextAt(call, field('name')) ?? 'unnamed tool',
    arguments: readStructureAt(call, field('function.arguments')),
  };
}

/** A tool offered to a model. */
export interface OfferedTool {
  name: string;
  description?: string;
  /** The JSON schema of the arguments, or whatever else the definition of the tool contains. */
  schema?: Json;
}

/** Reads the tools of `llm.tools`, in the formats of OpenAI, Anthropic and Gemini. */
export function readOfferedTools(attributes: Json): OfferedTool[] {
  return readListAt(attributes, 'llm.tools').map((item) => {
    const definition = readStructureAt(item, 'tool.json_schema') ?? readAt(item, 'tool') ?? item;
    const tool = readAt(definition, 'function') ?? definition;
    return {
      name: readTextAt(tool, 'name') ?? readTextAt(item, 'tool.name') ?? 'unnamed tool',
      description: readTextAt(tool, 'description') ?? readTextAt(item, 'tool.description'),
      schema:
        readStructureAt(tool, 'parameters') ??
        readStructureAt(tool, 'input_schema') ??
        readStructureAt(item, 'tool.parameters') ??
        tool,
    };
  });
}

/** Reads detailed token counts, such as `cache_read` or `reasoning`. */
export function readTokenDetails(
  attributes: Json,
  side: 'prompt' | 'completion',
): { kind: string; count: number }[] {
  const details = readAt(attributes, `llm.token_count.${side}_details`);
  if (typeof details !== 'object' || details === null) return [];
  return Object.keys(details).flatMap((kind) => {
    const count = readNumberAt(details, kind);
    return count ? [{ kind, count }] : [];
  });
}
