/** Bytes that are compared at once, and copied if they differ. */
const CHUNK = 16 * 1024;
const ZEROS = Buffer.alloc(CHUNK);

/** Node.js has it, but not its types. */
declare const WebAssembly: { Memory: { prototype: object } };

/** Of this realm, so that no code of users can replace it. */
const { get: getBuffer } = Object.getOwnPropertyDescriptor(
  WebAssembly.Memory.prototype,
  'buffer',
) as { get: (this: object) => ArrayBuffer };

/** Returns the bytes of a memory itself. Once it grows, they must be read again. */
export function readMemory(memory: object): Buffer {
  return Buffer.from(getBuffer.call(memory));
}

/**
 * The memory of an interpreter at one time. Restoring it compares every byte, but writes only those that have
 * changed: an evaluation changes a thirtieth of the memory, and writing all of it takes longer than most
 * evaluations.
 */
export class MemoryImage {
  private readonly chunks: readonly Buffer[];

  /** @param memory a `WebAssembly.Memory`, whose size is a multiple of 64 KiB. */
  constructor(private readonly memory: object) {
    const now = readMemory(memory);
    this.chunks = Array.from({ length: now.length / CHUNK }, (_, index) => {
      const chunk = now.subarray(index * CHUNK, (index + 1) * CHUNK);
      return chunk.equals(ZEROS) ? ZEROS : Buffer.from(chunk);
    });
  }

  /** Bytes by which the memory has grown, which it cannot undo. */
  growth(): number {
    return readMemory(this.memory).length - this.chunks.length * CHUNK;
  }

  /** Writes back what has changed. What has grown gets zeros. */
  restore(): void {
    const now = readMemory(this.memory);
    for (let at = 0, index = 0; at < now.length; at += CHUNK, index += 1) {
      const chunk = this.chunks[index] ?? ZEROS;
      if (now.compare(chunk, 0, CHUNK, at, at + CHUNK) !== 0) chunk.copy(now, at);
    }
  }
}
