import { cutText } from '../../common/text/cut-text.js';
import { findAttribute } from '../../common/json/attributes.js';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from '../../common/json/json.js';

const PREVIEW_LENGTH = 200;

/**
 * Returns the start of `input.value`, or of an LLM span's last user message; null if there is
 * neither.
 */
export function previewInput(attributes: JsonObject, isLlm: boolean): string | null {
  const value = findAttribute(attributes, 'input.value');
  if (value !== undefined) return cutPreview(value);
  if (!isLlm) return null;
  const messages = messagesAt(attributes, 'llm.input_messages');
  return previewContent(
    messages.findLast((message) => findAttribute(message, 'message.role') === 'user'),
  );
}

/**
 * Returns the start of `output.value`, or of an LLM span's first output message; null if there is
 * neither.
 */
export function previewOutput(attributes: JsonObject, isLlm: boolean): string | null {
  const value = findAttribute(attributes, 'output.value');
  if (value !== undefined) return cutPreview(value);
  return isLlm ? previewContent(messagesAt(attributes, 'llm.output_messages')[0]) : null;
}

function messagesAt(attributes: JsonObject, name: string): JsonObject[] {
  const messages = findAttribute(attributes, name);
  return Array.isArray(messages) ? messages.filter(isJsonObject) : [];
}

function previewContent(message: JsonObject | undefined): string | null {
  if (message === undefined) return null;
  const content = findAttribute(message, 'message.content');
  if (content !== undefined) return cutPreview(content);
  const parts = findAttribute(message, 'message.contents');
  if (!Array.isArray(parts)) return null;
  for (const part of parts) {
    const text = isJsonObject(part) ? findAttribute(part, 'message_content.text') : undefined;
    if (typeof text === 'string') return cutPreview(text);
  }
  return null;
}

function cutPreview(value: JsonValue): string {
  return cutText(typeof value === 'string' ? value : stringifyJson(value), PREVIEW_LENGTH);
}
