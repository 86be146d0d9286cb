import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { pauseFor } from './pause-for.js';

/** How long a loop without work pauses while the server is in use. */
const SHORT_PAUSE_MS = 500;
/** How long it pauses otherwise. Work that other servers leave waits for this long at most. */
const LONG_PAUSE_MS = 5_000;
/** Longer than work waits after it was written. Spans wait for a second, and figures for five. */
const IN_USE_MS = 8_000;

/**
 * Knows whether requests use the database. Background loops look for work twice a second only while
 * they do: on an idle server, that would take 2% of a core all the time.
 */
@Injectable()
export class DatabaseActivity implements OnApplicationBootstrap {
  private usedAt = performance.now();
  private readonly resting = new Set<() => void>();

  constructor(private readonly dataSource: DataSource) {}

  onApplicationBootstrap(): void {
    // Without a database, the application can only describe itself.
    if (!this.dataSource.isInitialized) return;
    this.watch((this.dataSource.driver as PostgresDriver).master as pg.Pool);
  }

  /** Takes each query over these connections as a sign that there may be work. */
  watch(pool: pg.Pool): void {
    pool.on('release', () => {
      this.usedAt = performance.now();
      for (const wake of this.resting) wake();
    });
  }

  /** Pauses a loop without work. Ends early when the server is used, or if the signal is aborted. */
  async rest(signal: AbortSignal): Promise<void> {
    await pauseFor(SHORT_PAUSE_MS, signal);
    if (performance.now() - this.usedAt < IN_USE_MS) return;
    const woken = new AbortController();
    const wake = () => woken.abort();
    signal.addEventListener('abort', wake);
    this.resting.add(wake);
    await pauseFor(LONG_PAUSE_MS - SHORT_PAUSE_MS, woken.signal);
    this.resting.delete(wake);
    signal.removeEventListener('abort', wake);
  }
}
