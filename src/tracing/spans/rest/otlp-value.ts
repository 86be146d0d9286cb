import {
  isJsonObject,
  isRawNumber,
  type JsonObject,
  type JsonValue,
  numberSource,
  type RawNumber,
} from '../../../kernel/json/json.js';
import { pythonText } from '../../../kernel/text/python-text.js';

/** A value in OTLP's form. One member is set, or none for null. */
export interface OtlpValue {
  array_value: { values: OtlpValue[] } | null;
  bool_value: boolean | null;
  bytes_value: string | null;
  double_value: number | RawNumber | null;
  int_value: number | RawNumber | null;
  kvlist_value: null;
  string_value: string | null;
}

export interface OtlpKeyValue {
  key: string;
  value: OtlpValue;
}

/** Converts flat attributes to OTLP's form, in the same order. */
export function toOtlpAttributes(flat: JsonObject): OtlpKeyValue[] {
  return Object.keys(flat).map((key) => ({ key, value: toOtlpValue(flat[key] ?? null) }));
}

/**
 * Floats with an integral value keep their type: `1.0` is a double and `1` an integer. A list with
 * elements of different types becomes a list of strings.
 */
function toOtlpValue(value: JsonValue): OtlpValue {
  if (value === null) return NOTHING;
  if (typeof value === 'string') return { ...NOTHING, string_value: value };
  if (typeof value === 'boolean') return { ...NOTHING, bool_value: value };
  if (typeof value === 'number' || isRawNumber(value)) {
    return isFloat(value) ? { ...NOTHING, double_value: value } : { ...NOTHING, int_value: value };
  }
  const values = Array.isArray(value) ? value : [value];
  return { ...NOTHING, array_value: { values: values.map(chooseConverter(values)) } };
}

/**
 * Chooses how to convert the elements of a list: unchanged if all have one type, otherwise as
 * strings.
 */
function chooseConverter(values: readonly JsonValue[]): (value: JsonValue) => OtlpValue {
  const first = typeOf(values[0] ?? null);
  const same = values.every((value) => {
    const type = typeOf(value);
    return type === first || (first === 'int' && type === 'bool');
  });
  const scalars = first !== 'list' && first !== 'object';
  return same && scalars
    ? toOtlpValue
    : (value) => ({ ...NOTHING, string_value: pythonText(value) });
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (isJsonObject(value)) return 'object';
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'string':
      return 'string';
    default:
      return isFloat(value) ? 'float' : 'int';
  }
}

function isFloat(value: number | RawNumber): boolean {
  return /[.eE]/.test(numberSource(value));
}

const NOTHING: OtlpValue = {
  array_value: null,
  bool_value: null,
  bytes_value: null,
  double_value: null,
  int_value: null,
  kvlist_value: null,
  string_value: null,
};
