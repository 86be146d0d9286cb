import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { FramedSpool, Spool } from './spool.js';
import { collect, spaceForSpec } from '../../../../test/support/uploaded-bytes.js';
import { UploadSpace } from './upload-space.js';

describe('Spool', () => {
  it('returns the written bytes repeatedly', async () => {
    const pieces = fc.array(fc.nat(200_000), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(pieces, async (sizes) => {
        const spool = new Spool(spaceForSpec());
        const written = sizes.map((size, at) => Buffer.alloc(size, at + 1));
        for (const piece of written) {
          spool.append(piece);
          await spool.flush();
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

  it('leaves no visible file, even while it is open', async () => {
    const workingDir = mkdtempSync(join(tmpdir(), 'spandrel-uploads-'));
    const space = new UploadSpace({ workingDir, uploads: { maxBytes: 10 * 1024 * 1024 } });
    const spool = new Spool(space);
    spool.append(Buffer.alloc(1024 * 1024));
    await spool.flush();
    expect(readdirSync(join(workingDir, 'uploads'))).toEqual([]);
    await spool.close();
  });

  it('uses at most the available space, and releases it', async () => {
    const space = spaceForSpec(1024 * 1024);
    const spools = Array.from({ length: 5 }, () => new Spool(space));
    for (const spool of spools.slice(0, 4)) {
      spool.append(Buffer.alloc(1024 * 1024));
      await spool.flush();
    }
    spools[4]!.append(Buffer.alloc(1024 * 1024));
    await expect(spools[4]!.flush()).rejects.toThrow('too many uploads');
    await spools[0]!.close();
    await spools[4]!.flush();
    for (const spool of spools) await spool.close();
    space.reserve(4 * 1024 * 1024);
  });
});

describe('FramedSpool', () => {
  it('returns the frames that were written, in memory or on disk', async () => {
    const frames = fc.array(
      fc.oneof(fc.nat(8), fc.nat(4_000), fc.integer({ min: 200_000, max: 600_000 })),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(frames, async (sizes) => {
        const spool = new FramedSpool(spaceForSpec());
        for (const [at, size] of sizes.entries()) {
          spool.append(Buffer.alloc(size, at + 1));
          await spool.flush();
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
