import {
  ExactNumber,
  isObject,
  isStructure,
  type Json,
  type JsonObject,
} from '../../lib/json/exact-json.js';
import { findReadableText, TEXT_KEYS } from '../../lib/format/readable-text.js';

/** One piece of a preview: a text, with the name of its field if there are several. */
export interface PreviewPart {
  name?: string;
  text: string;
}

/** The maximum number of characters per piece, and of pieces, in a table row. */
const PART_LIMIT = 300;
const PARTS_LIMIT = 8;

/**
 * Returns the readable text of a payload on one line: a single text as it is; for several fields,
 * the most telling one first, then the others with their names.
 */
export function listPreviewParts(value: Json | undefined): PreviewPart[] {
  if (value === undefined || value === null) return [];
  if (!isObject(value)) return [{ text: writeStart(value) }];
  const entries = Object.entries(value);
  const [only] = entries;
  if (entries.length === 1 && only) return [{ text: getText(only[1]) }];
  const main = findMainKey(value);
  const rest = entries.filter(([key]) => key !== main).slice(0, PARTS_LIMIT);
  return [
    ...(main === undefined ? [] : [{ text: getText(value[main]) }]),
    ...rest.map(([name, item]) => ({ name, text: getText(item) })),
  ];
}

/** Returns the most telling field, by its name. */
function findMainKey(value: JsonObject): string | undefined {
  const candidates = ['messages', ...TEXT_KEYS];
  return candidates.find((key) => Object.hasOwn(value, key) && hasText(value[key]));
}

function hasText(value: Json | undefined): boolean {
  return typeof value === 'string' ? value.trim() !== '' : findReadableText(value) !== undefined;
}

function getText(value: Json | undefined): string {
  if (isStructure(value)) return findReadableText(value)?.slice(0, PART_LIMIT) ?? writeStart(value);
  return writeStart(value);
}

/** Returns the start of a value as text. Writes only as much of a large value as is shown. */
function writeStart(value: Json | undefined): string {
  if (typeof value === 'string') return value.slice(0, PART_LIMIT);
  return write(value, PART_LIMIT);
}

function write(value: Json | undefined, room: number): string {
  if (value instanceof ExactNumber) return value.source;
  if (typeof value === 'string') return JSON.stringify(value.slice(0, room));
  if (!isStructure(value)) return JSON.stringify(value ?? null);
  const isList = Array.isArray(value);
  let text = isList ? '[' : '{';
  for (const [key, item] of Object.entries(value)) {
    if (text.length > room) return `${text}…`;
    if (text.length > 1) text += ', ';
    text += `${isList ? '' : `${key}: `}${write(item, room - text.length)}`;
  }
  return `${text}${isList ? ']' : '}'}`;
}
