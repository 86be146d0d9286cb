import { deflateSync, gzipSync } from 'node:zlib';
import { collect, inPieces } from '../../../../test/support/uploaded-bytes.js';
import { inflate } from './request-bytes.js';

const MEBIBYTE = 1024 * 1024;
const text = Buffer.from('examples '.repeat(10_000));

describe('inflate', () => {
  it.each([
    ['gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
  ] as const)('inflates %s', async (compression, bytes) => {
    const inflated = await collect(inflate(inPieces(bytes, [1, 5, 100]), compression, MEBIBYTE));
    expect(Buffer.concat(inflated).equals(text)).toBe(true);
  });

  it('stops at the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * MEBIBYTE));
    let inflated = 0;
    const read = async (): Promise<void> => {
      for await (const chunk of inflate(inPieces(bomb), 'gzip', MEBIBYTE)) inflated += chunk.length;
    };
    await expect(read()).rejects.toThrow(`larger than ${MEBIBYTE} bytes after decompression`);
    expect(inflated).toBeLessThanOrEqual(MEBIBYTE);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['plain text', text],
    ['half of it', gzipSync(text).subarray(0, 100)],
    ['another compression', deflateSync(text)],
  ])('refuses %s', async (_, bytes) => {
    await expect(collect(inflate(inPieces(bytes), 'gzip', MEBIBYTE))).rejects.toThrow(
      'The gzip data cannot be read',
    );
  });

  it('passes on errors of the source', async () => {
    async function* failing(): AsyncGenerator<Buffer> {
      yield gzipSync(text).subarray(0, 50);
      throw new Error('gone');
    }
    await expect(collect(inflate(failing(), 'gzip', MEBIBYTE))).rejects.toThrow('gone');
  });

  it('closes the source if the reader stops', async () => {
    let isReleased = false;
    async function* source(): AsyncGenerator<Buffer> {
      try {
        yield* inPieces(gzipSync(Buffer.alloc(8 * MEBIBYTE)));
        yield Buffer.alloc(0);
      } finally {
        isReleased = true;
      }
    }
    for await (const chunk of inflate(source(), 'gzip', 16 * MEBIBYTE)) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect(isReleased).toBe(true);
  });
});
