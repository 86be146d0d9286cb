import { Logger } from '@nestjs/common';
import type { Distributed } from '../kernel/sql/distribution.js';
import pLimit from 'p-limit';
import type pg from 'pg';
import { Counter, Gauge, Histogram, type Summary } from 'prom-client';
import { getSqlState } from '../kernel/errors/database-errors.js';
import { pauseFor } from '../kernel/time/pause-for.js';
import type { ADVISORY_LOCKS } from './advisory-locks.js';

/** After an error, the pause doubles each time. */
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 5 * 60_000;

/** The result of a step that found no work, and of one whose lock another server has. */
export const NO_WORK = 'no work';
export const ELSEWHERE = 'elsewhere';

type Found = number | typeof NO_WORK;

/** The facts about a loop for its entry in docs/operating.md, which `scripts/write-loops.mjs` writes. */
interface Declaration {
  /** In logs and metrics, and as `spandrel-<name>` in PostgreSQL's activity. */
  name: string;
  /** Begins with a verb, and is no sentence. */
  description: string;
  /** The loop's own metrics, in addition to those of all loops. */
  metrics?: readonly (Counter | Gauge | Summary)[];
  /** The variables of the environment that change it. */
  variables?: readonly string[];
  /** Whether these turn it off. */
  isOff?: boolean;
}

/** The times at which steps run: while `due` is true, or once every `everyMs`. */
type Period = { due: string; everyMs?: never } | { due?: never; everyMs: number };

/**
 * Work that waits in the database, for any server. `due` is SQL of a condition that is true whenever a step
 * may find work. While a step has found none, the loop only looks at that. Must be cheap on large tables.
 */
export type LoopDeclaration = Declaration &
  Period & {
    /** Is held during a step, so that only one server at a time takes one. */
    lock?: keyof typeof ADVISORY_LOCKS;
    /** How far it is behind. Only the server that takes steps knows. */
    lag?: Gauge;
    /**
     * Returns how long to pause, in milliseconds, or that it found no work.
     * @param signal is aborted when the server stops. A long step should then end early.
     */
    step: (client: Distributed<pg.ClientBase>, signal: AbortSignal) => Promise<Found>;
    /** Ends what steps have begun when the server stops, while steps go on. */
    drain?: () => Promise<void>;
  };

/** A loop that every process runs, because it works on the memory of that process. */
export type TimerDeclaration = Declaration & {
  everyMs: number;
  /** May return how long to pause instead. */
  run: () => Promise<number | void>;
};

/** The step of a loop and its pauses, in the loop's own form. */
interface LoopRunner {
  take: (signal: AbortSignal) => Promise<Found | typeof ELSEWHERE>;
  /** Pauses after a step without work. */
  rest: (signal: AbortSignal) => Promise<void>;
  /** Before the first step. */
  firstPause: Found;
  maxRetryMs?: number;
}

const stepSeconds = new Histogram({
  name: 'spandrel_background_step_seconds',
  help: 'How long steps of work in the background took on this server.',
  labelNames: ['loop'],
  buckets: [0.01, 0.1, 1, 10, 60],
});
const failedSteps = new Counter({
  name: 'spandrel_background_failures_total',
  help: 'Steps of work in the background that failed on this server. They are repeated.',
  labelNames: ['loop'],
});
const lastSuccess = new Gauge({
  name: 'spandrel_background_last_success_timestamp_seconds',
  help: 'When a step of work in the background last succeeded on this server, in Unix time.',
  labelNames: ['loop'],
});

/** Repeats a step until the server stops. */
export class BackgroundLoop {
  private readonly logger: Logger;
  private readonly stopping = new AbortController();
  private readonly inTurn = pLimit(1);
  private running: Promise<void> | undefined;
  /** Since the last step that succeeded. Of each kind, the first one is logged. */
  private failures = 0;
  private readonly logged = new Set<string>();

  constructor(
    readonly declaration: LoopDeclaration | TimerDeclaration,
    private readonly means: LoopRunner,
  ) {
    this.logger = new Logger(declaration.name);
  }

  start(): void {
    failedSteps.inc({ loop: this.declaration.name }, 0);
    this.running = this.run();
  }

  /** Waits until the current step has ended. */
  async stop(): Promise<void> {
    try {
      if ('drain' in this.declaration) await this.declaration.drain?.();
    } finally {
      this.stopping.abort();
      await this.running;
    }
  }

  /** Takes a step, once the one before has ended. */
  runStep(): Promise<Found | typeof ELSEWHERE> {
    return this.inTurn(() => this.means.take(this.stopping.signal));
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    let pause = this.means.firstPause;
    for (;;) {
      if (pause === NO_WORK) await this.means.rest(signal);
      else await pauseFor(pause, signal);
      if (signal.aborted) return;
      pause = await this.attempt();
    }
  }

  private async attempt(): Promise<Found> {
    const labels = { loop: this.declaration.name };
    const observe = stepSeconds.startTimer(labels);
    try {
      const found = await this.runStep();
      if (found === ELSEWHERE) return NO_WORK;
      observe();
      lastSuccess.setToCurrentTime(labels);
      if (this.failures > 0) this.logger.log({ failures: this.failures }, 'runs again');
      this.failures = 0;
      this.logged.clear();
      return found;
    } catch (error) {
      observe();
      failedSteps.inc(labels);
      this.failures += 1;
      this.report(error);
      const { maxRetryMs = MAX_PAUSE_MS } = this.means;
      return Math.min(FIRST_PAUSE_MS * 2 ** (this.failures - 1), maxRetryMs);
    }
  }

  private report(error: unknown): void {
    const kind = getSqlState(error) ?? String(error);
    if (this.logged.has(kind)) return;
    this.logged.add(kind);
    const { name } = this.declaration;
    this.logger.warn({ err: error, failures: this.failures }, `${name} cannot run now`);
  }
}
