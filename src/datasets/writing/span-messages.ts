import { getOwn, isJsonObject, type JsonObject, type JsonValue } from '../../common/json/json.js';

/** Where OpenInference keeps a call of a function that is no tool. */
const FUNCTION_NAME = 'function_call_name';
const FUNCTION_ARGUMENTS = 'function_call_arguments_json';

/**
 * A message of a chat as the providers' own APIs write it, made from OpenInference's attributes:
 * without wrappers, with its parts as `content` and the calls of tools as `tool_calls`.
 */
export function toMessage(attributes: JsonObject): JsonObject {
  const {
    content,
    contents,
    tool_calls: calls,
    [FUNCTION_NAME]: functionName,
    [FUNCTION_ARGUMENTS]: functionArguments,
    ...message
  } = attributes;
  const parts = unwrapped(contents, 'message_content').map(toPart);
  const toolCalls = unwrapped(calls, 'tool_call').map(toToolCall);
  message['content'] = content ?? (parts.length > 0 ? parts : null);
  if (functionName !== undefined) {
    message['function_call'] = { name: functionName, arguments: functionArguments ?? '' };
  }
  if (toolCalls.length > 0) message['tool_calls'] = toolCalls;
  return message;
}

/** The objects of a list, each taken out of the wrapper that OpenInference puts around it. */
export function unwrapped(list: JsonValue | undefined, wrapper: string): JsonObject[] {
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
