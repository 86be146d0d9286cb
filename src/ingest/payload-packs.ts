import { packPayloads } from '../common/spans/payload-pack.js';
import type { SpanRecord } from './decode/span-record.js';

/** Shorter payloads stay in the row, where conditions read them faster. In UTF-16 code units. */
const SHORTEST = 4096;

/**
 * A condition on one payload reads the whole pack. Deflate finds repetitions within 32 KB, so larger packs
 * would save little.
 */
const PACK_BYTES = 48 * 1024;

/** The payloads of spans of one trace, which are stored together. */
export interface PayloadPack {
  traceId: string;
  bytes: Buffer;
  /** Length before compression. */
  textBytes: number;
  isCompressed: boolean;
}

/** Where the payload of a span is in its pack. In bytes before compression. */
export interface PayloadPlace {
  pack: PayloadPack;
  start: number;
  length: number;
}

/** Puts long payloads of spans of the same trace together. Add the spans of a trace one after the other. */
export class PayloadPacker {
  /** Bytes of all payloads. */
  byteSize = 0;
  private readonly packs: PayloadPack[] = [];
  private texts: Buffer[] = [];
  private length = 0;

  /** Returns where the payload of a span will be; null if it stays in the row. */
  add({ traceId, payloadJson }: SpanRecord): PayloadPlace | null {
    if (payloadJson === null || payloadJson.length < SHORTEST) return null;
    const text = Buffer.from(payloadJson);
    let pack = this.packs.at(-1);
    if (pack?.traceId !== traceId || this.length + text.length > PACK_BYTES) {
      this.finish();
      pack = { traceId, bytes: Buffer.alloc(0), textBytes: 0, isCompressed: false };
      this.packs.push(pack);
    }
    const place = { pack, start: this.length, length: text.length };
    this.texts.push(text);
    this.length += text.length;
    this.byteSize += text.length;
    return place;
  }

  /** Completes the last pack. */
  finish(): void {
    const pack = this.packs.at(-1);
    if (pack) {
      pack.bytes = Buffer.concat(this.texts);
      pack.textBytes = this.length;
    }
    this.texts = [];
    this.length = 0;
  }
}

/** Compresses those packs that are not compressed yet, in other threads. */
export async function compressPacks(packs: Iterable<PayloadPack | null>): Promise<void> {
  await Promise.all([...new Set(packs)].map(compressPack));
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
