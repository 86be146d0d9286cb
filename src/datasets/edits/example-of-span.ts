import { findAttribute } from '../../spans/attributes.js';
import { cleanJson } from '../../kernel/json/clean-json.js';
import {
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../../kernel/json/json.js';
import type { FullSpan } from '../../tracing/spans/spans.service.js';
import type { ExampleContent } from '../merging/content-hash.js';

const LLM = 'LLM';
const RETRIEVER = 'RETRIEVER';

/** Maximum levels that an example adds above a span's value. */
const LEVELS_ABOVE = 4;

/** Where OpenInference stores a function call that is not a tool call. */
const FUNCTION_NAME = 'function_call_name';
const FUNCTION_ARGUMENTS = 'function_call_arguments_json';

/**
 * Creates an example from a span, according to the OpenInference conventions for its kind:
 *
 * - input of an LLM span: `messages`, with `tools` and `prompt_template_variables` if it has them;
 * - output of an LLM span: `messages`; of a retriever: `documents`;
 * - otherwise: the value itself if it is a JSON object, or else `{"input": value}` or `{"output":
 *   value}`.
 *
 * The metadata is the span's, plus its kind as `span_kind`.
 */
export function createExampleFromSpan({ row, attributes }: FullSpan): ExampleContent {
  const content = {
    input: inputOf(row.kind, attributes),
    output: outputOf(row.kind, attributes),
    metadata: { ...objectAt(attributes, 'metadata'), span_kind: row.kind },
  };
  return cleanJson(content) as JsonObject & ExampleContent;
}

function inputOf(kind: string, attributes: JsonObject): JsonObject {
  const value = valueAt(attributes, 'input');
  if (kind !== LLM) return value;
  const messages = messagesAt(attributes, 'llm.input_messages');
  const tools = toolsOf(attributes);
  const variables = objectAt(attributes, 'llm.prompt_template.variables');
  return {
    ...(messages.length > 0 ? { messages } : value),
    ...(tools.length > 0 ? { tools } : {}),
    ...(variables ? { prompt_template_variables: variables } : {}),
  };
}

function outputOf(kind: string, attributes: JsonObject): JsonObject {
  if (kind === LLM) {
    const messages = messagesAt(attributes, 'llm.output_messages');
    if (messages.length > 0) return { messages };
  }
  if (kind === RETRIEVER) {
    const documents = unwrapList(findAttribute(attributes, 'retrieval.documents'), 'document');
    if (documents.length > 0) return { documents };
  }
  return valueAt(attributes, 'output');
}

/** Returns `input.value` or `output.value` as an object. */
function valueAt(attributes: JsonObject, side: 'input' | 'output'): JsonObject {
  const value = findAttribute(attributes, `${side}.value`) ?? null;
  if (value === null) return {};
  const isJson = findAttribute(attributes, `${side}.mime_type`) === 'application/json';
  const parsed = isJson && typeof value === 'string' ? parseOr(value, value) : value;
  return isJsonObject(parsed) ? parsed : { [side]: parsed };
}

function messagesAt(attributes: JsonObject, path: string): JsonObject[] {
  return unwrapList(findAttribute(attributes, path), 'message').map(toMessage);
}

/** Returns the definition of each tool, as the model received it. */
function toolsOf(attributes: JsonObject): JsonValue[] {
  return unwrapList(findAttribute(attributes, 'llm.tools'), 'tool').map((tool) => {
    const schema = getOwn(tool, 'json_schema') ?? tool;
    return typeof schema === 'string' ? parseOr(schema, schema) : schema;
  });
}

/** Returns an object, given as such or as JSON text. */
function objectAt(attributes: JsonObject, path: string): JsonObject | undefined {
  const value = findAttribute(attributes, path);
  const parsed = typeof value === 'string' ? parseOr(value, null) : value;
  return parsed !== undefined && isJsonObject(parsed) ? parsed : undefined;
}

/** Text that is not JSON, or is nested too deeply to be stored, stays text. */
function parseOr(text: string, otherwise: JsonValue): JsonValue {
  try {
    return cleanJson(parseJson(text), LEVELS_ABOVE);
  } catch {
    return otherwise;
  }
}

/**
 * Converts the OpenInference attributes of a chat message to the form that model providers use:
 * without wrappers, with its parts as `content` and tool calls as `tool_calls`.
 */
function toMessage(attributes: JsonObject): JsonObject {
  const {
    content,
    contents,
    tool_calls: calls,
    [FUNCTION_NAME]: functionName,
    [FUNCTION_ARGUMENTS]: functionArguments,
    ...message
  } = attributes;
  const parts = unwrapList(contents, 'message_content').map(toPart);
  const toolCalls = unwrapList(calls, 'tool_call').map(toToolCall);
  message['content'] = content ?? (parts.length > 0 ? parts : null);
  if (functionName !== undefined) {
    message['function_call'] = { name: functionName, arguments: functionArguments ?? '' };
  }
  if (toolCalls.length > 0) message['tool_calls'] = toolCalls;
  return message;
}

/** Returns the objects of a list without the wrappers that OpenInference puts around them. */
function unwrapList(list: JsonValue | undefined, wrapper: string): JsonObject[] {
  if (!Array.isArray(list)) return [];
  return list.filter(isJsonObject).map((element) => objectIn(element, wrapper) ?? element);
}

function toPart(part: JsonObject): JsonObject {
  const image = objectIn(part, 'image');
  const url = image && getOwn(objectIn(image, 'image') ?? image, 'url');
  return url === undefined ? part : { type: 'image_url', image_url: { url } };
}

function toToolCall(call: JsonObject): JsonObject {
  return { ...call, type: getOwn(call, 'type') ?? 'function' };
}

function objectIn(object: JsonObject, key: string): JsonObject | undefined {
  const value = getOwn(object, key);
  return value !== undefined && isJsonObject(value) ? value : undefined;
}
