import type { ColumnType } from './span-columns.js';

/** Big enough that a chunk costs two writes to the socket, small enough to be no burden. */
const CHUNK_BYTES = 256 * 1024;

/** Signature, flags and header extension length of PostgreSQL's binary COPY format. */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TRAILER = Buffer.from([0xff, 0xff]);
const NULL_FIELD = -1;
const JSONB_VERSION = 1;
const POSTGRES_EPOCH_MICROS = 946_684_800_000_000n;

/** UTF-8 takes at most three bytes for one UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;

interface Column<Row> {
  type: ColumnType;
  value: (row: Row) => string | number | bigint | null;
}

/**
 * Encodes rows for `COPY … FROM STDIN (FORMAT binary)`, chunk by chunk, so that a large batch is
 * never held twice. Binary spares the server parsing and escaping; it takes ids, times and text as
 * they are.
 */
export function* encodeCopy<Row>(
  rows: Iterable<Row>,
  columns: readonly Column<Row>[],
): Generator<Buffer, void, undefined> {
  const chunk = new Chunk();
  yield HEADER;
  for (const row of rows) {
    yield* chunk.reserve(2);
    chunk.writeInt16(columns.length);
    for (const { type, value } of columns) {
      const field = value(row);
      if (typeof field === 'string') {
        yield* chunk.reserve(5 + field.length * MAX_BYTES_PER_UNIT);
        chunk.writeText(field, type === 'jsonb');
      } else {
        yield* chunk.reserve(12);
        if (field === null) chunk.writeInt32(NULL_FIELD);
        else if (type === 'timestamptz') {
          chunk.writeInt64(BigInt(field) - POSTGRES_EPOCH_MICROS);
        } else chunk.writeInt64(BigInt(field));
      }
    }
  }
  yield chunk.rest();
  yield TRAILER;
}

/** The buffer being filled. A chunk that was handed out is never written to again. */
class Chunk {
  private bytes = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  private length = 0;

  /** Makes room; hands out what is there when a new buffer has to be begun. */
  *reserve(bytes: number): Generator<Buffer, void, undefined> {
    if (this.length + bytes <= this.bytes.length) return;
    if (this.length > 0) yield this.rest();
    this.bytes = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, bytes));
    this.length = 0;
  }

  rest(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  writeInt16(value: number): void {
    this.length = this.bytes.writeInt16BE(value, this.length);
  }

  writeInt32(value: number): void {
    this.length = this.bytes.writeInt32BE(value, this.length);
  }

  writeInt64(value: bigint): void {
    this.writeInt32(8);
    this.length = this.bytes.writeBigInt64BE(value, this.length);
  }

  /** Writes the text first and its length into the gap before it: counting bytes costs a pass. */
  writeText(text: string, isJsonb: boolean): void {
    const lengthAt = this.length;
    let end = lengthAt + 4;
    if (isJsonb) end = this.bytes.writeUInt8(JSONB_VERSION, end);
    end += this.bytes.write(text, end);
    this.bytes.writeInt32BE(end - lengthAt - 4, lengthAt);
    this.length = end;
  }
}
