import { RE2JS } from 're2js';
import {
  isJsonObject,
  isRawNumber,
  type JsonObject,
  type JsonValue,
  numberSource,
  setOwn,
} from '../json/json.js';
import { compileKey, type MatchKey } from './key-pattern.js';
import { type Replace, replacerOf } from './known-kinds.js';
import type { MaskRules } from './mask-rules.js';
import { sha256 } from '../security/sha256.js';

/** Stands for the value of an attribute that is not stored. */
const MASKED = '[masked]';

/** Replaces what must not be stored. */
export interface Mask {
  /** The same for the same rules. */
  fingerprint: string;
  text: Replace;
  /** Masks a copy of nested attributes. */
  attributes: (attributes: JsonObject) => JsonObject;
}

/**
 * Compiles rules, which must be valid; null if they mask nothing. The patterns of users run in RE2, so a
 * text takes linear time.
 */
export function compileMask(rules: MaskRules): Mask | null {
  const { keys, kinds, patterns } = rules;
  if (keys.length + kinds.length + patterns.length === 0) return null;
  const matchers = keys.map(compileKey);
  const replacers = [...patterns.map(replacerOfPattern), ...kinds.map(replacerOf)];
  const maskText = (text: string): string =>
    replacers.reduce((rest, replace) => replace(rest), text);
  return {
    fingerprint: sha256(JSON.stringify([keys, kinds, patterns])).toString('base64url'),
    text: maskText,
    attributes: (attributes) => maskObject(attributes, [], matchers, maskText),
  };
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

function maskObject(
  object: JsonObject,
  path: readonly string[],
  matchers: readonly MatchKey[],
  maskText: Replace,
): JsonObject {
  const masked: JsonObject = {};
  for (const [key, value] of Object.entries(object)) {
    setOwn(masked, key, maskValue(value, [...path, ...key.split('.')], matchers, maskText));
  }
  return masked;
}

function maskValue(
  value: JsonValue,
  path: readonly string[],
  matchers: readonly MatchKey[],
  maskText: Replace,
): JsonValue {
  if (value !== null && matchers.some((isMatch) => isMatch(path))) return MASKED;
  if (typeof value === 'string') return maskText(value);
  if (Array.isArray(value)) {
    return value.map((item, place) =>
      maskValue(item, [...path, String(place)], matchers, maskText),
    );
  }
  if (typeof value === 'number' || isRawNumber(value)) {
    const text = numberSource(value);
    const masked = maskText(text);
    return masked === text ? value : masked;
  }
  return isJsonObject(value) ? maskObject(value, path, matchers, maskText) : value;
}
