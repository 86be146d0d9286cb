import { cleanText } from '../../common/json/clean-json.js';
import { findAttribute } from '../../common/json/attributes.js';
import {
  isJsonObject,
  isRawNumber,
  type JsonObject,
  type JsonValue,
  numberValue,
  setOwn,
  stringifyJson,
} from '../../common/json/json.js';
import { cleanValue } from './clean.js';
import { synthesizeOpenInference } from './gen-ai/synthesize.js';
import { parseJsonText } from './values/json-text.js';
import { checkAttributeCount, checkKey } from './limits.js';
import { toInteger } from './values/numbers.js';
import type { OtlpAttribute } from './otlp-span.js';
import { unflatten } from './unflatten.js';

const TOKEN_COUNT_KEYS = [
  'llm.token_count.prompt',
  'llm.token_count.completion',
  'llm.token_count.total',
];

/**
 * Values of keys with these suffixes may be JSON text. `document.metadata` has the first suffix.
 */
const JSON_SUFFIXES = ['metadata', 'llm.prompt_template.variables', 'tool.parameters'];

/**
 * Nests the attributes of an OTLP span. In this order, it derives OpenInference keys from
 * `gen_ai.*`, converts token counts to integers, parses JSON text, nests the keys, and converts a
 * structured `input.value` to JSON text. Throws `SpanRejectedError` if a limit is exceeded.
 */
export function nestAttributes(attributes: OtlpAttribute[]): JsonObject {
  const flat = collectAttributes(attributes);
  if (attributes.some(({ key }) => key.startsWith('gen_ai.'))) addMissing(flat);
  convertTokenCounts(flat);
  parseJsonTexts(flat);
  for (const [key, value] of flat) {
    const clean = cleanValue(value);
    if (clean !== value) flat.set(key, clean);
  }
  const nested = unflatten(flat);
  stringifyInput(nested);
  return nested;
}

/**
 * Collects attributes by cleaned key. If a key is repeated, the last value wins. Drops unset
 * values.
 */
export function collectAttributes(attributes: OtlpAttribute[]): Map<string, JsonValue> {
  checkAttributeCount(attributes.length);
  const flat = new Map<string, JsonValue>();
  for (const { key, value } of attributes) {
    checkKey(key);
    if (value === null) continue;
    const clean = cleanText(key);
    const before = flat.size;
    flat.set(clean, value);
    if (flat.size === before) {
      // Moves it to the end, because the order decides between keys that become equal only in
      // `unflatten`.
      flat.delete(clean);
      flat.set(clean, value);
    }
  }
  return flat;
}

function addMissing(flat: Map<string, JsonValue>): void {
  for (const [key, value] of synthesizeOpenInference(flat)) {
    if (!flat.has(key)) flat.set(key, value);
  }
}

function convertTokenCounts(flat: Map<string, JsonValue>): void {
  for (const key of TOKEN_COUNT_KEYS) {
    const integer = toInteger(flat.get(key));
    if (integer !== undefined) flat.set(key, integer);
  }
}

function parseJsonTexts(flat: Map<string, JsonValue>): void {
  for (const [key, value] of flat) {
    if (typeof value !== 'string' || !JSON_SUFFIXES.some((suffix) => key.endsWith(suffix))) {
      continue;
    }
    const parsed = parseJsonText(value);
    if (parsed === null) flat.delete(key);
    else if (parsed !== undefined) flat.set(key, parsed);
  }
}

function stringifyInput(nested: JsonObject): void {
  const value = findAttribute(nested, 'input.value');
  const { input } = nested;
  if (value === undefined || typeof value === 'string' || !isTruthy(value)) return;
  if (input === undefined || !isJsonObject(input)) return;
  setOwn(input, 'value', stringifyJson(value));
  setOwn(input, 'mime_type', 'application/json');
}

/** Empty lists and objects are false, as in Python. */
function isTruthy(value: JsonValue): boolean {
  if (isRawNumber(value)) return numberValue(value) !== 0;
  if (isJsonObject(value)) return Object.keys(value).length > 0;
  if (Array.isArray(value)) return value.length > 0;
  return Boolean(value);
}
