import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenedDatabase } from '../database/opened-database.js';
import { SingleDistribution } from '../kernel/sql/single-distribution.js';
import { Logger } from '@nestjs/common';
import { InsufficientStorageError } from '../kernel/errors/errors.js';
import { readEnv } from '../config/env.js';
import { BackgroundLoops } from '../database/background-loops.js';
import type { DatabaseActivity } from '../database/database-activity.js';
import type { UserNoticesService } from '../users/user-notices.service.js';
import type { UsersService } from '../users/users.service.js';
import { StorageMonitor } from './storage-monitor.service.js';
import type { StorageQueries } from './storage.queries.js';
import { StorageService } from './storage.service.js';

const MEBIBYTE = 2 ** 20;
const GIBIBYTE = 2 ** 30;

describe('a server with the embedded database on a small disk', () => {
  let free: number;
  let vacuum: PromiseWithResolvers<number>;
  let wal: { bytes: number; limit: number };
  let done: string[];
  let monitor: StorageMonitor;
  let loops: BackgroundLoops;

  beforeEach(() => {
    Logger.overrideLogger(false);
    free = 700 * MEBIBYTE;
    wal = { bytes: 64 * MEBIBYTE, limit: 4096 * MEBIBYTE };
    done = [];
    vacuum = Promise.withResolvers<number>();
    const queries = {
      readSize: () => Promise.resolve(0),
      estimateReusable: () => Promise.resolve(0),
      readWal: () => Promise.resolve({ ...wal }),
      limitWal: (bytes: number) => {
        wal.limit = bytes;
        done.push(`WAL ${bytes / MEBIBYTE} MiB`);
        return Promise.resolve();
      },
      checkpoint: () => {
        wal.bytes = wal.limit;
        done.push('checkpoint');
        return Promise.resolve();
      },
      vacuum: () => vacuum.promise,
      claimWarning: () => Promise.resolve(false),
    } as unknown as StorageQueries;
    const env = readEnv({});
    const storage = new StorageService(
      { ...env, storage: { ...env.storage, directory: '/data/postgres' } },
      queries,
    );
    storage.readFreeDisk = () => Promise.resolve(free);
    const [users, notices] = [{} as UsersService, {} as UserNoticesService];
    const activity = {
      doUnnoticed: (run: () => unknown) => run(),
    } as unknown as DatabaseActivity;
    const databaseUrl = 'postgresql://nobody@127.0.0.1:1/none';
    const opened = { distribution: new SingleDistribution() } as OpenedDatabase;
    loops = new BackgroundLoops({ ...env, databaseUrl }, activity, opened);
    monitor = new StorageMonitor(storage, queries, users, notices, loops);
  });
  afterEach(async () => {
    vacuum.resolve(0);
    await loops.onModuleDestroy();
  });

  const untilLocked = async (isLocked: boolean): Promise<void> => {
    while (monitor.isLocked !== isLocked) await sleep(5);
  };

  it('refuses new data soon after the disk is short, and stores again soon after it is not', async () => {
    await monitor.onApplicationBootstrap();
    loops.start();
    expect(monitor.isLocked).toBe(false);
    free = 400 * MEBIBYTE;
    await untilLocked(true);
    expect(() => monitor.assertOpen()).toThrow(InsufficientStorageError);
    expect(monitor.advice).toMatch(/^The disk of the database has only 400 MiB left\./);
    // Tables are still being vacuumed.
    free = 700 * MEBIBYTE;
    await untilLocked(false);
  });

  it('keeps the WAL small when there is little room, and frees what it has', async () => {
    free = 20 * GIBIBYTE;
    await monitor.look();
    expect(done).toEqual([]);
    free = 4 * GIBIBYTE;
    wal.bytes = 3 * GIBIBYTE;
    await monitor.look();
    expect(done).toEqual(['WAL 512 MiB', 'checkpoint']);
    free = 20 * GIBIBYTE;
    await monitor.look();
    expect(done).toEqual(['WAL 512 MiB', 'checkpoint', 'WAL 4096 MiB']);
  });
});
