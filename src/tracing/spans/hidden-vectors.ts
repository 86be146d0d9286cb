import { isJsonObject, type JsonObject, type JsonValue, setOwn } from '../../common/json/json.js';

/**
 * Nested attributes with each list of numbers under `embedding.vector` replaced by a short text:
 * nobody reads a vector, and a page would carry thousands of numbers.
 */
export function hideVectors(nested: JsonObject): JsonObject {
  return hiddenIn(nested, '');
}

function hiddenIn(object: JsonObject, name: string): JsonObject {
  const shown: JsonObject = {};
  for (const [key, value] of Object.entries(object)) {
    const isVector = (name === 'embedding' && key === 'vector') || key.endsWith('embedding.vector');
    const hidden = isVector && Array.isArray(value) ? `<${value.length} dimensions>` : null;
    setOwn(shown, key, hidden ?? hiddenBelow(value, key));
  }
  return shown;
}

function hiddenBelow(value: JsonValue, key: string): JsonValue {
  if (Array.isArray(value)) {
    return value.map((element) => (isJsonObject(element) ? hiddenIn(element, key) : element));
  }
  return isJsonObject(value) ? hiddenIn(value, key) : value;
}
