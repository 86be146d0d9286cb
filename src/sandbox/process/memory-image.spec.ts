import { MemoryImage } from './memory-image.js';

/** Node.js has it, but not its types. */
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => { buffer: ArrayBuffer; grow(pages: number): void };
};

const PAGE = 64 * 1024;

describe('MemoryImage', () => {
  const setup = () => {
    const memory = new WebAssembly.Memory({ initial: 3 });
    const bytes = () => new Uint8Array(memory.buffer);
    // The third page stays empty.
    for (let at = 0; at < 2 * PAGE; at += 1) bytes()[at] = (at * 31) % 251;
    return { memory, bytes, before: bytes().slice(), image: new MemoryImage(memory) };
  };

  it('restores each byte, wherever it is', () => {
    const { bytes, before, image } = setup();
    for (let at = 0; at < 3 * PAGE; at += 1021) {
      bytes()[at]! ^= 1;
      image.restore();
      expect(bytes()[at]).toBe(before[at]);
    }
    bytes()[3 * PAGE - 1] = 1;
    image.restore();
    expect(Buffer.compare(bytes(), before)).toBe(0);
  });

  it('restores all at once', () => {
    const { bytes, before, image } = setup();
    bytes().fill(255);
    image.restore();
    expect(Buffer.compare(bytes(), before)).toBe(0);
    expect(image.growth()).toBe(0);
  });

  it('fills with zeros what has grown', () => {
    const { memory, bytes, before, image } = setup();
    memory.grow(2);
    bytes().fill(255);
    image.restore();
    expect(image.growth()).toBe(2 * PAGE);
    expect(Buffer.compare(bytes().subarray(0, 3 * PAGE), before)).toBe(0);
    expect(
      bytes()
        .subarray(3 * PAGE)
        .some((byte) => byte !== 0),
    ).toBe(false);
  });

  it('does not ask the object for its memory, which code of users may have replaced', () => {
    const { memory, bytes, before, image } = setup();
    bytes().fill(255);
    const real = memory.buffer;
    Object.defineProperty(memory, 'buffer', { value: new ArrayBuffer(3 * PAGE) });
    image.restore();
    expect(Buffer.compare(new Uint8Array(real), before)).toBe(0);
  });
});
