import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { POSTGRES_EPOCH_MICROS } from './encode-spans.js';

/** Signature, flags and header extension length of PostgreSQL's binary COPY format. */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TRAILER = Buffer.from([0xff, 0xff]);

const NULL_FIELD = -1;
const LENGTH_BYTES = 4;
const INT8_BYTES = 8;

/** How PostgreSQL calls the types of elements of arrays. */
const INT8_OID = 20;
const FLOAT8_OID = 701;

/** UTF-8 takes at most three bytes per UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;

/** Runs `COPY … FROM STDIN (FORMAT binary)` with encoded rows. */
export async function copyBinary(
  client: pg.ClientBase,
  sql: string,
  pieces: Iterable<Buffer>,
): Promise<void> {
  const stream = client.query(copyFrom(sql));
  const done = finished(stream);
  // Prevents an unhandled rejection if this fails early. The code below awaits it, too.
  done.catch(() => undefined);
  stream.write(HEADER);
  for (const piece of pieces) {
    if (!stream.write(piece)) await Promise.race([once(stream, 'drain'), done]);
  }
  stream.end(TRAILER);
  await done;
}

/** Encodes rows of log records and points one field after the other. Spans have their own encoder, which knows their columns. */
export class RowEncoder {
  length = 0;
  private bytes = Buffer.allocUnsafe(64 * 1024);

  /** Begins a row with so many fields. */
  beginRow(fields: number): void {
    this.reserve(2);
    this.length = this.bytes.writeInt16BE(fields, this.length);
  }

  null(): void {
    this.reserve(LENGTH_BYTES);
    this.length = this.bytes.writeInt32BE(NULL_FIELD, this.length);
  }

  text(value: string | null): void {
    if (value === null) {
      this.null();
      return;
    }
    this.reserve(LENGTH_BYTES + value.length * MAX_BYTES_PER_UNIT);
    const start = this.length + LENGTH_BYTES;
    const written = this.bytes.write(value, start);
    this.bytes.writeInt32BE(written, this.length);
    this.length = start + written;
  }

  bool(value: boolean): void {
    this.reserve(LENGTH_BYTES + 1);
    this.length = this.bytes.writeInt32BE(1, this.length);
    this.length = this.bytes.writeUInt8(Number(value), this.length);
  }

  int2(value: number): void {
    this.reserve(LENGTH_BYTES + 2);
    this.length = this.bytes.writeInt32BE(2, this.length);
    this.length = this.bytes.writeInt16BE(value, this.length);
  }

  int8(value: bigint): void {
    this.reserve(LENGTH_BYTES + INT8_BYTES);
    this.length = this.bytes.writeInt32BE(INT8_BYTES, this.length);
    this.length = this.bytes.writeBigInt64BE(value, this.length);
  }

  float8(value: number | null): void {
    if (value === null) {
      this.null();
      return;
    }
    this.reserve(LENGTH_BYTES + 8);
    this.length = this.bytes.writeInt32BE(8, this.length);
    this.length = this.bytes.writeDoubleBE(value, this.length);
  }

  float8s(values: readonly number[] | null): void {
    if (values === null) this.null();
    else this.array(FLOAT8_OID, values, (value) => this.float8(value));
  }

  /** @param values safe integers. */
  int8s(values: readonly number[] | null): void {
    if (values === null) this.null();
    else this.array(INT8_OID, values, (value) => this.int8(BigInt(value)));
  }

  /** @param value microseconds since 1970. */
  time(value: bigint | null): void {
    if (value === null) this.null();
    else this.int8(value - POSTGRES_EPOCH_MICROS);
  }

  /** Returns a copy of what was encoded. */
  finish(): Buffer {
    return Buffer.from(this.bytes.subarray(0, this.length));
  }

  /** Encodes an array of one dimension that is not empty, without nulls. */
  private array(oid: number, values: readonly number[], encode: (value: number) => void): void {
    // Dimensions, whether there are nulls, the type, and the length and the lowest index of the dimension.
    const header = [1, 0, oid, values.length, 1];
    this.reserve(LENGTH_BYTES * (header.length + 1));
    const start = this.length;
    this.length += LENGTH_BYTES;
    for (const part of header) this.length = this.bytes.writeInt32BE(part, this.length);
    for (const value of values) encode(value);
    this.bytes.writeInt32BE(this.length - start - LENGTH_BYTES, start);
  }

  private reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + count));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}

/** Writes an int8 over one that was encoded at a place of a row, counted in fields, all of which before are int8. */
export function replaceInt8(bytes: Buffer, rowStart: number, place: number, value: number): void {
  const at = rowStart + 2 + place * (LENGTH_BYTES + INT8_BYTES) + LENGTH_BYTES;
  bytes.writeBigInt64BE(BigInt(value), at);
}
