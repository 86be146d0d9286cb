import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { deflate } from './deflate.js';

const decompress = promisify(inflateRaw);

/**
 * A pack is an OpenPGP message (RFC 4880), because `pgp_sym_decrypt_bytea` of `pgcrypto` is the only
 * function of PostgreSQL that inflates. Everybody knows the passphrase, so nothing is secret here.
 * The function `spandrel_unpack` has it as well.
 */
const PASSPHRASE = 'spandrel';

const CIPHER = 'aes-128-cfb';
const NO_IV = Buffer.alloc(16);
/** The key of a passphrase without salt is the beginning of its hash. */
const KEY = createHash('sha1').update(PASSPHRASE).digest().subarray(0, 16);

/** Packet 3, 4 bytes long: version 4, AES with 128 bits, a passphrase without salt, SHA-1. */
const KEY_PACKET = Buffer.from([0xc3, 4, 4, 7, 0, 2]);
/** Encrypted data begins with 16 bytes, which would be random, and repeats the last two of them. */
const PREFIX = Buffer.alloc(18);
const CHECKSUM_HEADER = Buffer.from([0xd3, 20]);
const CHECKSUM_BYTES = 20;
const LITERAL = 0xcb;
const COMPRESSED = 0xc8;
const ENCRYPTED = 0xd2;
/** A packet begins with its kind, 255 and four bytes of length. */
const HEADER_BYTES = 6;
const ZIP = Buffer.from([1]);
/** Version of the encrypted data. */
const VERSION = Buffer.from([1]);
/** Binary data without a name and a date. */
const LITERAL_FIELDS = Buffer.from([0x62, 0, 0, 0, 0, 0]);

/** Where the deflated data of an encrypted packet begins, once it is decrypted. */
const DEFLATED_START = PREFIX.length + HEADER_BYTES + ZIP.length;
/** Where the encrypted bytes of a pack begin. */
const ENCRYPTED_START = KEY_PACKET.length + HEADER_BYTES + VERSION.length;

/** The size of the space in front of a text that makes it a packet to compress. */
export const TEXT_START = HEADER_BYTES + LITERAL_FIELDS.length;

/** Encrypting and hashing more without a break would keep requests waiting. */
const SLICE_BYTES = 2 * 1024 * 1024;

/**
 * The buffer that joins compressed pieces. It is reused, because each new buffer makes V8 collect garbage
 * sooner.
 */
const scratch = Buffer.allocUnsafeSlow(64 * 1024);

/**
 * Compresses a text, so that `unpackPayloads` and `spandrel_unpack` can read it.
 * @param packet the text, after `TEXT_START` bytes, which this fills.
 */
export async function packPayloads(packet: Buffer): Promise<Buffer> {
  writeHeader(packet, 0, LITERAL, packet.length - HEADER_BYTES);
  LITERAL_FIELDS.copy(packet, HEADER_BYTES);
  const deflated = await deflate(packet);
  const plainLength = DEFLATED_START + deflated.length + CHECKSUM_HEADER.length;
  const length = plainLength + CHECKSUM_BYTES;
  const plain =
    length <= scratch.length ? scratch.subarray(0, length) : Buffer.allocUnsafeSlow(length);
  PREFIX.copy(plain);
  writeHeader(plain, PREFIX.length, COMPRESSED, ZIP.length + deflated.length);
  ZIP.copy(plain, PREFIX.length + HEADER_BYTES);
  deflated.copy(plain, DEFLATED_START);
  CHECKSUM_HEADER.copy(plain, DEFLATED_START + deflated.length);
  // Small packs share their memory, so nothing may come in between.
  const isSmall = length <= SLICE_BYTES;
  const message = plain.subarray(0, plainLength);
  (isSmall ? hash(message) : await hashInTurns(message)).copy(plain, plainLength);
  const cipher = createCipheriv(CIPHER, KEY, NO_IV);
  const encrypted = isSmall
    ? cipher.update(plain)
    : await inTurns(plain, (slice) => cipher.update(slice));
  const start = Buffer.alloc(ENCRYPTED_START);
  KEY_PACKET.copy(start);
  writeHeader(start, KEY_PACKET.length, ENCRYPTED, VERSION.length + length);
  VERSION.copy(start, KEY_PACKET.length + HEADER_BYTES);
  return Buffer.concat([start, encrypted]);
}

/**
 * Returns the text that `packPayloads` got.
 * @throws if the bytes are damaged.
 */
export async function unpackPayloads(pack: Buffer): Promise<Buffer> {
  const decipher = createDecipheriv(CIPHER, KEY, NO_IV);
  const encrypted = pack.subarray(ENCRYPTED_START);
  const plain = await inTurns(encrypted, (slice) => decipher.update(slice));
  const end = plain.length - CHECKSUM_BYTES;
  const checksum = await hashInTurns(plain.subarray(0, end));
  if (!checksum.equals(plain.subarray(end))) throw new Error('The payload of a span is damaged.');
  const literal = await decompress(plain.subarray(DEFLATED_START, end - CHECKSUM_HEADER.length));
  return literal.subarray(TEXT_START);
}

function hash(bytes: Buffer): Buffer {
  return createHash('sha1').update(bytes).digest();
}

async function hashInTurns(bytes: Buffer): Promise<Buffer> {
  const sha1 = createHash('sha1');
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    if (at > 0) await nextTurn();
    sha1.update(bytes.subarray(at, at + SLICE_BYTES));
  }
  return sha1.digest();
}

/** Converts long bytes slice by slice, and serves requests in between. */
async function inTurns(bytes: Buffer, convert: (slice: Buffer) => Buffer): Promise<Buffer> {
  if (bytes.length <= SLICE_BYTES) return convert(bytes);
  const converted: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    converted.push(convert(bytes.subarray(at, at + SLICE_BYTES)));
    await nextTurn();
  }
  return Buffer.concat(converted);
}

function writeHeader(bytes: Buffer, at: number, kind: number, length: number): void {
  bytes.writeUInt8(kind, at);
  bytes.writeUInt8(0xff, at + 1);
  bytes.writeUInt32BE(length, at + 2);
}
