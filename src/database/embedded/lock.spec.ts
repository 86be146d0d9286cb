import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { lockDataDirectory, parseClaim, type Claim } from './lock.js';

const log = () => undefined;

describe('lockDataDirectory', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'spandrel-lock-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  /** Modifies the only lock file. */
  async function alter(change: Partial<Claim>): Promise<void> {
    const [name] = await readdir(dataDir);
    const path = join(dataDir, name ?? '');
    const claim = { ...parseClaim(await readFile(path, 'utf8')), ...change };
    await writeFile(path, JSON.stringify(claim));
  }

  it('refuses a second owner and names the directory and the first process', async () => {
    const release = await lockDataDirectory(dataDir, log);
    const second = lockDataDirectory(dataDir, log);
    await expect(second).rejects.toThrow(EmbeddedPostgresError);
    await expect(second).rejects.toThrow(
      `${dataDir} is in use by another server, process ${process.pid}`,
    );
    await release();
    await (
      await lockDataDirectory(dataDir, log)
    )();
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('is granted to exactly one of many simultaneous requests, even with stale locks', async () => {
    for (let round = 0; round < 20; round++) {
      await lockDataDirectory(dataDir, log);
      await alter({ startedAt: 'long ago' });
      const asked = Array.from({ length: 20 }, () => lockDataDirectory(dataDir, log));
      const results = await Promise.allSettled(asked);
      const taken = results.filter((result) => result.status === 'fulfilled');
      expect(taken).toHaveLength(1);
      await taken[0]?.value();
      expect(await readdir(dataDir)).toEqual([]);
    }
  });

  it('ignores the lock of a process whose ID has been reused', async () => {
    const first = await lockDataDirectory(dataDir, log);
    await alter({ startedAt: 'long ago' });
    const second = await lockDataDirectory(dataDir, log);
    // The first owner has lost the lock, and must not release the second owner's.
    await first();
    await expect(lockDataDirectory(dataDir, log)).rejects.toThrow('in use');
    await second();
  });

  it('yields to a waiting process with a lower name, but not to a dead one', async () => {
    const first = await lockDataDirectory(dataDir, log);
    await alter({ held: false });
    const [name = ''] = await readdir(dataDir);
    const claim = await readFile(join(dataDir, name), 'utf8');
    await first();
    const early = join(dataDir, 'spandrel-00000000-0000-0000-0000-000000000000.lock');
    await writeFile(early, claim);
    await expect(lockDataDirectory(dataDir, log)).rejects.toThrow('in use');
    await alter({ startedAt: 'long ago' });
    await (
      await lockDataDirectory(dataDir, log)
    )();
  });

  it('removes drafts of processes that were killed long ago, but not those of others', async () => {
    const draft = (digit: number) =>
      join(dataDir, `spandrel-${String(digit).repeat(8)}-0000-0000-0000-000000000000.lock.new`);
    await writeFile(draft(1), '');
    await writeFile(draft(2), '');
    const longAgo = new Date(Date.now() - 120_000);
    await utimes(draft(1), longAgo, longAgo);
    const release = await lockDataDirectory(dataDir, log);
    await release();
    expect((await readdir(dataDir)).map((name) => join(dataDir, name))).toEqual([draft(2)]);
  });

  it('respects the lock of another host as long as it is touched', async () => {
    const release = await lockDataDirectory(dataDir, log, 100);
    await alter({ host: 'elsewhere' });
    await expect(lockDataDirectory(dataDir, log, 100)).rejects.toThrow('on elsewhere');
    const [name = ''] = await readdir(dataDir);
    const claim = await readFile(join(dataDir, name), 'utf8');
    await release();
    await writeFile(join(dataDir, name), claim);
    await (
      await lockDataDirectory(dataDir, log, 100)
    )();
  });
});

describe('parseClaim', () => {
  it.each(['', '{', 'null', '[]', '{"pid":1}', '{"pid":"1","startedAt":"x","host":"y"}'])(
    'returns undefined for %j',
    (content) => expect(parseClaim(content)).toBeUndefined(),
  );
});
