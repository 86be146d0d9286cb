import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { pauseFor } from '../kernel/time/pause-for.js';

/** How often loops without work look for some while the server is in use. */
const SHORT_PAUSE_MS = 500;
/** How long one pauses at most. Work that other servers leave to an unused one waits for so long. */
const LONG_PAUSE_MS = 5_000;
/** Longer than work waits after it was written. Spans wait for a second, and figures for five. */
const IN_USE_MS = 8_000;

/** How long a table may be locked. Only the loop that needs it should wait for longer. */
const PATIENCE = '1s';

const NEVER = new AbortController().signal;

/** The condition that ends the pause of a loop without work. */
export interface Rest {
  /** SQL of a condition that is true whenever there may be work. Must be cheap on large tables. */
  due: string;
  /** The loop's own connection. */
  pool: Pick<pg.Pool, 'query'>;
  /** Is aborted when the server stops. */
  signal: AbortSignal;
}

/**
 * Knows whether requests use the database. Background loops look for work twice a second only while
 * they do, and all with one statement: if each did so on its own, or on an idle server, that would take
 * 2% of a core all the time.
 */
@Injectable()
export class DatabaseActivity implements OnApplicationBootstrap {
  private usedAt = performance.now();
  private readonly unnoticed = new AsyncLocalStorage<true>();
  private readonly resting = new Set<() => void>();
  /** The conditions that the next look asks for, and that look, which returns those that are true. */
  private readonly asked = new Set<string>();
  private nextLook: Promise<ReadonlySet<string>> | undefined;

  constructor(private readonly dataSource: DataSource) {}

  onApplicationBootstrap(): void {
    // Without a database, the application can only describe itself.
    if (!this.dataSource.isInitialized) return;
    this.watch((this.dataSource.driver as PostgresDriver).master as pg.Pool);
  }

  /** Takes each query over these connections as a sign that there may be work. */
  watch(pool: pg.Pool): void {
    pool.on('release', () => {
      if (this.unnoticed.getStore()) return;
      this.usedAt = performance.now();
      for (const wake of this.resting) wake();
    });
  }

  /** Runs queries that a server repeats even if nobody uses it, and so are no sign of work. */
  doUnnoticed<T>(queries: () => Promise<T>): Promise<T> {
    return this.unnoticed.run(true, queries);
  }

  /**
   * Pauses a loop without work. Ends early if there may be some, when an unused server is used, or if the
   * signal is aborted.
   */
  async rest({ due, pool, signal }: Rest): Promise<void> {
    const ended = new AbortController();
    const over = pauseFor(LONG_PAUSE_MS, AbortSignal.any([signal, ended.signal]));
    try {
      do {
        const found = await Promise.race([this.look(due, pool), over]);
        if (!found || found.has(due)) return;
      } while (performance.now() - this.usedAt < IN_USE_MS);
      await this.waitForUse(over);
    } finally {
      ended.abort();
    }
  }

  private async waitForUse(over: Promise<void>): Promise<void> {
    const { promise: used, resolve: wake } = Promise.withResolvers<void>();
    this.resting.add(wake);
    await Promise.race([used, over]);
    this.resting.delete(wake);
  }

  /** Returns which conditions are true after a short pause, among them this one if it is. */
  private look(due: string, pool: Rest['pool']): Promise<ReadonlySet<string>> {
    this.asked.add(due);
    return (this.nextLook ??= this.lookSoon(pool));
  }

  private async lookSoon(pool: Rest['pool']): Promise<ReadonlySet<string>> {
    await pauseFor(SHORT_PAUSE_MS, NEVER);
    const conditions = [...this.asked];
    this.asked.clear();
    this.nextLook = undefined;
    try {
      // Two results, which the types of `pg` do not know of.
      const results: unknown = await pool.query(
        `SET LOCAL lock_timeout = '${PATIENCE}';
         SELECT ARRAY[${conditions.map((condition) => `(${condition})`).join(', ')}] AS "areTrue"`,
      );
      const [, { rows }] = results as [unknown, pg.QueryResult<{ areTrue: boolean[] }>];
      return new Set(conditions.filter((_, at) => rows[0]?.areTrue[at]));
    } catch {
      // Each loop then finds out for itself what is wrong, and how long to pause.
      return new Set(conditions);
    }
  }
}
