import {
  getOwn,
  isJsonObject,
  isRawNumber,
  type JsonObject,
  type JsonValue,
} from '../../../kernel/json/json.js';
import { parseJsonText } from '../values/json-text.js';
import type { Message, Part, ToolResult } from './message.js';
import {
  isConstructed,
  isMessage,
  ITEMS,
  ROLES_BY_NAME,
  speakerIn,
  wrappedIn,
} from './message-shapes.js';
import { memberOf, objectIn, readPart, readParts, textIn, toJsonText } from './read-part.js';

/** Where a request, an answer or a state has its messages. */
const LISTS = [
  'messages',
  'input',
  'contents',
  'chat_history',
  'choices',
  'candidates',
  'generations',
];

/** Where a request has its only message, if that is a text, and what the model should know first. */
const TEXTS = ['input', 'contents', 'prompt'];
const INSTRUCTIONS = ['system', 'instructions', 'system_instruction', 'systemInstruction'];

/** The keys that may wrap messages. */
const WRAPPERS = [
  'update',
  'request',
  'response',
  'output',
  'result',
  'data',
  'kwargs',
  'values',
  'new_message',
  'chat_message',
];
const MAX_WRAPPERS = 3;

/**
 * Reads messages, given as a list, as one message, as an object that has a list, or as JSON text of one of
 * these. Anything else has none. Within a list, what cannot be read is shown as JSON among the others.
 * @param role of messages that name none.
 */
export function readMessages(value: JsonValue | undefined, role: string): Message[] {
  const json = typeof value === 'string' ? parseJsonText(value) : value;
  return typeof json === 'object' && json !== null ? readNested(json, role, MAX_WRAPPERS) : [];
}

/** Like `readMessages`, but whatever is no message is the content of one. */
export function readSaid(value: JsonValue | undefined, role: string): Message[] {
  const messages = readMessages(value, role);
  if (messages.length > 0 || value === undefined) return messages;
  const json = typeof value === 'string' ? parseJsonText(value) : value;
  const parts = readParts(typeof json === 'string' || Array.isArray(json) ? json : value);
  return parts.length === 0 ? [] : [{ role, parts }];
}

function readNested(json: JsonValue, role: string, depth: number): Message[] {
  if (Array.isArray(json)) {
    // LangChain has a list of messages for each prompt of a batch.
    const list = json.flat(1);
    if (list.some(isMessage)) return list.flatMap((item) => readMessage(item, role));
    const [only, ...others] = list;
    return only === undefined || others.length > 0 || depth === 0
      ? []
      : readNested(only, role, depth - 1);
  }
  if (!isJsonObject(json)) return [];
  for (const name of LISTS) {
    const list = getOwn(json, name);
    if (Array.isArray(list) && list.flat(1).some(isMessage)) {
      return withInstructions(json, readNested(list, role, 0), role);
    }
  }
  if (isMessage(json)) return readMessage(json, role);
  const text = role === 'user' && textIn(json, 'model') ? textIn(json, ...TEXTS) : undefined;
  if (text !== undefined) {
    return withInstructions(json, [{ role, parts: [{ type: 'text', text }] }], role);
  }
  if (depth === 0) return [];
  for (const name of WRAPPERS) {
    const inner = getOwn(json, name);
    const messages = inner === undefined ? [] : readNested(inner, role, depth - 1);
    if (messages.length > 0) return messages;
  }
  return [];
}

/** Adds the instructions that a request has beside its messages, as those of Anthropic and Google have. */
function withInstructions(request: JsonObject, messages: Message[], role: string): Message[] {
  if (role !== 'user' || messages.some((message) => message.role === 'system')) return messages;
  const places = [request, objectIn(request, 'config', 'generationConfig') ?? {}];
  const sent = places.map((place) => memberOf(place, ...INSTRUCTIONS));
  const said = sent.find((value) => typeof value === 'string' || Array.isArray(value));
  return [...readSaid(said, 'system'), ...messages];
}

/** Reads a message as one, whatever it looks like. */
export function readMessage(value: JsonValue, otherwise: string): Message[] {
  if (typeof value === 'string') return [{ role: otherwise, parts: readParts(value) }];
  if (!isJsonObject(value) || isRawNumber(value)) {
    return [{ role: otherwise, parts: [{ type: 'other', name: 'json', value }] }];
  }
  const wrapped = wrappedIn(value);
  if (wrapped && (isMessage(wrapped) || Object.keys(value).length === 1)) {
    const finishReason = textIn(value, 'finish_reason', 'finishReason');
    return readMessage(wrapped, otherwise).map((message) => ({
      ...message,
      ...(finishReason !== undefined && { finishReason }),
    }));
  }
  if (isConstructed(value)) return readConstructed(value, otherwise);
  const type = textIn(value, 'type');
  const data = objectIn(value, 'data');
  if (type !== undefined && ROLES_BY_NAME.has(type) && data) {
    return readFields(data, ROLES_BY_NAME.get(type)!, value);
  }
  const item = type === undefined ? undefined : ITEMS.get(type);
  if (item !== undefined && textIn(value, 'role') === undefined) {
    return separate({ role: item, parts: [readPart(value)] });
  }
  const speaker = textIn(value, 'role') ?? speakerIn(value);
  const sent = speaker ?? (type !== undefined && ROLES_BY_NAME.has(type) ? type : undefined);
  return readFields(value, sent === undefined ? otherwise : roleOf(sent), value);
}

