import {
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../../kernel/json/json.js';
import { objectIn, textIn } from './read-part.js';

/** The roles of OpenAI, by the names that LangChain, Google and others use. */
export const ROLES_BY_NAME = new Map([
  ['human', 'user'],
  ['ai', 'assistant'],
  ['HumanMessage', 'user'],
  ['AIMessage', 'assistant'],
  ['AIMessageChunk', 'assistant'],
  ['SystemMessage', 'system'],
  ['ToolMessage', 'tool'],
  ['FunctionMessage', 'tool'],
  ['ChatMessage', 'user'],
  ['function', 'tool'],
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['system', 'system'],
  ['tool', 'tool'],
]);

/** Items of the Responses API that are a message each. */
export const ITEMS = new Map([
  ['function_call', 'assistant'],
  ['reasoning', 'assistant'],
  ['function_call_output', 'tool'],
  ['tool_call', 'assistant'],
]);

/** The type of AutoGen's messages that name their speaker. */
const OF_AUTOGEN = /^(?:\w+Message|ToolCallRequestEvent|ToolCallExecutionEvent)$/;

/** Returns whether a value looks like a message, not like any other object. */
export function isMessage(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  if (textIn(value, 'role') !== undefined) {
    return ['content', 'contents', 'parts', 'tool_calls', 'blocks', 'text'].some((name) =>
      Object.hasOwn(value, name),
    );
  }
  if (isConstructed(value) || isWrapped(value)) return true;
  const type = textIn(value, 'type');
  if (type === undefined) {
    const message = wrappedIn(value);
    return Array.isArray(getOwn(value, 'parts')) || (message !== undefined && isMessage(message));
  }
  if (ITEMS.has(type) || speakerIn(value) !== undefined) return true;
  return (
    ROLES_BY_NAME.has(type) &&
    (Object.hasOwn(value, 'content') || objectIn(value, 'data') !== undefined)
  );
}

/** LangChain writes an object as the call that makes it. */
export function isConstructed(value: JsonObject): boolean {
  return getOwn(value, 'lc') !== undefined && objectIn(value, 'kwargs') !== undefined;
}

/** The message of a choice of OpenAI or a candidate of Google. */
export function wrappedIn(value: JsonObject): JsonObject | undefined {
  const message = objectIn(value, 'message');
  if (message || textIn(value, 'role') !== undefined) return message;
  const content = objectIn(value, 'content');
  return content && isMessage(content) ? content : undefined;
}

/** OpenInference wraps a message in an object with this one member. */
function isWrapped(value: JsonObject): boolean {
  const wrapped = objectIn(value, 'message');
  return wrapped !== undefined && isMessage(wrapped);
}

/** The role of who speaks in a message of AutoGen; undefined for any other. */
export function speakerIn(value: JsonObject): string | undefined {
  const source = textIn(value, 'source');
  if (source === undefined) return undefined;
  const type = textIn(value, 'type') ?? '';
  if (!OF_AUTOGEN.test(type) || !Object.hasOwn(value, 'content')) {
    return undefined;
  }
  if (type === 'ToolCallExecutionEvent') return 'tool';
  return source === 'user' ? 'user' : 'assistant';
}
