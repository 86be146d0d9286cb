import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';

const compress = promisify(deflateRaw);
const decompress = promisify(inflateRaw);

/**
 * A pack is an OpenPGP message (RFC 4880), because `pgp_sym_decrypt_bytea` of `pgcrypto` is the only
 * function of PostgreSQL that inflates. Everybody knows the passphrase, so nothing is secret here.
 * The function `spandrel_unpack` has it as well.
 */
const PASSPHRASE = 'spandrel';

/** Little is gained above, and compressing takes twice as long. */
const LEVEL = 4;

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

/** Compresses bytes, so that `unpackPayloads` and `spandrel_unpack` can read them. */
export async function packPayloads(payloads: Buffer): Promise<Buffer> {
  const literal = [header(LITERAL, LITERAL_FIELDS.length + payloads.length), LITERAL_FIELDS];
  const deflated = await compress(Buffer.concat([...literal, payloads]), { level: LEVEL });
  const plain = Buffer.concat([
    PREFIX,
    header(COMPRESSED, ZIP.length + deflated.length),
    ZIP,
    deflated,
    CHECKSUM_HEADER,
  ]);
  const checksum = createHash('sha1').update(plain).digest();
  const cipher = createCipheriv(CIPHER, KEY, NO_IV);
  const length = VERSION.length + plain.length + CHECKSUM_BYTES;
  return Buffer.concat([
    KEY_PACKET,
    header(ENCRYPTED, length),
    VERSION,
    cipher.update(plain),
    cipher.update(checksum),
  ]);
}

/**
 * Returns what `packPayloads` got.
 * @throws if the bytes are damaged.
 */
export async function unpackPayloads(pack: Buffer): Promise<Buffer> {
  const decipher = createDecipheriv(CIPHER, KEY, NO_IV);
  const encrypted = pack.subarray(KEY_PACKET.length + HEADER_BYTES + VERSION.length);
  const plain = decipher.update(encrypted);
  const end = plain.length - CHECKSUM_BYTES;
  const checksum = createHash('sha1').update(plain.subarray(0, end)).digest();
  if (!checksum.equals(plain.subarray(end))) throw new Error('The payload of a span is damaged.');
  const literal = await decompress(plain.subarray(DEFLATED_START, end - CHECKSUM_HEADER.length));
  return literal.subarray(HEADER_BYTES + LITERAL_FIELDS.length);
}

function header(kind: number, length: number): Buffer {
  const bytes = Buffer.from([kind, 0xff, 0, 0, 0, 0]);
  bytes.writeUInt32BE(length, 2);
  return bytes;
}
