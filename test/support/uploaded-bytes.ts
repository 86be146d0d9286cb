import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UploadSpace } from '../../src/datasets/uploads/body/upload-space.js';

/** Creates upload space for one test file. */
export function spaceForSpec(maxBytes = 64 * 1024 * 1024): UploadSpace {
  const workingDir = mkdtempSync(join(tmpdir(), 'spandrel-uploads-'));
  return new UploadSpace({ workingDir, uploads: { maxBytes } });
}

/** Yields the bytes in pieces that end at the given offsets. */
export async function* inPieces(
  bytes: Buffer | string,
  ends: readonly number[] = [],
): AsyncGenerator<Buffer> {
  const all = Buffer.from(bytes as string);
  const cuts = [...ends.filter((end) => end < all.length), all.length].toSorted((a, b) => a - b);
  let from = 0;
  for (const to of cuts) {
    yield all.subarray(from, to);
    from = to;
  }
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
