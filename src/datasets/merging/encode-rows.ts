import type { ExampleRow } from './example-row.js';

/** Rows in the format of binary COPY. */
export interface EncodedRows {
  bytes: Buffer;
  count: number;
}

/** The columns that `encodeRows` writes, in order. */
export const STAGED_COLUMNS = [
  'row_number',
  'input',
  'output',
  'metadata',
  'content_hash',
  'splits',
  'trace_id',
  'span_id',
  'example_id',
  'node_id',
];

/** Signature, flags and header extension length of PostgreSQL's binary COPY format. */
export const COPY_HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
export const COPY_TRAILER = Buffer.from([0xff, 0xff]);

const PIECE_BYTES = 256 * 1024;
/**
 * A UTF-16 unit takes at most three bytes of UTF-8. Above `COUNTED_FROM` units, counting bytes is
 * cheaper.
 */
const MAX_BYTES_PER_UNIT = 3;
const COUNTED_FROM = 64 * 1024;

const TEXT_OID = 25;
const NULL_FIELD = -1;

/** Encodes rows as they arrive, in pieces of several hundred. */
export async function* encodeRows(
  rows: AsyncIterable<ExampleRow> | Iterable<ExampleRow>,
): AsyncGenerator<EncodedRows, void, undefined> {
  const writer = new RowWriter();
  for await (const row of rows) {
    writer.add(row);
    if (writer.length >= PIECE_BYTES) yield writer.take();
  }
  if (writer.length > 0) yield writer.take();
}

/** Writes rows one after another into a growing buffer. */
class RowWriter {
  length = 0;
  private count = 0;
  private buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);

  add(row: ExampleRow): void {
    this.count++;
    this.reserve(2);
    this.length = this.buffer.writeInt16BE(STAGED_COLUMNS.length, this.length);
    this.int4(4);
    this.int4(row.rowNumber);
    this.text(row.input);
    this.text(row.output);
    this.text(row.metadata);
    this.bytes(row.contentHash);
    this.texts(row.splits);
    this.text(row.traceId);
    this.text(row.spanId);
    this.text(row.exampleId);
    this.int8(row.nodeId);
  }

  /** Returns the bytes written since the last call. */
  take(): EncodedRows {
    const taken = { bytes: this.buffer.subarray(0, this.length), count: this.count };
    this.buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);
    this.length = 0;
    this.count = 0;
    return taken;
  }

  private int4(value: number): void {
    this.reserve(4);
    this.length = this.buffer.writeInt32BE(value, this.length);
  }

  private int8(value: number | null): void {
    if (value === null) return this.int4(NULL_FIELD);
    this.int4(8);
    this.reserve(8);
    this.length = this.buffer.writeBigInt64BE(BigInt(value), this.length);
  }

  private bytes(value: Buffer): void {
    this.int4(value.length);
    this.reserve(value.length);
    this.length += value.copy(this.buffer, this.length);
  }

  private text(value: string | null): void {
    if (value === null) return this.int4(NULL_FIELD);
    const most =
      value.length < COUNTED_FROM ? value.length * MAX_BYTES_PER_UNIT : Buffer.byteLength(value);
    this.reserve(4 + most);
    // Writes the text first, then its length into the gap before it, because counting bytes would
    // take another pass.
    const size = this.buffer.write(value, this.length + 4);
    this.buffer.writeInt32BE(size, this.length);
    this.length += 4 + size;
  }

  /** A `text[]`: dimensions, null flag, type, length and lower bound, elements. */
  private texts(values: readonly string[]): void {
    const start = this.length;
    this.int4(0);
    this.int4(values.length === 0 ? 0 : 1);
    this.int4(0);
    this.int4(TEXT_OID);
    if (values.length > 0) {
      this.int4(values.length);
      this.int4(1);
      for (const value of values) this.text(value);
    }
    this.buffer.writeInt32BE(this.length - start - 4, start);
  }

  private reserve(bytes: number): void {
    const needed = this.length + bytes;
    if (needed <= this.buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.buffer.length * 2, needed));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }
}
