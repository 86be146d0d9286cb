import {
  getOwn,
  isJsonObject,
  isRawNumber,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from '../../../kernel/json/json.js';
import { parseJsonText } from '../values/json-text.js';
import type { Part } from './message.js';

/** Reads a part if it has the form that it knows. */
type Reader = (part: JsonObject) => Part | undefined;

/**
 * Reads one part of a message in the words of OpenTelemetry, OpenAI, Anthropic, Google, Amazon Bedrock, the
 * AI SDK, Genkit, LlamaIndex or Pydantic AI. Nothing is lost: what none of them says becomes a part of type `other`.
 */
export function readPart(value: JsonValue): Part {
  if (typeof value === 'string') return { type: 'text', text: value };
  if (!isJsonObject(value)) return { type: 'other', name: 'json', value };
  const wrapped = objectIn(value, 'message_content');
  if (wrapped) {
    // OpenInference has a call beside what says that the part is one.
    const call = objectIn(value, 'tool_call');
    return call ? readPart({ ...call, type: 'tool_call' }) : readContent(wrapped);
  }
  for (const read of READERS) {
    const part = read(value);
    if (part) return part;
  }
  return { type: 'other', name: typeOf(value) ?? 'json', value };
}

/** Returns a part. A part of an unknown type keeps its text, or its JSON as text. */
function readContent(content: JsonObject): Part {
  const part = readPart(content);
  const text = part.type === 'other' ? getOwn(content, 'text') : undefined;
  return text === undefined ? part : ({ ...part, value: text } as Part);
}

/** Returns the parts of the content of a message: a text, a part or a list of parts. */
export function readParts(content: JsonValue | undefined): Part[] {
  if (content === undefined || content === null || content === '') return [];
  return Array.isArray(content) ? content.map(readPart) : [readPart(content)];
}

/** Returns a text, or the first of these members that is a non-empty one. */
export function textIn(value: JsonObject, ...names: string[]): string | undefined {
  for (const name of names) {
    const text = getOwn(value, name);
    if (typeof text === 'string' && text !== '') return text;
  }
  return undefined;
}

/** Returns the first of these members that has a value. */
export function memberOf(value: JsonObject, ...names: string[]): JsonValue | undefined {
  for (const name of names) {
    const member = getOwn(value, name) ?? null;
    if (member !== null) return member;
  }
  return undefined;
}

/** Returns the first of these members that is an object. */
export function objectIn(value: JsonObject, ...names: string[]): JsonObject | undefined {
  for (const name of names) {
    const member = getOwn(value, name);
    if (member !== undefined && isJsonObject(member)) return member;
  }
  return undefined;
}

/** Returns text unchanged, and anything else as JSON text. */
export function toJsonText(value: JsonValue): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

/** Returns a tool's arguments, which some send as text that holds JSON twice, once decoded. */
function unwrapArguments(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value !== 'string' || !value.startsWith('"')) return value;
  const inner = parseJsonText(value);
  return typeof inner === 'string' ? inner : value;
}

const TEXT_TYPES = new Set(['text', 'input_text', 'output_text', 'user-prompt', 'system-prompt']);
const REASONING_TYPES = new Set(['reasoning', 'thinking', 'thought', 'summary_text']);
const CALL_TYPES = new Set([
  'tool_call',
  'tool-call',
  'tool_use',
  'server_tool_use',
  'mcp_tool_use',
  'server_tool_call',
  'function_call',
  'function',
  'tool_call_request',
  'builtin-tool-call',
]);
const RESULT_TYPES = new Set([
  'tool_call_response',
  'tool-result',
  'tool_result',
  'mcp_tool_result',
  'web_search_tool_result',
  'code_execution_tool_result',
  'server_tool_call_response',
  'function_call_output',
  'tool-return',
  'builtin-tool-return',
]);

const READERS: readonly Reader[] = [
  readText,
  readCall,
  readResult,
  readMember,
  readImage,
  readAudio,
  readWords,
];

function typeOf(part: JsonObject): string | undefined {
  return textIn(part, 'type', 'kind', 'part_kind', 'block_type');
}

