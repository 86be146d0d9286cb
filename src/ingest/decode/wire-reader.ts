import { jsonInteger, type RawNumber } from '../../kernel/json/json.js';
import { MalformedBodyError } from './errors.js';
import { internText } from './intern-text.js';

/** Protobuf wire types. Groups (3 and 4) are obsolete and refused. */
export const VARINT = 0;
export const FIXED64 = 1;
export const BYTES = 2;
const FIXED32 = 5;

/**
 * Reads the protobuf wire format in place. Every method throws `MalformedBodyError` if the bytes
 * are truncated, and none reads beyond its message.
 */
export class WireReader {
  position = 0;
  private end: number;
  private readonly bytes: Buffer;

  constructor(body: Uint8Array) {
    this.bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    this.end = body.byteLength;
  }

  /** Returns whether the current message has more fields. */
  hasMore(): boolean {
    return this.position < this.end;
  }

  /** Reads field number and wire type of the next field, as `number << 3 | type`. */
  tag(): number {
    const tag = this.uint32();
    if (tag >>> 3 === 0) throw new MalformedBodyError('A protobuf field has the number 0.');
    return tag;
  }

  /** Enters a nested message and returns the end of the outer one, for `leave`. */
  enter(): number {
    const outer = this.end;
    this.end = this.endOfBytes();
    return outer;
  }

  /** Goes back to the outer message from a nested one, even one that was read only in part. */
  leave(outer: number): void {
    this.position = this.end;
    this.end = outer;
  }

  /** Reads the low 32 bits of a varint, unsigned. */
  uint32(): number {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = this.byte();
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
    throw new MalformedBodyError('A protobuf integer is longer than 10 bytes.');
  }

  /** Reads a varint as a signed 64-bit integer, kept as text if a double would round it. */
  int64(): number | RawNumber {
    let low = 0;
    let scale = 1;
    for (let count = 0; count < 7; count++) {
      const byte = this.byte();
      low += (byte & 0x7f) * scale;
      if (byte < 0x80) return low;
      scale *= 128;
    }
    let value = BigInt(low);
    for (let shift = 49n; shift < 70n; shift += 7n) {
      const byte = this.byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return jsonInteger(BigInt.asIntN(64, value));
    }
    throw new MalformedBodyError('A protobuf integer is longer than 10 bytes.');
  }

  fixed64(): bigint {
    const start = this.take(8);
    return this.bytes.readBigUInt64LE(start);
  }

  double(): number {
    const start = this.take(8);
    return this.bytes.readDoubleLE(start);
  }

  /** Reads UTF-8 text. Bytes that are not UTF-8 become U+FFFD. */
  text(): string {
    return this.encoded('utf8');
  }

  /** Reads text that has probably been read before, such as the key of an attribute. */
  key(): string {
    const end = this.endOfBytes();
    const start = this.position;
    this.position = end;
    return internText(this.bytes, start, end);
  }

  hex(): string {
    return this.encoded('hex');
  }

  base64(): string {
    return this.encoded('base64');
  }

  /** Skips a field. */
  skip(tag: number): void {
    switch (tag & 7) {
      case VARINT:
        this.uint32();
        break;
      case FIXED64:
        this.take(8);
        break;
      case BYTES:
        this.position = this.endOfBytes();
        break;
      case FIXED32:
        this.take(4);
        break;
      default:
        throw new MalformedBodyError(`A protobuf field has the wire type ${tag & 7}.`);
    }
  }

  private encoded(encoding: 'utf8' | 'hex' | 'base64'): string {
    const end = this.endOfBytes();
    const start = this.position;
    this.position = end;
    return this.bytes.toString(encoding, start, end);
  }

  private byte(): number {
    if (this.position >= this.end) throw new MalformedBodyError('The protobuf body is truncated.');
    return this.bytes[this.position++] ?? 0;
  }

  private take(length: number): number {
    const start = this.position;
    if (length > this.end - start) {
      throw new MalformedBodyError('The protobuf body is truncated.');
    }
    this.position = start + length;
    return start;
  }

  private endOfBytes(): number {
    const length = this.uint32();
    if (length > this.end - this.position) {
      throw new MalformedBodyError('The protobuf body is truncated.');
    }
    return this.position + length;
  }
}
