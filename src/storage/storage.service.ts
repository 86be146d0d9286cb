import { statfs } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { ENV } from '../kernel/environment.js';
import type { Env } from '../config/env.js';
import type { StorageEnv } from '../config/storage-env.js';
import { StorageQueries, type TableSize } from './storage.queries.js';

/** The use of storage by the database, in bytes. */
export interface StorageUse {
  /** The size of the database in bytes, without `reusable`. */
  used: number;
  /** The freed bytes in its files, which it will use again. Only estimated when space is short. */
  reusable: number;
  /** The configured limit in bytes; null if there is none. */
  capacity: number | null;
  /** The free bytes on the disk of the embedded database; null for an external one. */
  freeDisk: number | null;
}

const KIBIBYTE = 1024;
const UNITS = ['KiB', 'MiB', 'GiB', 'TiB'];

/** Measures the storage that the database occupies, and knows its limit. */
@Injectable()
export class StorageService {
  private readonly settings: StorageEnv;

  constructor(
    @Inject(ENV) env: Env,
    private readonly queries: StorageQueries,
  ) {
    this.settings = env.storage;
  }

  /** Returns whether there is a limit that the database can reach. */
  get isLimited(): boolean {
    return this.settings.capacity !== null || this.settings.directory !== null;
  }

  /** The configured limit of the database's size in bytes; null if there is none. */
  get capacity(): number | null {
    return this.settings.capacity;
  }

  /** Lists the tables of Spandrel, the largest first. */
  listTables(): Promise<TableSize[]> {
    return this.queries.listTables();
  }

  /**
   * Files of a database do not shrink when rows are deleted, so what can be used again is subtracted.
   * To estimate it takes up to a second, so it is only done if the size alone would be a reason to
   * warn.
   */
  async measure(): Promise<StorageUse> {
    const { capacity } = this.settings;
    const size = await this.queries.readSize();
    const whole = { used: size, reusable: 0, capacity, freeDisk: await this.readFreeDisk() };
    if (!this.isHigh(whole)) return whole;
    const reusable = Math.min((await this.queries.estimateReusable()) ?? 0, size);
    return { ...whole, used: size - reusable, reusable, freeDisk: await this.readFreeDisk() };
  }

  /** Returns the free bytes of the disk of the embedded database, which takes microseconds; null for an external one. */
  async readFreeDisk(): Promise<number | null> {
    const { directory } = this.settings;
    if (directory === null) return null;
    const { bavail, bsize } = await statfs(directory);
    return bavail * bsize;
  }

  /** Returns the bytes of the disk until nothing new is stored, below 0 if it is too late; Infinity if not limited. */
  diskRoom({ freeDisk, reusable }: StorageUse): number {
    const { minFreeDisk } = this.settings;
    if (freeDisk === null || minFreeDisk === 0) return Infinity;
    return Math.min(freeDisk + reusable - minFreeDisk, freeDisk - minFreeDisk / 4);
  }

  /** Returns the bytes of the capacity until nothing new is stored, like `diskRoom`. */
  capacityRoom({ used, capacity }: StorageUse): number {
    return capacity === null ? Infinity : capacity * this.settings.lockShare - used;
  }

  /** Returns whether administrators should do something about it. */
  isHigh(use: StorageUse): boolean {
    return shareOf(use) >= this.settings.warningShare || this.isFull(use);
  }

  /** Returns whether nothing new may be stored. */
  isFull(use: StorageUse): boolean {
    return shareOf(use) >= this.settings.lockShare || this.isDiskFull(use);
  }

  /** Returns the use of storage in words, and how to change it. */
  describe(use: StorageUse): string {
    const { supportEmail } = this.settings;
    return [
      this.isDiskFull(use)
        ? `The disk of the database has only ${formatBytes(use.freeDisk!)} left.`
        : `The database uses ${Math.floor(shareOf(use) * 100)} % of the ${formatBytes(use.capacity!)} that it may occupy.`,
      ...(this.isFull(use) ? ['Nothing new is stored until something is deleted.'] : []),
      'Delete traces or projects, shorten the time for which a retention policy keeps traces, or give the database more space.',
      ...(supportEmail === null ? [] : [`For help, write to ${supportEmail}.`]),
    ].join(' ');
  }

  /** New data first takes what was freed. Below a quarter of the reserve even that is too risky. */
  private isDiskFull(use: StorageUse): boolean {
    return this.diskRoom(use) < 0;
  }
}

/** Returns the used share of the capacity, from 0 to 1; 0 if no capacity is configured. */
function shareOf({ used, capacity }: StorageUse): number {
  return capacity === null ? 0 : used / capacity;
}

function formatBytes(bytes: number): string {
  const at = Math.max(Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length), 1);
  const number = bytes / KIBIBYTE ** at;
  return `${number.toLocaleString('en', { maximumSignificantDigits: 3 })} ${UNITS[at - 1]}`;
}
