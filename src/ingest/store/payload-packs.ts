import pLimit from 'p-limit';
import { packPayloads, TEXT_START } from '../../spans/payload-pack.js';
import type { SpanRecord } from '../decode/span-record.js';

/** Shorter payloads stay in the row, where conditions read them faster. In UTF-16 code units. */
const SHORTEST = 4096;

/**
 * A condition on one payload reads the whole pack. Deflate finds repetitions within 32 KB, so larger packs
 * would save little.
 */
const PACK_BYTES = 48 * 1024;

/** Prevents one huge payload from keeping its memory forever. */
const KEPT_BYTES = 4 * 1024 * 1024;

/** The payloads of spans of one trace, which are stored together. */
export interface PayloadPack {
  traceId: string;
  /** Until it is compressed, the text after `TEXT_START` bytes. */
  bytes: Buffer;
  /** Length before compression. */
  textBytes: number;
  isCompressed: boolean;
}

/** The place of a span's payload in its pack. In bytes before compression. */
export interface PayloadPlace {
  pack: PayloadPack;
  start: number;
  length: number;
}

/** The buffer that collects the texts of a pack until their size is known. */
let scratch = Buffer.allocUnsafeSlow(PACK_BYTES * 2);

/** UTF-8 takes at most three bytes per UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;

/** Puts long payloads of spans of the same trace together. Add the spans of a trace one after the other. */
export class PayloadPacker {
  /** Bytes of all payloads. */
  byteSize = 0;
  private pack: PayloadPack | null = null;
  private length = 0;

  /** Returns where the payload of a span will be; null if it stays in the row. */
  add({ traceId, payloadJson }: SpanRecord): PayloadPlace | null {
    if (payloadJson === null || payloadJson.length < SHORTEST) return null;
    const isFull = this.length + payloadJson.length > PACK_BYTES;
    if (this.pack?.traceId !== traceId || isFull) this.begin(traceId);
    const start = this.length;
    const length = this.write(payloadJson);
    this.byteSize += length;
    return { pack: this.pack!, start, length };
  }

  /** Completes the last pack. */
  finish(): void {
    if (!this.pack) return;
    this.pack.bytes = Buffer.allocUnsafeSlow(TEXT_START + this.length);
    scratch.copy(this.pack.bytes, TEXT_START, 0, this.length);
    this.pack.textBytes = this.length;
    this.length = 0;
    if (scratch.length > KEPT_BYTES) scratch = Buffer.allocUnsafeSlow(PACK_BYTES * 2);
  }

  private begin(traceId: string): void {
    this.finish();
    this.pack = { traceId, bytes: Buffer.alloc(0), textBytes: 0, isCompressed: false };
  }

  private write(text: string): number {
    const needed = this.length + text.length * MAX_BYTES_PER_UNIT;
    if (needed > scratch.length) {
      const larger = Buffer.allocUnsafeSlow(needed);
      scratch.copy(larger, 0, 0, this.length);
      scratch = larger;
    }
    const length = scratch.write(text, this.length);
    this.length += length;
    return length;
  }
}

/** More would not be faster, but their state would live long enough to burden V8. */
const inTurn = pLimit(16);

/** Compresses those packs that are not compressed yet, in other threads. */
export async function compressPacks(packs: Iterable<PayloadPack | null>): Promise<void> {
  await Promise.all([...new Set(packs)].map((pack) => inTurn(() => compressPack(pack))));
}

async function compressPack(pack: PayloadPack | null): Promise<void> {
  if (pack === null || pack.isCompressed) return;
  pack.bytes = await packPayloads(pack.bytes);
  pack.isCompressed = true;
}

/** Returns how many of the compressed bytes are those of one payload. */
export function shareOf({ pack, length }: PayloadPlace): number {
  return Math.round((pack.bytes.length * length) / pack.textBytes);
}
