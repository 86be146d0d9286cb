import { randomBytes } from 'node:crypto';
import { packPayloads, unpackPayloads } from './payload-pack.js';

const SIZES = [0, 1, 15, 16, 17, 1000, 65_536, 3_000_000];

describe('a pack of payloads', () => {
  it.each(SIZES)('keeps %d bytes as they are', async (size) => {
    const text = Buffer.from(randomBytes(size).toString('hex').slice(0, size));
    expect(await unpackPayloads(await packPayloads(text))).toEqual(text);
  });

  it('takes less room than its text', async () => {
    const pack = await packPayloads(Buffer.from('{"role": "user", "content": "Hi"}'.repeat(500)));
    expect(pack.length).toBeLessThan(300);
  });

  it.each([
    ['changed', (pack: Buffer) => pack.fill(0, 40, 41)],
    ['cut', (pack: Buffer) => pack.subarray(0, -1)],
    ['empty', () => Buffer.alloc(0)],
  ])('that is %s is not read', async (_, damage) => {
    const pack = await packPayloads(Buffer.from('The quick brown fox jumps over the lazy dog'));
    await expect(unpackPayloads(damage(pack))).rejects.toThrow('The payload of a span is damaged.');
  });
});
