import { SemanticConventions } from '@arizeai/openinference-semantic-conventions';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  setOwn,
} from '../../kernel/json/json.js';

/** Names of the attributes of OpenInference, also of those inside messages, documents and so on. */
const KNOWN = new Set<string>(Object.values(SemanticConventions));

/** The names of the objects that contain known attributes, such as `llm` and `llm.token_count`. */
const PARENTS = new Set([...KNOWN].flatMap(listParents));

/** Known attributes that instrumentations send as JSON text. */
const JSON_TEXTS = new Set([
  'metadata',
  'document.metadata',
  'llm.prompt_template.variables',
  'tool.parameters',
]);

/**
 * Flattens nested attributes to columns: one for each known attribute, and one for each other
 * member of the top level, with everything below it that is not known. The elements of known lists
 * are flattened in the same way.
 */
export function toColumns(nested: JsonObject): JsonObject {
  const columns: JsonObject = {};
  for (const key of Object.keys(nested)) {
    const rest = moveKnown(columns, key, nested[key] ?? null);
    if (rest !== undefined) setOwn(columns, key, rest);
  }
  return columns;
}

/** Adds the known attributes of a value to the columns, and returns the rest; undefined if none. */
function moveKnown(columns: JsonObject, path: string, value: JsonValue): JsonValue | undefined {
  if (value === null) return undefined;
  const isKnown = KNOWN.has(path);
  const mayContainKnown = isJsonObject(value) && (PARENTS.has(path) || !isKnown);
  const rest = mayContainKnown ? moveMembers(columns, path, value) : value;
  if (!isKnown || rest === undefined) return rest;
  setOwn(columns, path, toCell(path, rest));
  return undefined;
}

function moveMembers(columns: JsonObject, path: string, value: JsonObject): JsonObject | undefined {
  let rest: JsonObject | undefined;
  for (const key of Object.keys(value)) {
    const inner = moveKnown(columns, `${path}.${key}`, value[key] ?? null);
    if (inner === undefined) continue;
    rest ??= {};
    setOwn(rest, key, inner);
  }
  return rest;
}

function toCell(path: string, value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    return value.map((element) => (isJsonObject(element) ? toColumns(element) : element));
  }
  return typeof value === 'string' && JSON_TEXTS.has(path) ? parseText(value) : value;
}

/** Returns the object or list that a text contains, or the text. */
function parseText(text: string): JsonValue {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function listParents(name: string): string[] {
  const parts = name.split('.');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'));
}
