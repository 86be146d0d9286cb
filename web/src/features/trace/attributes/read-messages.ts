import { at, listAt, numberAt, structureAt, textAt } from './attribute-path.js';
import type { Json } from '../../../lib/json/exact-json.js';

/** A call of a tool that a model asked for. */
export interface ToolCall {
  id?: string;
  name: string;
  /** Read from JSON where it is JSON. */
  arguments?: Json;
}

/** One part of what a message says. */
export type MessagePart =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'image'; url: string }
  | { type: 'audio'; url?: string; transcript?: string }
  | { type: 'other'; value: Json };

/** A message of a chat, as OpenInference describes it. */
export interface ChatMessage {
  role?: string;
  name?: string;
  parts: MessagePart[];
  toolCalls: ToolCall[];
  /** On a tool's answer: the call it answers. */
  toolCallId?: string;
  finishReason?: string;
}

/** Messages of `llm.input_messages` or `llm.output_messages`; items that are none are left out. */
export function readMessages(attributes: Json, path: string): ChatMessage[] {
  return listAt(attributes, path).flatMap((item) => {
    const message = at(item, 'message') ?? item;
    const read = readMessage(message);
    return read ? [read] : [];
  });
}

function readMessage(item: Json): ChatMessage | undefined {
  // Keys may carry the prefix of their group when a list was sent as one value.
  const field = (name: string) => (at(item, name) === undefined ? `message.${name}` : name);
  const message: ChatMessage = { parts: [], toolCalls: [] };
  message.role = textAt(item, field('role'));
  message.name = textAt(item, field('name'));
  message.toolCallId = textAt(item, field('tool_call_id'));
  message.finishReason = textAt(item, field('finish_reason'));

  const parts = listAt(item, field('contents')).map(readPart);
  const content = at(item, field('content'));
  if (Array.isArray(content)) message.parts.push(...content.map(readPart));
  else {
    const text = textAt(item, field('content'));
    if (text !== undefined && !says(parts, text)) message.parts.push({ type: 'text', text });
  }
  message.parts.push(...parts);

  message.toolCalls = listAt(item, field('tool_calls')).map(readToolCall);
  const legacyName = textAt(item, field('function_call_name'));
  if (legacyName) {
    message.toolCalls.push({
      name: legacyName,
      arguments: structureAt(item, field('function_call_arguments_json')),
    });
  }
  const empty = !message.role && message.parts.length === 0 && message.toolCalls.length === 0;
  return empty ? undefined : message;
}

/** Some instrumentations send a message's text both whole and in parts; it is shown once. */
function says(parts: readonly MessagePart[], text: string): boolean {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return texts.includes(text) || ['', '\n', '\n\n'].some((gap) => texts.join(gap) === text);
}

function readPart(item: Json): MessagePart {
  if (typeof item === 'string') return { type: 'text', text: item };
  const part = at(item, 'message_content') ?? item;
  const field = (path: string) =>
    textAt(part, path) ?? textAt(part, `message_content.${path}`) ?? undefined;
  const url = field('image.image.url') ?? field('image.url') ?? field('image_url.url');
  if (url) return { type: 'image', url };
  const audio = field('audio.audio.url') ?? field('audio.url');
  const transcript = field('audio.audio.transcript') ?? field('audio.transcript');
  if (audio ?? transcript) return { type: 'audio', url: audio, transcript };
  const text = field('text');
  if (text) return { type: field('type') === 'reasoning' ? 'reasoning' : 'text', text };
  return { type: 'other', value: part };
}

function readToolCall(item: Json): ToolCall {
  const call = at(item, 'tool_call') ?? item;
  const field = (path: string) => (at(call, path) === undefined ? `tool_call.${path}` : path);
  return {
    id: textAt(call, field('id')),
    name: textAt(call, field('function.name')) ?? textAt(call, field('name')) ?? 'unnamed tool',
    arguments: structureAt(call, field('function.arguments')),
  };
}

/** A tool offered to a model. */
export interface OfferedTool {
  name: string;
  description?: string;
  /** JSON schema of the arguments, or whatever the tool's definition holds. */
  schema?: Json;
}

/** The tools of `llm.tools`, in the shapes of OpenAI, Anthropic and Gemini. */
export function readOfferedTools(attributes: Json): OfferedTool[] {
  return listAt(attributes, 'llm.tools').map((item) => {
    const definition = structureAt(item, 'tool.json_schema') ?? at(item, 'tool') ?? item;
    const tool = at(definition, 'function') ?? definition;
    return {
      name: textAt(tool, 'name') ?? textAt(item, 'tool.name') ?? 'unnamed tool',
      description: textAt(tool, 'description') ?? textAt(item, 'tool.description'),
      schema:
        structureAt(tool, 'parameters') ??
        structureAt(tool, 'input_schema') ??
        structureAt(item, 'tool.parameters') ??
        tool,
    };
  });
}

/** Token counts by their finer kinds, such as `cache_read` or `reasoning`. */
export function readTokenDetails(
  attributes: Json,
  side: 'prompt' | 'completion',
): { kind: string; count: number }[] {
  const details = at(attributes, `llm.token_count.${side}_details`);
  if (typeof details !== 'object' || details === null) return [];
  return Object.keys(details).flatMap((kind) => {
    const count = numberAt(details, kind);
    return count ? [{ kind, count }] : [];
  });
}
