import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { isRawNumber, type JsonObject, type JsonValue, setOwn } from '../../common/json/json.js';

/** What an example holds; its splits, span and id are not part of it. */
export interface ExampleContent {
  input: JsonObject;
  output: JsonObject;
  metadata: JsonObject;
}

const HASH_BYTES = 16;
const INTEGER = /^-?\d+$/;

/** Stored texts contain no NUL, so a value that starts with one is not a text. */
const NO_TEXT = '\0';

/**
 * What tells whether two examples are the same: 16 bytes of SHA-256 over the canonical JSON
 * (RFC 8785) of their content. Numbers count as doubles, but for integers beyond 2^53, which would
 * become each other's equals: those count by their digits.
 */
export function contentHash({ input, output, metadata }: ExampleContent): Buffer {
  const content = withPlainNumbers({ input, output, metadata });
  const digest = createHash('sha256').update(canonicalize(content) ?? '');
  return digest.digest().subarray(0, HASH_BYTES);
}

/** Gives the same value back when no number in it was kept as text. */
function withPlainNumbers(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (isRawNumber(value)) {
    const { rawJSON } = value;
    return INTEGER.test(rawJSON) ? NO_TEXT + rawJSON : Number(rawJSON);
  }
  if (Array.isArray(value)) {
    const plain = value.map(withPlainNumbers);
    return plain.some((element, at) => element !== value[at]) ? plain : value;
  }
  return withPlainMembers(value);
}

function withPlainMembers(object: JsonObject): JsonObject {
  let changed: JsonObject | undefined;
  for (const [key, value] of Object.entries(object)) {
    const plain = withPlainNumbers(value);
    if (plain === value) continue;
    changed ??= copyOf(object);
    setOwn(changed, key, plain);
  }
  return changed ?? object;
}

function copyOf(object: JsonObject): JsonObject {
  const copy: JsonObject = {};
  for (const [key, value] of Object.entries(object)) setOwn(copy, key, value);
  return copy;
}
