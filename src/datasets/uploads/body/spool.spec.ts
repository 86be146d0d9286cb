import { readdirSync } from 'node:fs';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { FramedSpool } from '../json/framed-spool.js';
import { collect, spaceForSpec } from '../../../../test/support/uploaded-bytes.js';
import { Spool } from './spool.js';
import { UploadSpace } from './upload-space.js';

describe('Spool', () => {
  it('gives back what was written, as often as it is asked', async () => {
    const pieces = fc.array(fc.nat(200_000), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(pieces, async (sizes) => {
        const spool = new Spool(spaceForSpec());
        const written = sizes.map((size, at) => Buffer.alloc(size, at + 1));
        for (const piece of written) {
          spool.append(piece);
          await spool.settle();
        }
        expect(spool.size).toBe(sizes.reduce((sum, size) => sum + size, 0));
        for (let time = 0; time < 2; time += 1) {
          const read = Buffer.concat(await collect(spool.read()));
          expect(read.equals(Buffer.concat(written))).toBe(true);
        }
        await spool.close();
      }),
      { numRuns: 30 },
    );
  });

  it('leaves no file behind that somebody could see, not even while it is open', async () => {
    const workingDir = mkdtempSync(join(tmpdir(), 'spandrel-uploads-'));
    const space = new UploadSpace({ workingDir, uploads: { maxBytes: 10 * 1024 * 1024 } });
    const spool = new Spool(space);
    spool.append(Buffer.alloc(1024 * 1024));
    await spool.settle();
    expect(readdirSync(join(workingDir, 'uploads'))).toEqual([]);
    await spool.close();
  });

  it('takes no more room than there is, and gives it back', async () => {
    const space = spaceForSpec(1024 * 1024);
    const spools = Array.from({ length: 5 }, () => new Spool(space));
    for (const spool of spools.slice(0, 4)) {
      spool.append(Buffer.alloc(1024 * 1024));
      await spool.settle();
    }
    spools[4]!.append(Buffer.alloc(1024 * 1024));
    await expect(spools[4]!.settle()).rejects.toThrow('as many uploads as it can');
    await spools[0]!.close();
    await spools[4]!.settle();
    for (const spool of spools) await spool.close();
    space.take(4 * 1024 * 1024);
  });
});

describe('FramedSpool', () => {
  it('gives back the frames that were written, in memory or on disk', async () => {
    const frames = fc.array(
      fc.oneof(fc.nat(8), fc.nat(4_000), fc.integer({ min: 200_000, max: 600_000 })),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(frames, async (sizes) => {
        const spool = new FramedSpool(spaceForSpec());
        for (const [at, size] of sizes.entries()) {
          spool.append(Buffer.alloc(size, at + 1));
          await spool.settle();
        }
        expect(spool.count).toBe(sizes.length);
        const read = await collect(spool.read());
        expect(read.map((frame) => frame.length)).toEqual(sizes);
        expect(read.every((frame, at) => frame.every((byte) => byte === at + 1))).toBe(true);
        await spool.close();
      }),
      { numRuns: 30 },
    );
  });
});