function readText(part: JsonObject): Part | undefined {
  const type = typeOf(part);
  const text = getOwn(part, 'text') ?? getOwn(part, 'content');
  if (type === undefined ? !isResult(part) : TEXT_TYPES.has(type)) {
    if (typeof text !== 'string') return type === 'text' && text === null ? blank() : undefined;
    return { type: getOwn(part, 'thought') === true ? 'reasoning' : 'text', text };
  }
  if (type === undefined || !REASONING_TYPES.has(type)) return undefined;
  const thought = textIn(part, 'text', 'content', 'thinking', 'reasoning', 'summary');
  return thought === undefined ? readSummary(part) : { type: 'reasoning', text: thought };
}

const blank = (): Part => ({ type: 'text', text: '' });

/** Returns the summary of the reasoning in the Responses API; undefined if it has none. */
function readSummary(part: JsonObject): Part | undefined {
  const summary = getOwn(part, 'summary');
  if (!Array.isArray(summary)) return undefined;
  const texts = summary.flatMap((item) => (isJsonObject(item) ? (textIn(item, 'text') ?? []) : []));
  return texts.length === 0 ? undefined : { type: 'reasoning', text: texts.join('\n\n') };
}

function readCall(part: JsonObject): Part | undefined {
  const type = typeOf(part) ?? (isCall(part) ? 'tool_call' : undefined);
  if (type === undefined || !CALL_TYPES.has(type)) return undefined;
  const called = objectIn(part, 'function', type, 'tool_call') ?? {};
  return {
    type: 'toolCall',
    id: textIn(part, 'call_id', 'id', 'toolCallId', 'tool_call_id', 'callId'),
    name: textIn(part, 'name', 'toolName', 'tool_name') ?? textIn(called, 'name', 'type'),
    arguments: unwrapArguments(
      memberOf(part, 'arguments', 'input', 'args', 'parameters') ??
        memberOf(called, 'arguments', 'input', 'args') ??
        (type in part && isJsonObject(part[type]!) ? part[type] : undefined),
    ),
  };
}

/** Gemini CLI and AutoGen do not say that a call is one. */
function isCall(part: JsonObject): boolean {
  if (textIn(part, 'name') === undefined) return false;
  return objectIn(part, 'args') !== undefined || textIn(part, 'arguments') !== undefined;
}

/** Nor does AutoGen say that a result is one. */
function isResult(part: JsonObject): boolean {
  return textIn(part, 'call_id') !== undefined && Object.hasOwn(part, 'content');
}

function readResult(part: JsonObject): Part | undefined {
  const type = typeOf(part) ?? (isResult(part) ? 'tool_result' : undefined);
  if (type === undefined || !RESULT_TYPES.has(type)) return undefined;
  return {
    type: 'toolResult',
    id: textIn(part, 'tool_use_id', 'call_id', 'toolCallId', 'tool_call_id', 'id'),
    name: textIn(part, 'name', 'toolName', 'tool_name'),
    result: unwrapAnswer(memberOf(part, 'response', 'result', 'output', 'content', type) ?? null),
  };
}

const TEXT_KEYS = new Set(['type', 'text', 'content']);

/** Returns the text of an answer that is only wrapped, as by the AI SDK, or consists of text parts. */
export function unwrapAnswer(answer: JsonValue): JsonValue {
  if (isJsonObject(answer)) {
    const type = textIn(answer, 'type');
    const value = getOwn(answer, 'value');
    if ((type === 'text' || type === 'json') && value !== undefined) return value;
  }
  if (!Array.isArray(answer) || answer.length === 0) return answer;
  const texts = answer.map((item) => {
    if (!isJsonObject(item)) return undefined;
    return Object.keys(item).every((key) => TEXT_KEYS.has(key) || item[key] === null)
      ? textIn(item, 'text', 'content')
      : undefined;
  });
  return texts.every((text) => text !== undefined) ? texts.join('\n') : answer;
}

