import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { isRawNumber, type JsonObject, type JsonValue, setOwn } from '../../kernel/json/json.js';

/** The content of an example; excludes its splits, span and id. */
export interface ExampleContent {
  input: JsonObject;
  output: JsonObject;
  metadata: JsonObject;
}

const HASH_BYTES = 16;
const INTEGER = /^-?\d+$/;

/** Stored texts contain no NUL, so this prefix distinguishes a number from a text. */
const NUMBER_PREFIX = '\0';

/**
 * Returns 16 bytes of SHA-256 over the canonical JSON (RFC 8785) of an example; equal examples have
 * equal hashes. Numbers are compared as doubles, except integers beyond 2^53, which are compared
 * digit by digit, because different ones could be equal as doubles.
 */
export function hashContent({ input, output, metadata }: ExampleContent): Buffer {
  const content = toPlainNumbers({ input, output, metadata });
  const digest = createHash('sha256').update(canonicalize(content) ?? '');
  return digest.digest().subarray(0, HASH_BYTES);
}

/** Returns the value itself if it contains no `RawNumber`. */
function toPlainNumbers(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (isRawNumber(value)) {
    const { rawJSON } = value;
    return INTEGER.test(rawJSON) ? NUMBER_PREFIX + rawJSON : Number(rawJSON);
  }
  if (Array.isArray(value)) {
    const plain = value.map(toPlainNumbers);
    return plain.some((element, at) => element !== value[at]) ? plain : value;
  }
  return toPlainMembers(value);
}

function toPlainMembers(object: JsonObject): JsonObject {
  let changed: JsonObject | undefined;
  for (const [key, value] of Object.entries(object)) {
    const plain = toPlainNumbers(value);
    if (plain === value) continue;
    changed ??= copyObject(object);
    setOwn(changed, key, plain);
  }
  return changed ?? object;
}

function copyObject(object: JsonObject): JsonObject {
  const copy: JsonObject = {};
  for (const [key, value] of Object.entries(object)) setOwn(copy, key, value);
  return copy;
}
