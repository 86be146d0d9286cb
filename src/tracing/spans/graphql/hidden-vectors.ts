import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  setOwn,
} from '../../../kernel/json/json.js';

/**
 * Replaces every list of numbers under `embedding.vector` with a short text, because nobody reads
 * vectors, and a page would transfer thousands of numbers.
 */
export function hideVectors(nested: JsonObject): JsonObject {
  return hideInObject(nested, '');
}

function hideInObject(object: JsonObject, name: string): JsonObject {
  const shown: JsonObject = {};
  for (const [key, value] of Object.entries(object)) {
    const isVector = (name === 'embedding' && key === 'vector') || key.endsWith('embedding.vector');
    const hidden = isVector && Array.isArray(value) ? `<${value.length} dimensions>` : null;
    setOwn(shown, key, hidden ?? hideInValue(value, key));
  }
  return shown;
}

function hideInValue(value: JsonValue, key: string): JsonValue {
  if (Array.isArray(value)) {
    return value.map((element) => (isJsonObject(element) ? hideInObject(element, key) : element));
  }
  return isJsonObject(value) ? hideInObject(value, key) : value;
}