/** .NET begins roles with a capital letter. */
function roleOf(sent: string): string {
  return ROLES_BY_NAME.get(sent) ?? ROLES_BY_NAME.get(sent.toLowerCase()) ?? sent;
}

function readConstructed(value: JsonObject, otherwise: string): Message[] {
  const id = getOwn(value, 'id');
  const name = Array.isArray(id) ? id.at(-1) : undefined;
  const role = typeof name === 'string' ? ROLES_BY_NAME.get(name) : undefined;
  return readFields(objectIn(value, 'kwargs')!, role ?? otherwise, value);
}

function readFields(fields: JsonObject, role: string, outer: JsonObject): Message[] {
  const content = memberOf(fields, 'parts', 'content', 'contents', 'blocks', 'text');
  const nested =
    content !== undefined && isJsonObject(content) ? memberOf(content, 'parts', 'content') : null;
  const parts = readParts(nested ?? content);
  addCalls(listIn(fields, 'tool_calls', 'toolCalls', 'toolInvocations'), parts);
  const called = objectIn(fields, 'function_call');
  if (called) parts.push(readToolCall(called));
  const name = textIn(fields, 'function_call_name');
  if (name !== undefined) {
    const given = textIn(fields, 'function_call_arguments_json');
    parts.push({ type: 'toolCall', name, arguments: given });
  }
  const audio = objectIn(fields, 'audio');
  if (audio) parts.push(readPart({ ...audio, type: 'audio' }));
  const refusal = textIn(fields, 'refusal');
  if (refusal !== undefined) parts.push({ type: 'refusal', text: refusal });
  const reasoning = textIn(fields, 'reasoning_content', 'reasoning');
  if (reasoning !== undefined) parts.unshift({ type: 'reasoning', text: reasoning });
  const message: Message = {
    role,
    name: textIn(fields, 'name') ?? (speakerIn(fields) && textIn(fields, 'source')),
    parts: parts.length === 0 && isUnknown(fields) ? [other(fields)] : parts,
    finishReason:
      textIn(fields, 'finish_reason', 'finishReason', 'stop_reason') ??
      textIn(outer, 'finish_reason', 'finishReason'),
  };
  const answered = textIn(fields, 'tool_call_id', 'toolCallId', 'tool_use_id');
  return role === 'tool' && !message.parts.some(({ type }) => type === 'toolResult')
    ? [toAnswer(message, answered)]
    : separate(message);
}

/** Returns whether an object has nothing that a message has. */
function isUnknown(fields: JsonObject): boolean {
  const known = ['role', 'parts', 'content', 'contents', 'blocks', 'text', 'tool_calls', 'name'];
  return !known.some((key) => Object.hasOwn(fields, key));
}

function other(value: JsonValue): Part {
  return { type: 'other', name: 'json', value };
}

function listIn(fields: JsonObject, ...names: string[]): JsonObject[] {
  for (const name of names) {
    const list = getOwn(fields, name);
    if (Array.isArray(list)) return list.filter(isJsonObject);
  }
  return [];
}

function readToolCall(call: JsonObject): Part {
  const wrapped = objectIn(call, 'tool_call') ?? call;
  return readPart({ ...wrapped, type: 'tool_call' });
}

/** Adds the calls that are not among the parts. Some senders have each call in both places. */
function addCalls(calls: readonly JsonObject[], parts: Part[]): void {
  if (calls.length === 0) return;
  const known = new Set(parts.map(signCall));
  for (const part of calls.map(readToolCall)) {
    if (!known.has(signCall(part))) parts.push(part);
  }
}

/** A text that is the same for the same call; undefined if a part is none. */
function signCall(part: Part): string | undefined {
  if (part.type !== 'toolCall') return undefined;
  return JSON.stringify([part.name, part.id ?? [toJsonText(part.arguments ?? null)]]);
}

/** A message of a tool is what the tool answered, even if its content does not say so. */
function toAnswer(message: Message, id: string | undefined): Message {
  const [only] = message.parts;
  if (only?.type === 'other' && message.parts.length === 1) {
    const { name } = message;
    return { ...message, parts: [{ type: 'toolResult', id, name, result: only.value }] };
  }
  const texts = message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  if (texts.length === 0 || texts.length < message.parts.length) {
    return id === undefined ? message : { ...message, parts: [idOnly(id), ...message.parts] };
  }
  const result: ToolResult = {
    type: 'toolResult',
    id,
    name: message.name,
    result: texts.join('\n'),
  };
  return { ...message, parts: [result] };
}

function idOnly(id: string): ToolResult {
  return { type: 'toolResult', id, result: '' };
}

/** OpenInference has one result in each message, so others become messages of their own. */
function separate(message: Message): Message[] {
  if (!message.parts.some(({ type }) => type === 'toolResult')) return [message];
  const messages: Message[] = [];
  let rest: Part[] = [];
  const flush = (): void => {
    if (rest.length > 0) messages.push({ ...message, parts: rest });
    rest = [];
  };
  for (const part of message.parts) {
    if (part.type !== 'toolResult') {
      rest.push(part);
      continue;
    }
    flush();
    messages.push({ role: 'tool', name: part.name, parts: [part] });
  }
  if (rest.length > 0) flush();
  return messages;
}
