import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { BackgroundLoops } from '../database/background-loops.js';
import type { StorageLock } from '../kernel/access/storage-lock.js';
import { InsufficientStorageError } from '../kernel/errors/errors.js';
import { UserNoticesService } from '../users/user-notices.service.js';
import { UsersService } from '../users/users.service.js';
import { StorageQueries } from './storage.queries.js';
import { choosePause } from './storage-pace.js';
import { StorageService, type StorageUse } from './storage.service.js';
import { chooseWalLimit } from './wal-limit.js';

/** Between two measurements of the database, which take some queries. */
const LOOKS = { min: 1_000, max: 60_000 };

/** Measuring takes up to this share of the time. */
const LOOKING_SHARE = 0.1;

/** Between two glances at the disk, which cost nothing. */
const GLANCES = { min: 50, max: 1_000 };

/** PostgreSQL keeps this much of its WAL anyway, to use it again: `min_wal_size` in bytes. */
const RECYCLED_WAL = 256 * 1024 * 1024;

const storageBytes = new Gauge({
  name: 'spandrel_storage_bytes',
  help: 'Storage of the database: used, reusable, capacity or free_disk.',
  labelNames: ['kind'],
});

const storageLocked = new Gauge({
  name: 'spandrel_storage_locked',
  help: 'Whether nothing new is stored because storage is nearly used: 1 or 0.',
});

/**
 * Looks at the storage of the database every minute, and more often as it runs short, so that no sender is
 * faster. It looks at the disk of an embedded database more often than at the database. While it is nearly used, nothing new is stored,
 * but everything can be read and deleted. Every server looks for itself; one of them vacuums and
 * writes to the administrators.
 */
@Injectable()
export class StorageMonitor implements StorageLock, OnApplicationBootstrap {
  private readonly logger = new Logger('storage');
  private message: string | null = null;
  private use: StorageUse | null = null;
  private decidedAt = 0;
  /** At which the disk is filled, in bytes per second. */
  private rate = 0;
  private walLimit = Infinity;
  private nextLook = Infinity;

  constructor(
    private readonly storage: StorageService,
    private readonly queries: StorageQueries,
    private readonly users: UsersService,
    private readonly notices: UserNoticesService,
    loops: BackgroundLoops,
  ) {
    const isOff = !storage.isLimited;
    loops.addTimer({
      name: 'storage',
      description:
        'measures the [storage](#storage) of the database if it is due: every minute, or more often as it runs short',
      everyMs: LOOKS.min,
      metrics: [storageBytes, storageLocked],
      variables: [
        'SPANDREL_DATABASE_ALLOCATED_STORAGE_CAPACITY_GIBIBYTES',
        'SPANDREL_MIN_FREE_DISK_MEBIBYTES',
      ],
      isOff,
      run: async () => {
        if (performance.now() >= this.nextLook) await this.lookInTurn();
      },
    });
    // Apart from the former, because a look that vacuums tables may take minutes.
    loops.addTimer({
      name: 'disk',
      description: 'looks at the free disk of the embedded database, and more often as it fills',
      everyMs: GLANCES.max,
      variables: ['SPANDREL_MIN_FREE_DISK_MEBIBYTES'],
      isOff,
      run: () => this.glance(),
    });
  }

  get isLocked(): boolean {
    return this.message !== null;
  }

  /** Returns why nothing new is stored and what to do; null while it is. */
  get advice(): string | null {
    return this.message;
  }

  assertOpen(): void {
    if (this.message !== null) throw new InsufficientStorageError(this.message);
  }

  /** Looks once before the first request, because a server may start with a full database. */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.storage.isLimited) return;
    await this.lookInTurn().catch((err: unknown) => {
      this.logger.warn({ err }, 'cannot measure the storage now');
    });
  }

  /** Measures the storage and locks or unlocks it. Frees what can be freed first. */
  async look(): Promise<void> {
    let use = await this.storage.measure();
    this.decide(use);
    if (await this.fitWal(use)) {
      use = await this.storage.measure();
      this.decide(use);
    }
    if (!this.storage.isHigh(use)) return;
    if ((await this.queries.vacuum()) > 0) {
      use = await this.storage.measure();
      this.decide(use);
    }
    if (this.storage.isHigh(use) && (await this.queries.claimWarning())) {
      const administrators = await this.users.listAdministrators();
      await this.notices.sendStorageWarning(administrators, this.storage.describe(use));
    }
  }

  /**
   * Bounds the WAL by the room on the disk, because it is on the same one, and PostgreSQL ends if it cannot
   * write there.
   * @returns whether that may have freed some.
   */
  private async fitWal(use: StorageUse): Promise<boolean> {
    const room = this.storage.diskRoom(use);
    if (room === Infinity) return false;
    const limit = chooseWalLimit(room);
    this.walLimit = limit;
    const wal = await this.queries.readWal();
    if (wal.limit !== limit) await this.queries.limitWal(limit);
    if (wal.bytes <= limit + RECYCLED_WAL) return false;
    await this.queries.checkpoint();
    return true;
  }

  private decide(use: StorageUse): void {
    const now = performance.now();
    const written = (this.use?.freeDisk ?? 0) - (use.freeDisk ?? 0);
    this.rate = this.use ? (written / Math.max(now - this.decidedAt, 1)) * 1000 : 0;
    this.use = use;
    this.decidedAt = now;
    storageBytes.set({ kind: 'used' }, use.used);
    storageBytes.set({ kind: 'reusable' }, use.reusable);
    if (use.capacity !== null) storageBytes.set({ kind: 'capacity' }, use.capacity);
    if (use.freeDisk !== null) storageBytes.set({ kind: 'free_disk' }, use.freeDisk);
    const message = this.storage.isFull(use) ? this.storage.describe(use) : null;
    if (message !== null && !this.isLocked) {
      this.logger.error(use, 'storage is nearly used: nothing new is stored');
    } else if (message === null && this.isLocked) {
      this.logger.log(use, 'there is room again: new data is stored');
    }
    this.message = message;
    storageLocked.set(this.isLocked ? 1 : 0);
  }

  /**
   * Reads only what is free on the disk, locks or unlocks the storage at once, and lets a look follow.
   * @returns how long to pause.
   */
  private async glance(): Promise<number> {
    const freeDisk = await this.storage.readFreeDisk().catch(() => null);
    if (this.use === null) return GLANCES.max;
    if (freeDisk !== null) {
      const { isLocked } = this;
      this.decide({ ...this.use, freeDisk });
      const mustShrink = chooseWalLimit(this.storage.diskRoom(this.use)) < this.walLimit;
      if (this.isLocked !== isLocked || mustShrink) this.nextLook = 0;
    }
    return choosePause(this.storage.diskRoom(this.use), this.rate, GLANCES);
  }

  /** Looks, and chooses when to look again. */
  private async lookInTurn(): Promise<void> {
    const start = performance.now();
    try {
      await this.look();
    } finally {
      const end = performance.now();
      const min = Math.max(LOOKS.min, (end - start) / LOOKING_SHARE);
      const room = this.use ? this.storage.capacityRoom(this.use) : Infinity;
      this.nextLook = end + choosePause(room, 0, { ...LOOKS, min });
    }
  }
}
