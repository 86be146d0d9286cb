import { Spool } from '../body/spool.js';
import type { UploadSpace } from '../body/upload-space.js';

const PREFIX_BYTES = 4;

/** A list of byte strings, written in order and read in order. Has to be closed. */
export class FramedSpool {
  private readonly spool: Spool;
  private readonly prefix = Buffer.alloc(PREFIX_BYTES);
  count = 0;

  constructor(space: UploadSpace) {
    this.spool = new Spool(space);
  }

  append(frame: Buffer): void {
    this.prefix.writeUInt32LE(frame.length);
    this.spool.append(this.prefix);
    this.spool.append(frame);
    this.count += 1;
  }

  settle(): Promise<void> {
    return this.spool.settle();
  }

  async *read(): AsyncGenerator<Buffer> {
    let parts: Buffer[] = [];
    let held = 0;
    let needed = PREFIX_BYTES;
    for await (const chunk of this.spool.read()) {
      parts.push(chunk);
      held += chunk.length;
      if (held < needed) continue;
      let rest = parts.length === 1 ? chunk : Buffer.concat(parts, held);
      needed = frameEnd(rest);
      while (rest.length >= needed) {
        yield rest.subarray(PREFIX_BYTES, needed);
        rest = rest.subarray(needed);
        needed = frameEnd(rest);
      }
      parts = [rest];
      held = rest.length;
    }
  }

  close(): Promise<void> {
    return this.spool.close();
  }
}

/** Where the frame at the beginning ends; past the bytes at hand when its size is not among them. */
function frameEnd(bytes: Buffer): number {
  return PREFIX_BYTES + (bytes.length < PREFIX_BYTES ? 0 : bytes.readUInt32LE());
}
