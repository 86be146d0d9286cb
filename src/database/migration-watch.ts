import pg from 'pg';
import type { Logger } from 'pino';
import type { QueryRunner } from 'typeorm';
import { type ConnectionSettings, connectionOptions } from './connection.js';

const REPORT_EVERY_MS = 10_000;
const CANCEL_EVERY_MS = 200;
/** Those that were open longer than a migration waited for a lock. */
const OPEN_FOR_MS = 250;

/**
 * Transactions that lock a table, oldest first. Other roles show neither their program nor their age.
 */
const FIND_BLOCKERS = `
  SELECT a.pid, coalesce(nullif(a.application_name, ''), a.backend_type, 'another role') AS program,
         round(extract(epoch FROM now() - a.xact_start))::int AS seconds
    FROM pg_stat_activity a
   WHERE a.datname = current_database() AND a.pid NOT IN ($1, pg_backend_pid())
     AND (a.xact_start < now() - interval '${OPEN_FOR_MS} ms' OR a.xact_start IS NULL)
     AND EXISTS (SELECT FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
                  WHERE l.pid = a.pid AND l.granted AND c.relkind = 'r'
                    AND c.relnamespace = current_schema()::regnamespace)
   ORDER BY a.xact_start LIMIT 3`;

const FIND_PROGRESS = `
  SELECT p.phase, round(100.0 * p.blocks_done / nullif(p.blocks_total, 0))::int AS percent,
         pg_blocking_pids($1) AS "waitsFor"
    FROM (SELECT) one LEFT JOIN pg_stat_progress_create_index p ON p.pid = $1`;

/** A session that keeps a migration from getting a lock. */
export interface Blocker {
  pid: number;
  program: string;
  /** For how long its transaction has been open; null if it belongs to another role. */
  seconds: number | null;
}

/** Watches the connection that runs migrations from a second one, and cancels its statements. */
export class MigrationWatch {
  private canceling: NodeJS.Timeout | undefined;

  private constructor(
    private readonly client: pg.Client,
    private readonly pid: number,
    private readonly log: Logger,
    private readonly signal: AbortSignal,
  ) {
    client.on('error', () => undefined);
    signal.addEventListener('abort', this.cancel);
  }

  static async open(
    settings: ConnectionSettings,
    runner: QueryRunner,
    log: Logger,
    signal: AbortSignal,
  ): Promise<MigrationWatch> {
    const [{ pid }] = (await runner.query('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
    const client = new pg.Client(connectionOptions(settings));
    await client.connect();
    return new MigrationWatch(client, pid, log, signal);
  }

  async close(): Promise<void> {
    this.signal.removeEventListener('abort', this.cancel);
    clearInterval(this.canceling);
    await this.client.end();
  }

  /** Logs the progress of long work. */
  async during(migration: string, work: () => Promise<void>): Promise<void> {
    const begun = Date.now();
    const timer = setInterval(() => {
      void this.query(FIND_PROGRESS).then(([progress]) => {
        const seconds = Math.round((Date.now() - begun) / 1000);
        this.log.info({ migration, seconds, ...progress }, 'the migration is running');
      });
    }, REPORT_EVERY_MS);
    try {
      await work();
    } finally {
      clearInterval(timer);
    }
  }

  /** Returns the transactions that the migration may be waiting for. */
  findBlockers(): Promise<Blocker[]> {
    return this.query<Blocker>(FIND_BLOCKERS);
  }

  /** Returns no rows if the query fails, because progress reports must not stop a migration. */
  private async query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    const result = await this.client.query<Row>(text, [this.pid]).catch(() => ({ rows: [] }));
    return result.rows;
  }

  /** Again and again, because it does nothing between two statements. */
  private readonly cancel = (): void => {
    this.canceling = setInterval(() => {
      void this.query('SELECT pg_cancel_backend($1::integer)');
    }, CANCEL_EVERY_MS);
  };
}
