import {
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from '../../../common/json/json.js';

/** One part of a message: `{type, …}`. */
export type Part = JsonObject & { type: string };

/** Reads a list of parts; undefined if one of them is malformed. */
export function readParts(value: JsonValue | undefined): Part[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const parts: Part[] = [];
  for (const element of value) {
    if (!isPart(element)) return undefined;
    parts.push(element);
  }
  return parts;
}

/** Returns the text of a text or reasoning part. */
export function getPartText(part: Part): string {
  return toJsonText(getOwn(part, 'content') ?? '');
}

/** Returns text unchanged, and anything else as JSON text. */
export function toJsonText(value: JsonValue): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

/**
 * Returns the attributes of one content part below `message_content.`: text, reasoning, or an image
 * as a URL or data URL. Undefined for parts that OpenInference does not define.
 */
export function toContentAttributes(part: Part): [string, JsonValue][] | undefined {
  if (part.type === 'text' || part.type === 'reasoning') {
    return [
      ['type', part.type],
      ['text', getPartText(part)],
    ];
  }
  const url = imageUrl(part);
  if (url === undefined) return undefined;
  return [
    ['type', 'image'],
    ['image.image.url', url],
  ];
}

function isPart(value: JsonValue): value is Part {
  if (!isJsonObject(value)) return false;
  const type = getOwn(value, 'type');
  if (typeof type !== 'string') return false;
  if (type !== 'text' && type !== 'reasoning') return true;
  return typeof getOwn(value, 'content') === 'string';
}

function imageUrl(part: Part): string | undefined {
  const mimeType = getOwn(part, 'mime_type');
  const isImage =
    getOwn(part, 'modality') === 'image' ||
    (typeof mimeType === 'string' && mimeType.startsWith('image/'));
  if (!isImage) return undefined;
  const content = getOwn(part, 'content');
  if (part.type === 'blob' && typeof content === 'string') {
    return `data:${typeof mimeType === 'string' ? mimeType : 'image/png'};base64,${content}`;
  }
  const uri = getOwn(part, 'uri');
  return typeof uri === 'string' ? uri : undefined;
}