/** Reads parts that say by the name of their only member what they are, as those of Google, Amazon and Genkit. */
function readMember(part: JsonObject): Part | undefined {
  const call = objectIn(part, 'functionCall', 'function_call', 'toolUse', 'toolRequest');
  if (call) {
    return {
      type: 'toolCall',
      id: textIn(call, 'id', 'toolUseId', 'ref'),
      name: textIn(call, 'name'),
      arguments: memberOf(call, 'args', 'input', 'arguments'),
    };
  }
  const result = objectIn(
    part,
    'functionResponse',
    'function_response',
    'toolResult',
    'toolResponse',
  );
  if (result) {
    return {
      type: 'toolResult',
      id: textIn(result, 'id', 'toolUseId', 'ref'),
      name: textIn(result, 'name'),
      result: memberOf(result, 'response', 'content', 'output') ?? null,
    };
  }
  const reasoning = objectIn(part, 'reasoningContent');
  const thought = reasoning && (objectIn(reasoning, 'reasoningText') ?? reasoning);
  const text = thought && textIn(thought, 'text');
  return text === undefined ? undefined : { type: 'reasoning', text };
}

function readImage(part: JsonObject): Part | undefined {
  const url = imageUrl(part);
  return url === undefined ? undefined : { type: 'image', url };
}

function imageUrl(part: JsonObject): string | undefined {
  const type = typeOf(part);
  const nested = objectIn(objectIn(part, 'image') ?? {}, 'image');
  if (nested) return textIn(nested, 'url');
  const named = getOwn(part, 'image_url');
  if (typeof named === 'string') return named;
  if (named !== undefined && isJsonObject(named)) return textIn(named, 'url');
  const data =
    objectIn(part, 'inlineData', 'inline_data', 'fileData', 'file_data', 'media', 'source') ?? part;
  const mimeType = mimeTypeOf(data) ?? mimeTypeOf(part);
  if (
    type !== 'image' &&
    getOwn(part, 'modality') !== 'image' &&
    mimeType?.startsWith('image/') !== true
  ) {
    return undefined;
  }
  return addressOf(data, mimeType ?? 'image/png');
}

function readAudio(part: JsonObject): Part | undefined {
  const named = objectIn(part, 'input_audio', 'audio', 'inlineData', 'inline_data') ?? part;
  const sent = objectIn(named, 'audio') ?? named;
  const format = textIn(sent, 'format');
  const mimeType =
    mimeTypeOf(sent) ?? mimeTypeOf(part) ?? (format === undefined ? undefined : `audio/${format}`);
  const type = typeOf(part);
  const isAudio =
    getOwn(part, 'modality') === 'audio' ||
    type === 'audio' ||
    type === 'input_audio' ||
    mimeType?.startsWith('audio/') === true;
  if (!isAudio) return undefined;
  const url = addressOf(sent, mimeType ?? 'audio/wav');
  const transcript = textIn(part, 'transcript') ?? textIn(sent, 'transcript');
  if (url === undefined && transcript === undefined) return undefined;
  return {
    type: 'audio',
    ...(url !== undefined && { url }),
    ...(mimeType !== undefined && { mimeType }),
    ...(transcript !== undefined && { transcript }),
  };
}

/** Parts with one text, which say by their type what it is. */
function readWords(part: JsonObject): Part | undefined {
  const type = typeOf(part);
  if (type !== 'refusal' && type !== 'compaction') return undefined;
  const text = textIn(part, 'content', type, 'text', 'summary');
  return text === undefined ? undefined : { type, text };
}

function mimeTypeOf(data: JsonObject): string | undefined {
  return textIn(
    data,
    'mime_type',
    'mimeType',
    'media_type',
    'mediaType',
    'contentType',
    'image_mimetype',
  );
}

/** Returns a URL, or base64 as a data URL. */
function addressOf(data: JsonObject, mimeType: string): string | undefined {
  const url = textIn(data, 'url', 'uri', 'fileUri', 'file_uri');
  if (url !== undefined) return url;
  const base64 = textIn(data, 'data', 'content', 'image', 'blob', 'base64');
  if (base64 === undefined || isRawNumber(base64)) return undefined;
  return /^(?:data:|https?:)/.test(base64) ? base64 : `data:${mimeType};base64,${base64}`;
}
