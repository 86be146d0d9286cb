import { UnprocessableError } from '../../common/errors/errors.js';
import { isRawNumber, type JsonValue, numberSource, parseJson } from '../../common/json/json.js';
import { isStorable } from '../../common/validation/storable.js';

/** What `attribute=key:value` asks for. */
export interface AttributeFilter {
  /** Dotted path into the nested attributes. */
  key: string;
  /** JSON text of the value. */
  json: string;
  /** Text of a string value. */
  text: string | null;
  /** A float matches floats only, where an integer matches `3` and `3.0` alike. */
  floatsOnly: boolean;
}

/** Floats that have no JSON form, so that nothing stored can equal them. */
const NOT_STORABLE_NUMBER = /^\s*(?:NaN|-?Infinity)\s*$/;

/**
 * Reads `key:value`, split at the first colon. A value that is JSON has its JSON type, anything else
 * is a string as it stands. Null when nothing stored can match.
 * @throws UnprocessableError when a part is missing, and for null, lists and objects.
 */
export function parseAttributeFilter(filter: string): AttributeFilter | null {
  const colon = filter.indexOf(':');
  if (colon === -1) throw invalid(filter, 'expected format "key:value"');
  const key = filter.slice(0, colon);
  const value = filter.slice(colon + 1);
  if (key.trim() === '') throw invalid(filter, 'key must not be empty');
  if (value === '') throw invalid(filter, 'value must not be empty');
  if (NOT_STORABLE_NUMBER.test(value)) return null;
  const parsed = readValue(filter, value);
  if (parsed === null) {
    // Numbers beyond a double's range read as null too; only the word itself is a mistake.
    if (value.trim() === 'null') throw invalid(filter, 'the value must not be null');
    return null;
  }
  if (!isStorable(key)) return null;
  if (typeof parsed === 'string') {
    if (!isStorable(parsed)) return null;
    return { key, json: JSON.stringify(parsed), text: parsed, floatsOnly: false };
  }
  if (typeof parsed === 'boolean') {
    return { key, json: String(parsed), text: null, floatsOnly: false };
  }
  if (typeof parsed !== 'number' && !isRawNumber(parsed)) {
    throw invalid(filter, 'the value must be a string, a number or a boolean');
  }
  const json = numberSource(parsed);
  return { key, json, text: null, floatsOnly: json.includes('.') };
}

function readValue(filter: string, value: string): JsonValue {
  try {
    return parseJson(value);
  } catch (error) {
    if (error instanceof SyntaxError) return value;
    if (error instanceof RangeError) throw invalid(filter, 'the value is nested too deeply');
    throw error;
  }
}

function invalid(filter: string, problem: string): UnprocessableError {
  const shown = filter.length > 100 ? `${filter.slice(0, 100)}…` : filter;
  return new UnprocessableError(`Invalid attribute filter "${shown}": ${problem}`);
}
