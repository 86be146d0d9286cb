import {
  type BeforeApplicationShutdown,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import pg from 'pg';
import type { Env } from '../config/env.js';
import { connectionOptions } from './connection.js';
import type { DatabaseActivity } from './database-activity.js';
import { pauseFor } from '../kernel/time/pause-for.js';

/** After an error, the pause doubles each time. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** What a step returns if it found no work. */
export const NO_WORK = 'no work';

/**
 * What a loop does each time. Returns how long to pause, in milliseconds, or that it found no work.
 * @param signal is aborted when the server stops. A long step should then end early.
 */
export type LoopStep = (
  client: pg.ClientBase,
  signal: AbortSignal,
) => Promise<number | typeof NO_WORK>;

/** Repeats work until the server stops, on its own database connection. */
export class BackgroundLoop {
  private readonly logger: Logger;
  private readonly stopping = new AbortController();
  private readonly pool: pg.Pool;
  private readonly isEnabled: boolean;
  private running: Promise<void> | undefined;

  /**
   * @param name appears in logs and as `spandrel-<name>` in PostgreSQL's activity.
   * @param due SQL of a condition that is true whenever a step may find work. While a step has found none,
   * the loop only looks at that. Must be cheap on large tables.
   */
  constructor(
    private readonly name: string,
    env: Env & { databaseUrl?: string | undefined },
    private readonly activity: DatabaseActivity,
    private readonly step: LoopStep,
    private readonly due = 'true',
  ) {
    this.logger = new Logger(name);
    this.isEnabled = env.runsBackgroundWork;
    this.pool = new pg.Pool({
      ...connectionOptions({ url: env.databaseUrl ?? '', schema: env.databaseSchema }),
      application_name: `spandrel-${name}`,
      max: 1,
    });
    this.pool.on('connect', (client) => client.on('error', () => undefined));
    this.pool.on('error', () => undefined);
  }

  /** Does nothing on the command line. */
  start(): void {
    if (this.isEnabled) this.running = this.run();
  }

  /** Waits until the current step has ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    await this.pool.end();
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    let failures = 0;
    // Looks first, so that a loop that never has work needs no connection for a while.
    let pause: number | typeof NO_WORK = NO_WORK;
    while (!signal.aborted) {
      if (pause === NO_WORK) await this.activity.rest({ due: this.due, pool: this.pool, signal });
      else await pauseFor(pause, signal);
      if (signal.aborted) return;
      pause = await this.runStep().then(
        (result) => {
          failures = 0;
          return result;
        },
        (error: unknown) => {
          failures += 1;
          this.logger.warn({ err: error, failures }, `${this.name} cannot run now`);
          return Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
        },
      );
    }
  }

  private async runStep(): Promise<number | typeof NO_WORK> {
    const client = await this.pool.connect();
    let failure: Error | undefined;
    try {
      return await this.step(client, this.stopping.signal);
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      // Closing the connection also ends its transaction.
      client.release(failure);
    }
  }
}

/** A service whose work repeats from the start of the server until it stops. */
export abstract class LoopingService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected abstract readonly loop: BackgroundLoop;

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }
}
