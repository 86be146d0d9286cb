import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { type Job, PgBoss, type QueueOptions, type WorkOptions } from 'pg-boss';
import { ENV } from '../kernel/environment.js';
import type { Env } from '../config/env.js';
import { type ConnectionSettings, connectionOptions } from '../database/connection.js';
import { findJobsSchema } from './job-queue-schema.js';

/** Runs SQL in the transaction that sends a job, such as a connection of `pg`. */
export interface SqlClient {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Does all pending work. May be called again for the same work, on this or another server. */
export type JobHandler = (signal: AbortSignal) => Promise<void>;

/**
 * Processes one item. If it throws, the error is stored with the item, and it is called again
 * later.
 */
export type ItemHandler<T> = (item: T) => Promise<void>;

interface Queue {
  options: QueueOptions;
  work: WorkOptions;
  handle: (job: Job) => Promise<void>;
  /** Whether every server looks for work when it starts, even without a job. */
  startsAtOnce: boolean;
  /** Set once the server works on the queue. */
  workerId?: string;
}

const CONNECTIONS = 2;

/** How often a server polls for jobs from other servers. Its own jobs wake their worker at once. */
const POLL_SECONDS = 5;

/**
 * A server that is silent for this long is considered dead, and another one takes over its jobs.
 */
const HEARTBEAT_SECONDS = 30;

const HOUR_SECONDS = 3600;

/** Jobs are retried after 1 s, 2 s, 4 s and so on, up to this. */
const MAX_RETRY_SECONDS = 60;
const MAX_ITEM_RETRY_SECONDS = 600;

/** How long a stopping server waits for its jobs before it aborts them. */
const PATIENCE_MS = 5_000;

/** While the database is unavailable, every poll fails in the same way. */
const REPORT_EVERY_MS = 10_000;

const QUEUE_OPTIONS: QueueOptions = {
  retryLimit: 1_000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: MAX_RETRY_SECONDS,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: 24 * HOUR_SECONDS,
  deleteAfterSeconds: HOUR_SECONDS,
};

/**
 * Runs work later, on any server. Jobs are rows in the same database, so a job exists if and only
 * if the transaction that sent it was committed, and no job is lost if a server is killed
 * (docs/adr/0015-jobs-on-postgresql.md).
 */
@Injectable()
export class JobQueueService implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger('jobs');
  private readonly queues = new Map<string, Queue>();
  private readonly stopping = new AbortController();
  private readonly settings: ConnectionSettings;
  private readonly migrate: boolean;
  private schema = '';
  /** Undefined until the first job is sent or the server starts. */
  private opening: Promise<PgBoss> | undefined;
  private reportedAt = -Infinity;

  constructor(@Inject(ENV) env: Env & { databaseUrl?: string | undefined }) {
    this.settings = { url: env.databaseUrl ?? '', schema: env.databaseSchema };
    this.migrate = env.runMigrations;
  }

  /**
   * Registers the handler of a queue, before the server starts. A job only signals that there is
   * work; the feature's tables contain it.
   */
  registerHandler(queue: string, handler: JobHandler): void {
    this.queues.set(queue, {
      options: QUEUE_OPTIONS,
      work: { pollingIntervalSeconds: POLL_SECONDS },
      startsAtOnce: true,
      handle: ({ signal }) => handler(AbortSignal.any([this.stopping.signal, signal])),
    });
  }

  /**
   * Registers the handler of a queue of items, before the server starts. Items have no table, but
   * are stored in their jobs until they are done.
   * @param concurrency how many items a server processes at a time.
   */
  registerItemHandler<T extends object>(
    queue: string,
    concurrency: number,
    handler: ItemHandler<T>,
  ): void {
    this.queues.set(queue, {
      options: { ...QUEUE_OPTIONS, retryDelayMax: MAX_ITEM_RETRY_SECONDS },
      work: { pollingIntervalSeconds: POLL_SECONDS, localConcurrency: concurrency },
      startsAtOnce: false,
      handle: async ({ id, data }) => {
        await handler(data as T);
        // pg-boss would keep the job for a while.
        await (await this.open()).deleteJob(queue, id);
      },
    });
  }

  /**
   * Updates the job tables and starts working. Queues without items get a job, so that work left by
   * a killed server continues at once.
   */
  async start(): Promise<void> {
    const boss = await this.open();
    for (const [name, queue] of this.queues) {
      if (queue.startsAtOnce) await boss.send(name);
      queue.workerId = await boss.work<object>(name, queue.work, ([job]) => queue.handle(job!));
    }
  }

