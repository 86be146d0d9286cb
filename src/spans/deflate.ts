import { constants, createDeflateRaw } from 'node:zlib';

/** Level 4 would save 5 % and take a fifth longer, which ingestion would notice. */
const LEVEL = 1;

/** Most packs fit into one buffer when they are compressed. */
const CHUNK_BYTES = 32 * 1024;

/** The final block of a stream (RFC 1951, 3.2.3). A flushed stream has none, because it could go on. */
const LAST_BLOCK = Buffer.from([3, 0]);

/** The streams that compress nothing now. */
const idle: DeflateStream[] = [];

/**
 * Compresses bytes in another thread. The 256 KB that zlib needs for it are used again, because V8 would
 * collect garbage much sooner if each call took its own.
 */
export async function deflate(bytes: Buffer): Promise<Buffer> {
  const stream = idle.pop() ?? new DeflateStream();
  const deflated = await stream.deflate(bytes);
  idle.push(stream);
  return deflated;
}

class DeflateStream {
  private readonly zlib = createDeflateRaw({ level: LEVEL, chunkSize: CHUNK_BYTES });
  private chunks: Buffer[] = [];

  constructor() {
    this.zlib.on('data', (chunk: Buffer) => this.chunks.push(chunk));
  }

  deflate(bytes: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.zlib.once('error', reject);
      this.zlib.write(bytes);
      this.zlib.flush(constants.Z_SYNC_FLUSH, () => {
        this.zlib.off('error', reject);
        const deflated = Buffer.concat([...this.chunks, LAST_BLOCK]);
        this.chunks = [];
        this.zlib.reset();
        resolve(deflated);
      });
    });
  }
}
