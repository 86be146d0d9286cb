import { cleanText } from '../../kernel/json/clean-json.js';
import { findAttribute } from '../../spans/attributes.js';
import {
  isJsonObject,
  isRawNumber,
  type JsonObject,
  type JsonValue,
  numberValue,
  setOwn,
  stringifyJson,
} from '../../kernel/json/json.js';
import type { Mask } from '../../masking/mask.contract.js';
import { cleanValue } from './clean.js';
import { deriveAttributes } from './dialects/derive-attributes.js';
import { SESSION_SOURCE } from './dialects/derived.js';
import type { SaidEvent } from './dialects/dialect.js';
import { markInternalSpan } from './dialects/internal-spans.js';
import { parseJsonText } from './values/json-text.js';
import { checkAttributeCount, checkKey } from './limits.js';
import { toInteger } from './values/numbers.js';
import type { OtlpAttribute, OtlpSpan } from './otlp-span.js';
import { unflatten } from './unflatten.js';

const NANOS_PER_MICRO = 1000n;

const TOKEN_COUNT_KEYS = [
  'llm.token_count.prompt',
  'llm.token_count.completion',
  'llm.token_count.total',
];

/**
 * Values of keys with these suffixes may be JSON text. `document.metadata` has the first suffix.
 */
const JSON_SUFFIXES = ['metadata', 'llm.prompt_template.variables', 'tool.parameters'];

/** The attributes of a span under their dotted keys. */
export interface ReadAttributes {
  flat: Map<string, JsonValue>;
  /** The name of the span, which some senders put in an attribute. */
  name: string;
  /** Whether its session is only the conversation of a model, which counts less than one that is stated. */
  isConversation: boolean;
  /** Why it failed, if its status does not say that it did. */
  failure: string | undefined;
}

/**
 * Reads the attributes of an OTLP span, still under their dotted keys. In this order, it derives OpenInference keys from
 * what other senders say in their words, converts token counts to integers, and parses JSON text. Throws
 * `SpanRejectedError` if a limit is exceeded.
 * @param events those of the span, which may say what its attributes do not.
 */
export function readAttributes(span: OtlpSpan, events: readonly SaidEvent[]): ReadAttributes {
  const flat = collectAttributes(span.attributes);
  const derived = deriveAttributes({
    name: span.name,
    startMicros: span.startNanos / NANOS_PER_MICRO,
    endMicros: span.endNanos / NANOS_PER_MICRO,
    attributes: flat,
    events,
  });
  derived?.attributes.forEach((value, key) => flat.set(key, value));
  giveWay(flat);
  markInternalSpan(span.scope.name, flat);
  const isConversation = derived?.attributes.get(SESSION_SOURCE) === 'conversation';
  if (isConversation) flat.delete(SESSION_SOURCE);
  convertTokenCounts(flat);
  parseJsonTexts(flat);
  for (const [key, value] of flat) {
    const clean = cleanValue(value);
    if (clean !== value) flat.set(key, clean);
  }
  return { flat, name: derived?.name ?? span.name, isConversation, failure: derived?.failure };
}

/**
 * Masks and nests the attributes of an OTLP span, in this order, because nesting takes names apart. Converts a structured
 * `input.value` to JSON text.
 */
export function nestAttributes(
  flat: ReadonlyMap<string, JsonValue>,
  mask: Mask | null,
): JsonObject {
  const nested = unflatten(mask ? mask.attributes(flat) : flat);
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

/** A key such as `input` would take the place of `input.value`. One that says the same is not needed. */
function giveWay(flat: Map<string, JsonValue>): void {
  for (const key of ['input', 'output']) {
    const value = flat.get(key);
    if (value !== undefined && value === flat.get(`${key}.value`)) flat.delete(key);
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
