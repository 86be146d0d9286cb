import { isJsonObject, isRawNumber, type JsonValue, numberSource } from '../../kernel/json/json.js';
import { cutText } from '../../kernel/text/cut-text.js';
import { cleanText } from '../../kernel/json/clean-json.js';
import { isUnderstood } from './dialects/understood-keys.js';
import type { OtlpSpan } from './otlp-span.js';

/** How many keys to keep of a sender, in memory and in the database. */
export const MAX_UNREAD_KEYS = 200;

const MAX_KEY_LENGTH = 200;
export const MAX_EXAMPLE_LENGTH = 100;

/** Of keys that are known to be understood or not. */
const MAX_KNOWN = 4_096;

/** Numbers in keys are mostly places in lists, which would be as many keys. */
const INDEX = /(?<=[.:])\d+(?=[.:]|$)/g;

/** Nobody else may see what is below such a key. */
const SECRET =
  /pass(?:word|wd|phrase)|secret|token|credential|authori[sz]|cookie|private|signature|\bauth\b|\bjwt\b|\bpin\b|api[-_. ]?key|access[-_. ]?key|bearer/i;

/** Keys that are not read, without places in lists, and an example of a value; null if there is none to show. */
export type UnreadKeys = ReadonlyMap<string, string | null>;

const NONE: UnreadKeys = new Map();

/**
 * The reported name of each key that is not read; null for those that are read. A cache, because spans repeat
 * the same few keys.
 */
const nameOfKey = new Map<string, string | null>();

/** Finds the keys of attributes that nothing reads. They are stored nevertheless. */
export function findUnreadKeys(spans: readonly OtlpSpan[]): UnreadKeys {
  let found: Map<string, string | null> | undefined;
  for (const { attributes } of spans) {
    for (const { key, value } of attributes) {
      const name = nameOf(key);
      if (name === null || found?.has(name)) continue;
      found ??= new Map();
      if (found.size === MAX_UNREAD_KEYS) return found;
      found.set(name, SECRET.test(name) ? null : toExample(value));
    }
  }
  return found ?? NONE;
}

function nameOf(key: string): string | null {
  const known = nameOfKey.get(key);
  if (known !== undefined) return known;
  const name = isUnderstood(key)
    ? null
    : cleanText(cutText(key.replaceAll(INDEX, 'N'), MAX_KEY_LENGTH));
  if (key.length > MAX_KEY_LENGTH) return name;
  if (nameOfKey.size >= MAX_KNOWN) nameOfKey.clear();
  nameOfKey.set(key, name);
  return name;
}

/** Describes lists and objects, which may be large, without what is in them. */
function toExample(value: JsonValue): string | null {
  if (value === null) return null;
  if (typeof value === 'string') return cleanText(cutText(value, MAX_EXAMPLE_LENGTH));
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number' || isRawNumber(value)) return numberSource(value);
  if (Array.isArray(value)) return `[list of ${value.length}]`;
  return isJsonObject(value) ? `{object with ${Object.keys(value).length} keys}` : null;
}
