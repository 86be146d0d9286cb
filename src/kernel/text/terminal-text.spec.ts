import { Writable } from 'node:stream';
import { protectTerminal } from './terminal-text.js';

const HOSTILE =
  'a\u001b[2Jb\u001b[31m\u009b31m\u0007\u202e\u2066\u200b\u007f\b\rc\r\nd\te\n👩‍👩‍👧 日本';
const CLEAN =
  'a\ufffd[2Jb\ufffd[31m\ufffd31m\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffdc\r\nd\te\n👩‍👩‍👧 日本';

/** Collects what is written, byte by byte. */
function anOutput(isTTY: boolean) {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return {
    output: Object.assign(stream, { isTTY, columns: 80 }),
    written: () => Buffer.concat(chunks),
  };
}

describe('text for a terminal', () => {
  it('has nothing that controls it', async () => {
    const { output, written } = anOutput(true);
    const safe = protectTerminal(output);
    expect(safe.columns).toBe(80);
    await new Promise<void>((resolve) => safe.write(HOSTILE, () => resolve()));
    expect(written().toString()).toBe(CLEAN);
  });

  it('is the same in pieces that divide signs and line breaks', () => {
    const { output, written } = anOutput(true);
    const safe = protectTerminal(output);
    for (const byte of Buffer.from(HOSTILE)) safe.write(Uint8Array.of(byte));
    expect(written().toString()).toBe(CLEAN);
  });

  it('keeps the colors of lines that are clean already', () => {
    const { output, written } = anOutput(true);
    protectTerminal(output, { keepsColors: true }).write('\u001b[2mdim\u001b[22m \u001b[2J\n');
    expect(written().toString()).toBe('\u001b[2mdim\u001b[22m \ufffd[2J\n');
  });

  it('is byte for byte what was written if it is a file', () => {
    const { output, written } = anOutput(false);
    const bytes = Buffer.concat([Buffer.from(HOSTILE), Buffer.of(0xff, 0xfe, 0x00)]);
    protectTerminal(output).write(bytes);
    expect(written()).toEqual(bytes);
  });
});