  /** Sends a job as part of a transaction. It exists once the transaction is committed. */
  async send(queue: string, client: SqlClient): Promise<void> {
    const boss = await this.open();
    await boss.send(queue, null, {
      db: { executeSql: (text, values) => client.query(text, values) },
    });
  }

  /** Sends a delayed job. If several are sent in that time, only one remains. */
  async sendLater(queue: string, seconds: number): Promise<void> {
    const boss = await this.open();
    await boss.send(queue, null, {
      startAfter: seconds,
      singletonKey: 'later',
      singletonSeconds: seconds,
    });
  }

  /**
   * Adds an item to a queue, and wakes the worker of this server.
   * @param limits `keepSeconds`: how long an item may wait; `capacity`: how many may wait.
   * @param client sends it as part of a transaction, so no worker is woken.
   * @returns false if the queue is full.
   */
  async sendItem(
    queue: string,
    item: object,
    { keepSeconds, capacity }: { keepSeconds: number; capacity: number },
    client?: SqlClient,
  ): Promise<boolean> {
    const boss = await this.open();
    if ((await this.countWaiting(boss, queue, capacity)) >= capacity) return false;
    const within = client && {
      db: { executeSql: (text: string, values?: unknown[]) => client.query(text, values) },
    };
    await boss.send(queue, item, { retentionSeconds: keepSeconds, ...within });
    if (!client) this.wake(queue);
    return true;
  }

  /** Runs the jobs of a queue now, on this server, instead of at the next poll. */
  wake(queue: string): void {
    const workerId = this.queues.get(queue)?.workerId;
    if (workerId) void this.opening?.then((boss) => boss.notifyWorker(workerId));
  }

  /** Waits for running jobs, and aborts those that take too long. Another server repeats them. */
  async beforeApplicationShutdown(): Promise<void> {
    const boss = await this.findOpen();
    if (!boss) return;
    const ended = Promise.all([...this.queues.keys()].map((name) => boss.offWork(name)));
    ended.catch(() => undefined);
    await Promise.race([ended, sleep(PATIENCE_MS, null, { ref: false })]);
    this.stopping.abort();
    await Promise.race([ended, sleep(PATIENCE_MS, null, { ref: false })]);
  }

  /** Runs after every listener is closed, because requests may send jobs until then. */
  async onApplicationShutdown(): Promise<void> {
    await (await this.findOpen())?.stop({ graceful: false });
  }

  private findOpen(): Promise<PgBoss | undefined> | undefined {
    return this.opening?.catch(() => undefined);
  }

  private open(): Promise<PgBoss> {
    this.opening ??= this.openNow().catch((error: unknown) => {
      this.opening = undefined;
      throw error;
    });
    return this.opening;
  }

  private async openNow(): Promise<PgBoss> {
    const { name, isMissing } = await findJobsSchema(this.settings);
    const boss = new PgBoss({
      ...withoutTypes(this.settings),
      schema: name,
      createSchema: isMissing,
      max: CONNECTIONS,
      migrate: this.migrate,
      // No jobs are scheduled, and none depend on each other.
      schedule: false,
      flowIntervalSeconds: HOUR_SECONDS,
      superviseIntervalSeconds: HEARTBEAT_SECONDS,
      monitorIntervalSeconds: HEARTBEAT_SECONDS,
      maintenanceIntervalSeconds: HOUR_SECONDS,
    });
    boss.on('error', (error) => this.report(error));
    await boss.start();
    for (const [queue, { options }] of this.queues) await boss.createQueue(queue, options);
    this.schema = name;
    return boss;
  }

  private async countWaiting(boss: PgBoss, queue: string, limit: number): Promise<number> {
    const { rows } = await boss.getDb().executeSql(
      `SELECT count(*)::int AS count FROM (
         SELECT FROM "${this.schema}".job
         WHERE name = $1 AND state IN ('created', 'retry', 'active') LIMIT $2) waiting`,
      [queue, limit],
    );
    return (rows[0] as { count: number }).count;
  }

  private report(error: unknown): void {
    if (performance.now() - this.reportedAt < REPORT_EVERY_MS) return;
    this.reportedAt = performance.now();
    this.logger.warn({ err: error }, 'jobs cannot run now');
  }
}

/** pg-boss expects times and numbers in the default form of `pg`. */
function withoutTypes(settings: Parameters<typeof connectionOptions>[0]) {
  const { connectionString, options } = connectionOptions(settings);
  return {
    connectionString: connectionString!,
    options: options!,
    application_name: 'spandrel-jobs',
  };
}
