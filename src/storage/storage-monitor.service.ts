import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Gauge } from 'prom-client';
import type { StorageLock } from '../common/access/storage-lock.js';
import { InsufficientStorageError } from '../common/errors/errors.js';
import { pauseFor } from '../database/pause-for.js';
import { UserNoticesService } from '../users/user-notices.service.js';
import { UsersService } from '../users/users.service.js';
import { StorageQueries } from './storage.queries.js';
import { StorageService, type StorageUse } from './storage.service.js';

const PAUSE_MS = 60_000;

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
 * Looks at the storage of the database every minute. While it is nearly used, nothing new is stored,
 * but everything can be read and deleted. Every server looks for itself; one of them vacuums and
 * writes to the administrators.
 */
@Injectable()
export class StorageMonitor
  implements StorageLock, OnApplicationBootstrap, BeforeApplicationShutdown
{
  private readonly logger = new Logger('storage');
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private message: string | null = null;

  constructor(
    private readonly storage: StorageService,
    private readonly queries: StorageQueries,
    private readonly users: UsersService,
    private readonly notices: UserNoticesService,
  ) {}

  get isLocked(): boolean {
    return this.message !== null;
  }

  /** Why nothing new is stored and what to do; null while it is. */
  get advice(): string | null {
    return this.message;
  }

  assertOpen(): void {
    if (this.message !== null) throw new InsufficientStorageError(this.message);
  }

  /** Looks once before the first request, because a server may start with a full database. */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.storage.isLimited) return;
    await this.tryToLook();
    this.running = this.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Measures the storage and locks or unlocks it. Frees what can be freed first. */
  async look(): Promise<void> {
    let use = await this.storage.measure();
    this.decide(use);
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

  private decide(use: StorageUse): void {
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

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    for (;;) {
      await pauseFor(PAUSE_MS, signal);
      if (signal.aborted) return;
      await this.tryToLook();
    }
  }

  private async tryToLook(): Promise<void> {
    await this.look().catch((err: unknown) => {
      this.logger.warn({ err }, 'cannot measure the storage now');
    });
  }
}
