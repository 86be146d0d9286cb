import { RE2JS } from 're2js';
import {
  isJsonObject,
  isRawNumber,
  type JsonObject,
  type JsonValue,
  numberSource,
  setOwn,
} from '../kernel/json/json.js';
import { keepKeyOrder } from '../kernel/json/key-order.js';
import { compileKey } from './key-pattern.js';
import { type Replace, replacerOf } from './known-kinds.contract.js';
import { compileNames, maskDottedName, type MaskedName, type NameRules } from './mask-names.js';
import type { MaskRules } from './mask-rules.contract.js';
import { sha256 } from '../kernel/security/sha256.js';

/** Stands for the value of an attribute that is not stored. */
export const MASKED = '[masked]';

/** Tells what was masked by an earlier version of Spandrel, which masked less. */
const VERSION = 2;

/** Replaces what must not be stored. */
export interface Mask {
  /** The same for the same rules. */
  fingerprint: string;
  text: Replace;
  /**
   * Masks a copy of attributes: their names, which may be dotted, and their values, at every depth. If two names become
   * equal, the second is numbered, as in `[email] 2`.
   */
  attributes: (attributes: Iterable<readonly [string, JsonValue]>) => Map<string, JsonValue>;
}

/**
 * Compiles rules, which must be valid; null if they mask nothing. The patterns of users run in RE2, so a
 * text takes linear time.
 */
export function compileMask(rules: MaskRules): Mask | null {
  const { keys, kinds, patterns } = rules;
  if (keys.length + kinds.length + patterns.length === 0) return null;
  const matchers = keys.map(compileKey);
  const kindsOnly = inTurn(kinds.map(replacerOf));
  const text = inTurn([...patterns.map(replacerOfPattern), kindsOnly]);
  const compiled = { matchers, text, kindsOnly };
  const maskName = compileNames(compiled);
  return {
    fingerprint: sha256(JSON.stringify([VERSION, keys, kinds, patterns])).toString('base64url'),
    text,
    attributes: (attributes) => maskEntries(attributes, maskName, compiled),
  };
}

/** Masks the attributes of an event, or others that are one object. */
export function maskObject(mask: Mask, attributes: JsonObject): JsonObject {
  return toObject(mask.attributes(Object.entries(attributes)));
}

/** @throws Error with the reason if the pattern is not valid. */
export function compilePattern(pattern: string): RE2JS {
  return RE2JS.compile(pattern);
}

function replacerOfPattern({ name, pattern }: MaskRules['patterns'][number]): Replace {
  const compiled = compilePattern(pattern);
  const replacement = RE2JS.quoteReplacement(`[${name}]`);
  return (text) => compiled.matcher(text).replaceAll(replacement);
}

function inTurn(replacers: readonly Replace[]): Replace {
  return (text) => replacers.reduce((rest, replace) => replace(rest), text);
}

function maskEntries(
  entries: Iterable<readonly [string, JsonValue]>,
  maskName: (name: string) => MaskedName,
  rules: NameRules,
): Map<string, JsonValue> {
  const masked = new Map<string, JsonValue>();
  const counts = new Map<string, number>();
  const wholes = new Set<string>();
  for (const [key, value] of entries) {
    const { name, path, whole } = maskName(key);
    if (whole === null || value === null) {
      masked.set(findFreeName(name, masked, counts), maskValue(value, path, rules));
    } else if (!wholes.has(whole)) {
      wholes.add(whole);
      masked.set(findFreeName(name, masked, counts), MASKED);
    }
  }
  return masked;
}

/** Numbers names that masking has made equal, so that no value is lost. */
function findFreeName(
  name: string,
  taken: ReadonlyMap<string, JsonValue>,
  counts: Map<string, number>,
): string {
  if (!taken.has(name)) return name;
  let count = counts.get(name) ?? 1;
  let numbered: string;
  do numbered = `${name} ${++count}`;
  while (taken.has(numbered));
  counts.set(name, count);
  return numbered;
}

function maskValue(value: JsonValue, path: readonly string[], rules: NameRules): JsonValue {
  if (typeof value === 'string') return rules.text(value);
  if (Array.isArray(value)) return maskList(value, path, rules);
  if (typeof value === 'number' || isRawNumber(value)) {
    const text = numberSource(value);
    const masked = rules.text(text);
    return masked === text ? value : masked;
  }
  if (!isJsonObject(value)) return value;
  const nameWithin = (name: string) => maskDottedName(name, path, rules);
  return toObject(maskEntries(Object.entries(value), nameWithin, rules));
}

function maskList(list: JsonValue[], path: readonly string[], rules: NameRules): JsonValue[] {
  if (rules.matchers.length === 0) {
    const itemPath = [...path, '0'];
    return list.map((item) => maskValue(item, itemPath, rules));
  }
  return list.map((item, place) => {
    const itemPath = [...path, String(place)];
    const isWhole =
      item !== null &&
      rules.matchers.some((match) => match(itemPath, itemPath.length) === itemPath.length);
    return isWhole ? MASKED : maskValue(item, itemPath, rules);
  });
}

function toObject(entries: ReadonlyMap<string, JsonValue>): JsonObject {
  const object: JsonObject = {};
  for (const [name, value] of entries) setOwn(object, name, value);
  return keepKeyOrder(object, [...entries.keys()]);
}
