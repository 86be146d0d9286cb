import { randomBytes } from 'node:crypto';
import { packPayloads, TEXT_START, unpackPayloads } from './payload-pack.js';

const pack = (text: Buffer): Promise<Buffer> =>
  packPayloads(Buffer.concat([Buffer.alloc(TEXT_START), text]));

const SIZES = [0, 1, 15, 16, 17, 1000, 65_536, 3_000_000];

describe('a pack of payloads', () => {
  it.each(SIZES)('keeps %d bytes as they are', async (size) => {
    const text = Buffer.from(randomBytes(size).toString('hex').slice(0, size));
    const unpacked = await unpackPayloads(await pack(text));
    // Jest itself would compare each byte on its own, which takes seconds.
    expect(unpacked.equals(text)).toBe(true);
  });

  it('is right when many are made at the same time, and when their sizes change', async () => {
    const texts = [...SIZES, ...SIZES.toReversed()].map((size) => Buffer.alloc(size, 'spandrel '));
    for (let round = 0; round < 2; round++) {
      const packs = await Promise.all(texts.map(pack));
      const unpacked = await Promise.all(packs.map(unpackPayloads));
      expect(unpacked.map((one, at) => one.equals(texts[at]!))).toEqual(texts.map(() => true));
    }
  });

  it('takes less room than its text', async () => {
    const packed = await pack(Buffer.from('{"role": "user", "content": "Hi"}'.repeat(500)));
    expect(packed.length).toBeLessThan(300);
  });

  it.each([
    ['changed', (packed: Buffer) => packed.fill(0, 40, 41)],
    ['cut', (packed: Buffer) => packed.subarray(0, -1)],
    ['empty', () => Buffer.alloc(0)],
  ])('is refused if it is %s', async (_, damage) => {
    const packed = await pack(Buffer.from('The quick brown fox jumps over the lazy dog'));
    await expect(unpackPayloads(damage(packed))).rejects.toThrow(
      'The payload of a span is damaged.',
    );
  });
});
