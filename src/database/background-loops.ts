import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { OpenedDatabase } from './opened-database.js';
import pg from 'pg';
import type { Env } from '../config/env.js';
import { ENV } from '../kernel/environment.js';
import { pauseFor } from '../kernel/time/pause-for.js';
import { ADVISORY_LOCKS } from './advisory-locks.js';
import {
  BackgroundLoop,
  ELSEWHERE,
  type LoopDeclaration,
  NO_WORK,
  type TimerDeclaration,
} from './background-loop.js';
import { connectionOptions } from './connection.js';
import { DatabaseActivity } from './database-activity.js';

/** After which a loop with a period takes its first step. */
const SOON_MS = 500;

/** PostgreSQL's activity then shows whose connection it is. */
const BEGIN = `SELECT set_config('application_name', $1, false),
  CASE WHEN $2::bigint IS NULL THEN true ELSE pg_try_advisory_lock($2) END AS "isOurs"`;
const END = 'SELECT pg_advisory_unlock($1)';

/**
 * Runs everything that this server repeats in the background, except jobs. Features declare their loops when
 * they are created (docs/adr/0114-one-runner-for-loops.md).
 */
@Injectable()
export class BackgroundLoops implements OnModuleDestroy {
  private readonly loops = new Map<string, BackgroundLoop>();
  private readonly pool: pg.Pool;
  private readonly runsWork: boolean;

  constructor(
    @Inject(ENV) env: Env & { databaseUrl?: string | undefined },
    private readonly activity: DatabaseActivity,
    private readonly opened: OpenedDatabase,
  ) {
    this.runsWork = env.runsBackgroundWork;
    this.pool = new pg.Pool({
      ...connectionOptions({ url: env.databaseUrl ?? '', schema: env.databaseSchema }),
      application_name: 'spandrel-background',
      // Each loop takes at most one, so that none waits for another.
      max: Infinity,
    });
    this.pool.on('connect', (client) => client.on('error', () => undefined));
    this.pool.on('error', () => undefined);
  }

  /** Adds work that waits in the database. The command line leaves it to servers. */
  add(declaration: LoopDeclaration): void {
    const { name, due, everyMs } = declaration;
    const loop = new BackgroundLoop(declaration, {
      take: (signal) => this.takeStep(declaration, signal),
      rest: (signal) =>
        due === undefined
          ? pauseFor(everyMs, signal)
          : this.activity.rest({ due, pool: this.pool, signal }),
      // Looks first, so that a loop that never has work takes no step for a while.
      firstPause: due === undefined ? SOON_MS : NO_WORK,
    });
    this.keep(name, loop);
  }

  /** Adds what each process repeats for itself, also on the command line. */
  addTimer(declaration: TimerDeclaration): void {
    const { name, everyMs, run } = declaration;
    const loop = new BackgroundLoop(declaration, {
      take: async () => (await this.activity.doUnnoticed(run)) ?? NO_WORK,
      rest: (signal) => pauseFor(everyMs, signal),
      firstPause: NO_WORK,
      maxRetryMs: everyMs,
    });
    this.keep(name, loop);
  }

  /** Returns all loops by name, also those that do not run. */
  list(): ReadonlyMap<string, BackgroundLoop> {
    return this.loops;
  }

  private keep(name: string, loop: BackgroundLoop): void {
    if (this.loops.has(name)) throw new Error(`There are two loops named "${name}".`);
    this.loops.set(name, loop);
  }

  /** Starts all loops, once everything that they use is ready. */
  start(): void {
    for (const loop of this.loops.values()) {
      const { declaration } = loop;
      const runsHere = this.runsWork || 'run' in declaration;
      if (runsHere && !declaration.isOff) loop.start();
    }
  }

  /** Waits until the current steps have ended. Everything else stops later, because they may need it. */
  async onModuleDestroy(): Promise<void> {
    const ends = await Promise.allSettled([...this.loops.values()].map((loop) => loop.stop()));
    await this.pool.end();
    const failure = ends.find((end) => end.status === 'rejected');
    if (failure) throw failure.reason;
  }

  private async takeStep(
    { name, lock, lag, step }: LoopDeclaration,
    signal: AbortSignal,
  ): Promise<number | typeof NO_WORK | typeof ELSEWHERE> {
    const client = await this.pool.connect();
    let failure: Error | undefined;
    try {
      const key = lock && ADVISORY_LOCKS[lock];
      const { rows } = await client.query<{ isOurs: boolean }>(BEGIN, [`spandrel-${name}`, key]);
      if (!rows[0]!.isOurs) {
        lag?.reset();
        return ELSEWHERE;
      }
      const found = await step(
        Object.assign(client, { distribution: this.opened.distribution }),
        signal,
      );
      if (key) await client.query(END, [key]);
      return found;
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      // Closing the connection also ends its transaction and its lock.
      client.release(failure);
    }
  }
}
