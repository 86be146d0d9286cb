import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { PgBoss } from 'pg-boss';
import { ENV } from '../config/config.module.js';
import type { Env } from '../config/env.js';
import { type ConnectionSettings, connectionOptions } from '../database/connection.js';
import { findJobsSchema } from './jobs-schema.js';

/** Runs SQL in the transaction that sends a job; connections of `pg` do. */
export interface SqlClient {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Does one job; may be asked again for the same one, here or elsewhere. */
export type JobHandler = (signal: AbortSignal) => Promise<void>;

interface Queue {
  handler: JobHandler;
  /** Known once the server works on it. */
  workerId?: string;
}

const CONNECTIONS = 2;

/** Other servers' jobs are found so soon; jobs of this one wake their worker at once. */
const POLL_SECONDS = 5;

/** A server that has said nothing for so long is taken for dead, and another one does its jobs. */
const HEARTBEAT_SECONDS = 30;

const HOUR_SECONDS = 3600;

/** How long a stopping server lets jobs end before it interrupts them. */
const PATIENCE_MS = 5_000;

/** While the database is gone, every poll fails in the same way. */
const REPORT_EVERY_MS = 10_000;

/**
 * Work that is done later, on any server. Jobs are rows beside the tables, so one is there if and
 * only if the transaction is that sent it, and a killed server loses none
 * (docs/adr/0015-jobs-on-postgresql.md).
 */
@Injectable()
export class JobsService implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger('jobs');
  private readonly queues = new Map<string, Queue>();
  private readonly stopping = new AbortController();
  private readonly settings: ConnectionSettings;
  private readonly migrate: boolean;
  /** Absent until the server starts: it depends on what the database holds. */
  private started: PgBoss | undefined;
  private reportedAt = -Infinity;

  constructor(@Inject(ENV) env: Env & { databaseUrl?: string | undefined }) {
    this.settings = { url: env.databaseUrl ?? '', schema: env.databaseSchema };
    this.migrate = env.runMigrations;
  }

  /** A feature says here, before the server starts, how jobs of a queue are done. */
  work(queue: string, handler: JobHandler): void {
    this.queues.set(queue, { handler });
  }

  /**
   * Brings the tables of jobs up to date and begins to work. Every queue gets a job, so that what a
   * killed server has left is taken up at once.
   */
  async start(): Promise<void> {
    this.started = await this.open();
    await this.boss.start();
    for (const [name, queue] of this.queues) {
      await this.boss.createQueue(name, {
        retryLimit: 1_000,
        retryDelay: 1,
        retryBackoff: true,
        retryDelayMax: 60,
        heartbeatSeconds: HEARTBEAT_SECONDS,
        expireInSeconds: 24 * HOUR_SECONDS,
        deleteAfterSeconds: HOUR_SECONDS,
      });
      await this.boss.send(name);
      queue.workerId = await this.boss.work(
        name,
        { pollingIntervalSeconds: POLL_SECONDS },
        ([job]) => queue.handler(AbortSignal.any([this.stopping.signal, job!.signal])),
      );
    }
  }

  /** Sends a job as part of a transaction: it is there once that is committed. */
  async send(queue: string, client: SqlClient): Promise<void> {
    await this.boss.send(queue, null, {
      db: { executeSql: (text, values) => client.query(text, values) },
    });
  }

  /** Sends a job that is done in a while; one of those that are sent in that time is enough. */
  async sendLater(queue: string, seconds: number): Promise<void> {
    await this.boss.send(queue, null, {
      startAfter: seconds,
      singletonKey: 'later',
      singletonSeconds: seconds,
    });
  }

  /** Does the jobs of a queue now, on this server, instead of at its next look. */
  wake(queue: string): void {
    const workerId = this.queues.get(queue)?.workerId;
    if (workerId) this.boss.notifyWorker(workerId);
  }

  /** Lets jobs end, and interrupts those that do not; they are done again by whoever is left. */
  async beforeApplicationShutdown(): Promise<void> {
    const boss = this.started;
    if (!boss) return;
    const ended = Promise.all([...this.queues.keys()].map((name) => boss.offWork(name)));
    ended.catch(() => undefined);
    await Promise.race([ended, sleep(PATIENCE_MS, null, { ref: false })]);
    this.stopping.abort();
    await Promise.race([ended, sleep(PATIENCE_MS, null, { ref: false })]);
  }

  /** Runs after every listener is closed: until then requests may send jobs. */
  async onApplicationShutdown(): Promise<void> {
    await this.started?.stop({ graceful: false });
  }

  private get boss(): PgBoss {
    if (!this.started) throw new Error('Jobs are not started.');
    return this.started;
  }

  private async open(): Promise<PgBoss> {
    const { name, isMissing } = await findJobsSchema(this.settings);
    const boss = new PgBoss({
      ...withoutTypes(this.settings),
      schema: name,
      createSchema: isMissing,
      max: CONNECTIONS,
      migrate: this.migrate,
      // Nothing is scheduled, and no job waits for another one.
      schedule: false,
      flowIntervalSeconds: HOUR_SECONDS,
      superviseIntervalSeconds: HEARTBEAT_SECONDS,
      monitorIntervalSeconds: HEARTBEAT_SECONDS,
    });
    boss.on('error', (error) => this.report(error));
    return boss;
  }

  private report(error: unknown): void {
    if (performance.now() - this.reportedAt < REPORT_EVERY_MS) return;
    this.reportedAt = performance.now();
    this.logger.warn({ err: error }, 'jobs cannot be done now');
  }
}

/** pg-boss reads times and numbers as `pg` gives them to everybody. */
function withoutTypes(settings: Parameters<typeof connectionOptions>[0]) {
  const { connectionString, options } = connectionOptions(settings);
  return {
    connectionString: connectionString!,
    options: options!,
    application_name: 'spandrel-jobs',
  };
}
