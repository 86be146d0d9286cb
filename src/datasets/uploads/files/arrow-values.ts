import { DataType, type Decimal, type Field, type List } from 'apache-arrow';
import {
  jsonDouble,
  jsonInteger,
  type JsonObject,
  type JsonValue,
  setOwn,
} from '../../../common/json/json.js';
import { formatMicros } from '../../../common/time.js';

/** What the smallest value counts; one that is made of others counts as those do. */
const COST_OF_A_VALUE = 8;

/** No time that JavaScript knows is further from 1970. */
const LAST_TIME_MS = 8.64e15;

/** Counts what values cost, so that a small file cannot stand for endless ones. */
export interface Meter {
  /** @throws UnprocessableError when it is too much. */
  count(cost: number): void;
}

/** A value as JSON: times as texts, bytes in base64, values that are not numbers as null. */
export function arrowValue(value: unknown, type: DataType, meter: Meter): JsonValue {
  meter.count(COST_OF_A_VALUE);
  if (value === null || value === undefined) return null;
  if (DataType.isDictionary(type)) return arrowValue(value, type.dictionary, meter);
  if (typeof value === 'string') {
    meter.count(value.length);
    return value;
  }
  if (DataType.isDate(type)) return dateText(Number(value));
  if (DataType.isTimestamp(type)) return timeText(Number(value));
  if (DataType.isDecimal(type)) return decimal(value as Uint32Array, type);
  if (typeof value === 'bigint') return jsonInteger(value);
  if (typeof value === 'number') return DataType.isFloat(type) ? jsonDouble(value) : value;
  if (typeof value === 'boolean') return value;
  if (value instanceof Uint8Array) {
    meter.count(value.length);
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
  }
  return nested(value, type, meter);
}

function nested(value: unknown, type: DataType, meter: Meter): JsonValue {
  if (DataType.isStruct(type)) {
    // By place: a name may be that of a method of the row.
    const values = [...(value as Iterable<[unknown, unknown]>)].map(([, inner]) => inner);
    return objectOf(type.children, (at) => values[at], meter);
  }
  if (DataType.isMap(type)) {
    const object: JsonObject = {};
    for (const [key, inner] of value as Iterable<[unknown, unknown]>) {
      setOwn(object, String(key), arrowValue(inner, type.valueType, meter));
    }
    return object;
  }
  const isList = DataType.isList(type) || DataType.isFixedSizeList(type);
  const itemType = isList ? (type as List).valueType : undefined;
  const list: JsonValue[] = [];
  for (const item of value as Iterable<unknown>) {
    list.push(itemType ? arrowValue(item, itemType, meter) : plain(item, meter));
  }
  return list;
}

/** An object with the names of the fields; their values are asked for by their places. */
export function objectOf(
  fields: readonly Field[],
  valueAt: (at: number) => unknown,
  meter: Meter,
): JsonObject {
  const object: JsonObject = {};
  for (const [at, { name, type }] of fields.entries()) {
    setOwn(object, name, arrowValue(valueAt(at), type, meter));
  }
  return object;
}

/** Parts of types that are numbers underneath, such as intervals. */
function plain(item: unknown, meter: Meter): JsonValue {
  meter.count(COST_OF_A_VALUE);
  if (typeof item === 'bigint') return jsonInteger(item);
  return typeof item === 'number' ? item : String(item);
}

function dateText(millis: number): string | null {
  const time = new Date(millis);
  return Number.isNaN(time.getTime()) ? null : time.toISOString().slice(0, 10);
}

function timeText(millis: number): string | null {
  const isTime = Math.abs(millis) <= LAST_TIME_MS;
  return isTime ? formatMicros(BigInt(Math.round(millis * 1000))) : null;
}

/** The words of the integer come lowest first. */
function decimal(words: Uint32Array, { scale }: Decimal): JsonValue {
  let bits = 0n;
  for (const word of words.toReversed()) bits = (bits << 32n) | BigInt(word);
  const value = BigInt.asIntN(words.length * 32, bits);
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const text = scale > 0 ? `${whole}.${digits.slice(-scale)}` : whole;
  return JSON.rawJSON(value < 0n ? `-${text}` : text);
}
