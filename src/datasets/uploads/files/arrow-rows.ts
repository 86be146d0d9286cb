import {
  DataType,
  type Decimal,
  type Field,
  type List,
  type RecordBatch,
  RecordBatchReader,
} from 'apache-arrow';
import { UnprocessableError } from '../../../kernel/errors/errors.js';
import {
  jsonDouble,
  jsonInteger,
  type JsonObject,
  type JsonValue,
  setOwn,
} from '../../../kernel/json/json.js';
import { formatMicros } from '../../../kernel/time/time.js';
import { rowError } from '../contents/file-row.js';
import { MAX_ARROW_BYTES, MAX_ROW_BYTES, MAX_ROWS } from '../contents/limits.js';

/** The cost of the smallest value. A composite value costs as much as its parts. */
const COST_OF_A_VALUE = 8;

/** The longest time before or after 1970 that JavaScript supports. */
const LAST_TIME_MS = 8.64e15;

/** Counts the cost of values, so that a small file cannot expand without limit. */
interface Meter {
  /** @throws UnprocessableError if the total is too high. */
  count(cost: number): void;
}

export interface ArrowRows {
  columns: string[];
  rows: Iterable<JsonObject>;
}

/**
 * Reads the rows of an Arrow IPC stream. The library trusts the metadata of the stream, so a
 * malformed one can use up all memory or never end. Call this only in a worker.
 * @throws UnprocessableError for a stream that decompresses to far more than its compressed size; any other error
 *   means that the bytes are not such a stream.
 */
export function readArrowRows(bytes: Uint8Array): ArrowRows {
  const reader = RecordBatchReader.from(bytes);
  reader.open();
  // For an empty stream, the reader returns no schema.
  const schema = reader.schema as typeof reader.schema | undefined;
  if (!schema) throw new Error('it is empty');
  return {
    columns: schema.fields.map(({ name }) => name),
    rows: readBatches(reader, new RowMeter(bytes.length)),
  };
}

function* readBatches(batches: Iterable<RecordBatch>, meter: RowMeter): Generator<JsonObject> {
  for (const batch of batches) {
    meter.expect(batch.numRows);
    const columns = batch.schema.fields.map((_, column) => batch.getChildAt(column));
    for (let at = 0; at < batch.numRows; at += 1) {
      meter.begin();
      yield toObject(batch.schema.fields, (column) => columns[column]?.get(at), meter);
    }
  }
}

/**
 * Limits the size of one row and of all rows, because a stream can repeat rows and texts many
 * times.
 */
class RowMeter implements Meter {
  private expected = 0;
  private rows = 0;
  private rowCost = 0;
  private cost = 0;

  constructor(private readonly bytes: number) {}

  /** Counts the rows of a batch. The smallest values take one bit. */
  expect(rows: number): void {
    this.expected += rows;
    if (this.expected > MAX_ROWS || this.expected > this.bytes * 8) throw expandsTooMuch();
  }

  begin(): void {
    this.rows += 1;
    this.cost += this.rowCost;
    this.rowCost = 0;
    if (this.cost > MAX_ARROW_BYTES * 8) throw expandsTooMuch();
  }

  count(cost: number): void {
    this.rowCost += cost;
    if (this.rowCost > MAX_ROW_BYTES) {
      throw rowError(`row ${this.rows}`, `larger than ${MAX_ROW_BYTES} bytes`);
    }
  }
}

function expandsTooMuch(): UnprocessableError {
  return new UnprocessableError(
    'The Arrow stream decompresses to far more than its compressed size.',
  );
}

/** Converts a value to JSON: times become text, bytes base64, NaN and infinities null. */
function toJson(value: unknown, type: DataType, meter: Meter): JsonValue {
  meter.count(COST_OF_A_VALUE);
  if (value === null || value === undefined) return null;
  if (DataType.isDictionary(type)) return toJson(value, type.dictionary, meter);
  if (typeof value === 'string') {
    meter.count(value.length);
    return value;
  }
  if (DataType.isDate(type)) return toDateText(Number(value));
  if (DataType.isTimestamp(type)) return toTimeText(Number(value));
  if (DataType.isDecimal(type)) return decimalToJson(value as Uint32Array, type);
  if (typeof value === 'bigint') return jsonInteger(value);
  if (typeof value === 'number') return DataType.isFloat(type) ? jsonDouble(value) : value;
  if (typeof value === 'boolean') return value;
  if (value instanceof Uint8Array) {
    meter.count(value.length);
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
  }
  return nestedToJson(value, type, meter);
}

function nestedToJson(value: unknown, type: DataType, meter: Meter): JsonValue {
  if (DataType.isStruct(type)) {
    // By position, because a field may have the name of a method of the row.
    const values = [...(value as Iterable<[unknown, unknown]>)].map(([, inner]) => inner);
    return toObject(type.children, (at) => values[at], meter);
  }
  if (DataType.isMap(type)) {
    const object: JsonObject = {};
    for (const [key, inner] of value as Iterable<[unknown, unknown]>) {
      setOwn(object, String(key), toJson(inner, type.valueType, meter));
    }
    return object;
  }
  const isList = DataType.isList(type) || DataType.isFixedSizeList(type);
  const itemType = isList ? (type as List).valueType : undefined;
  const list: JsonValue[] = [];
  for (const item of value as Iterable<unknown>) {
    list.push(itemType ? toJson(item, itemType, meter) : plainToJson(item, meter));
  }
  return list;
}

/** Builds an object from fields; `valueAt` returns their values by position. */
function toObject(
  fields: readonly Field[],
  valueAt: (at: number) => unknown,
  meter: Meter,
): JsonObject {
  const object: JsonObject = {};
  for (const [at, { name, type }] of fields.entries()) {
    setOwn(object, name, toJson(valueAt(at), type, meter));
  }
  return object;
}

/** Converts values that consist of several numbers, such as intervals. */
function plainToJson(item: unknown, meter: Meter): JsonValue {
  meter.count(COST_OF_A_VALUE);
  if (typeof item === 'bigint') return jsonInteger(item);
  return typeof item === 'number' ? item : String(item);
}

function toDateText(millis: number): string | null {
  const time = new Date(millis);
  return Number.isNaN(time.getTime()) ? null : time.toISOString().slice(0, 10);
}

function toTimeText(millis: number): string | null {
  const isTime = Math.abs(millis) <= LAST_TIME_MS;
  return isTime ? formatMicros(BigInt(Math.round(millis * 1000))) : null;
}

/** @param words least significant first. */
function decimalToJson(words: Uint32Array, { scale }: Decimal): JsonValue {
  let bits = 0n;
  for (const word of words.toReversed()) bits = (bits << 32n) | BigInt(word);
  const value = BigInt.asIntN(words.length * 32, bits);
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const text = scale > 0 ? `${whole}.${digits.slice(-scale)}` : whole;
  return JSON.rawJSON(value < 0n ? `-${text}` : text);
}
