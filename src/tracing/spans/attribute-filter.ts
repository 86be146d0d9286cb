import { MAX_HOT_ENTRIES, MAX_HOT_STRING_LENGTH } from '../../spans/attributes.js';
import { UnprocessableError } from '../../kernel/errors/errors.js';
import { isRawNumber, type JsonValue, numberSource, parseJson } from '../../kernel/json/json.js';
import { payloadOf } from '../../spans/span-payload.js';
import type { SqlWhere } from '../../kernel/sql/sql-where.js';
import { FULL_MAP_BYTES, sharedText } from '../fields/span-attribute.js';
import { type BlockTest, testTerms } from '../span-index/block-test.js';
import { equalsTerms } from '../span-index/terms.js';
import { isStorable } from '../../kernel/validation/storable.js';

/** Requires an attribute to have a certain value. */
export interface AttributeFilter {
  /** Dotted path into the nested attributes. */
  key: string;
  /** JSON text of the value. */
  json: string;
  /** Text of a string value. */
  text: string | null;
  /** A float matches only floats, while an integer matches both `3` and `3.0`. */
  floatsOnly: boolean;
}

/** Floats without a JSON form. No stored value can equal them. */
const NOT_STORABLE_NUMBER = /^\s*(?:NaN|-?Infinity)\s*$/;

/**
 * Parses `key:value`, split at the first colon. A value that is valid JSON keeps its JSON type; any
 * other value is a string. Null if no stored value can match.
 * @throws UnprocessableError if a part is missing, or for null, lists and objects.
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
    // A number beyond the range of a double is also parsed as null, but only the word `null` is an
    // error.
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

/**
 * Returns SQL that is true for spans `s` with the attribute. Compares short scalars in the hot
 * column, which is in the row. Long strings are only in the payload.
 */
export function buildAttributeCondition(where: SqlWhere, filter: AttributeFilter): string {
  const path = filter.key.split('.');
  const value = `${where.bind(filter.json)}::jsonb`;
  const payload = payloadOf('s');
  const cold = `(${payload} #> ${where.bind(path)}::text[])::jsonb`;
  const isLong = filter.text !== null && filter.text.length > MAX_HOT_STRING_LENGTH;
  if (isLong || path.includes('')) {
    const whole = sharedText(filter.key, { span: 's', payload, statement: where }, cold);
    return requireFloat(`${whole} = ${value}`, filter, `(${cold} #>> '{}')`);
  }
  const key = `${where.bind(filter.key)}::text`;
  const entry = `${where.bind(`{${JSON.stringify(filter.key)}:${filter.json}}`)}::jsonb`;
  const hot = requireFloat(`s.attributes @> ${entry}`, filter, `(s.attributes ->> ${key})`);
  // A span with very many attributes has the last of them in its payload. The tests run from cheap
  // to expensive, so that no other span's payload is read. The expression is written as an
  // equality, so that the planner estimates its selectivity as that of an equality.
  const overflow = `CASE
      WHEN pg_column_size(s.attributes) < ${FULL_MAP_BYTES}
       AND pg_column_compression(s.attributes) IS NULL THEN NULL
      WHEN s.attributes ? ${key} THEN NULL
      WHEN (SELECT count(*) FROM jsonb_object_keys(s.attributes)) < ${MAX_HOT_ENTRIES} THEN NULL
      ELSE ${cold}
    END = ${value}`;
  return `(${hot} OR ${requireFloat(overflow, filter, `(${cold} #>> '{}')`)})`;
}

/** Returns the test of blocks that the filter implies. */
export function attributeBlocks({ key, json, text }: AttributeFilter): BlockTest {
  if (key.split('.').includes('') || (text ?? json).length > MAX_HOT_STRING_LENGTH) return null;
  return testTerms(equalsTerms(key, [text ?? json]));
}

/** PostgreSQL considers `1` and `1.0` equal; only their texts differ. */
function requireFloat(condition: string, filter: AttributeFilter, text: string): string {
  return filter.floatsOnly ? `(${condition} AND ${text} LIKE '%.%')` : condition;
}
