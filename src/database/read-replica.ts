import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { isUnreachable } from '../kernel/errors/database-errors.js';
import { connectionOptions } from './connection.js';
import { type DataSourceSettings, dataSourceOptions } from './data-source.js';
import { reads, repeatedReads, replicaLagBytes, replicaUsable } from './read-replica.metrics.js';

/** How long a read waits for the replica before it uses the primary. */
const MAX_WAIT_MS = 100;

/** Longer than a round trip to another region. */
const ANSWER_TIMEOUT_MS = 500;

/** How often the replica is looked at without a read that waits for it. */
const RECHECK_MS = 250;

/** A replica that is behind for a moment is not worth a line in the log. */
const WARN_AFTER_MS = 5_000;

/** A replica whose host is gone answers nothing. The connection then ends within 15 seconds. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 };

/** After this, a read uses the primary, be it that the replica's host is gone or its pool is busy. */
const CONNECT_TIMEOUT_MS = 2_000;

/**
 * Up to where everything committed on the primary is in its WAL. Without synchronous commits, what
 * others can see already need not be flushed.
 */
const COMMITTED = `SELECT pg_wal_lsn_diff(
    CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
    ELSE pg_current_wal_flush_lsn() END, '0/0')::int8 AS position`;

const REPLAYED = `SELECT pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::int8 AS position,
    pg_is_in_recovery() AS "isStandby"`;

const IDENTITY = `SELECT current_database() || ' ' || system_identifier AS identity
    FROM pg_control_system()`;

/** The state of the replica; reads use it only if it is `in use`. */
export type ReplicaState = 'in use' | 'behind' | 'unreachable' | 'not a replica';

class NotReplicaError extends Error {}

/** A streaming replica of the database, for reads. */
export class ReadReplica implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Only for reads right after `hasCaughtUp`. */
  readonly dataSource: DataSource;
  state: ReplicaState = 'unreachable';

  private readonly logger = new Logger('read replica');
  // Separate connections, because these queries must not wait for reads.
  private readonly primaryPosition: pg.Pool;
  private readonly replicaPosition: pg.Pool;
  private isIdentified = false;
  private current: Promise<boolean> | undefined;
  private next: Promise<boolean> | undefined;
  private checkedAt = -Infinity;
  /** Since when reads use the primary. */
  private unusableSince = -Infinity;
  /** Whether the last log line said that reads use the replica. */
  private isAnnounced: boolean | undefined;

  constructor(
    private readonly primary: DataSource,
    settings: DataSourceSettings,
    /** Where the replica is. */
    url: string,
  ) {
    const options = dataSourceOptions({ ...settings, url });
    const overrides = { ...KEEP_ALIVE, connectionTimeoutMillis: CONNECT_TIMEOUT_MS };
    this.dataSource = new DataSource({
      ...options,
      migrations: [],
      extra: { ...(options.extra as object), ...overrides },
    });
    this.primaryPosition = openPositionPool(settings);
    this.replicaPosition = openPositionPool({ ...settings, url });
  }

  onApplicationBootstrap(): void {
    // Without a database, the application can only describe itself.
    if (this.primary.isInitialized) this.refresh();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.current;
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
    await Promise.all([this.primaryPosition.end(), this.replicaPosition.end()]);
  }

  /**
   * Returns whether the replica has everything that was committed before this call. Waits for it a moment.
   * Calls that wait at the same time share two short queries.
   */
  async hasCaughtUp(): Promise<boolean> {
    if (this.state !== 'in use') {
      this.refresh();
      return false;
    }
    // The current check may have begun before the caller's last write.
    this.next ??= (this.current ?? Promise.resolve()).then(() => {
      this.next = undefined;
      return this.state === 'in use' && this.begin();
    });
    return this.next;
  }

  /** Counts a read by the database that served it. */
  countRead(database: 'primary' | 'replica'): void {
    reads.inc({ database });
  }

  /**
   * Counts a read that failed here and is repeated on the primary. If the replica cannot be reached,
   * reads do not use it until it answers again.
   */
  noticeFailure(error: unknown): void {
    repeatedReads.inc();
    if (isUnreachable(error)) this.enter('unreachable', error);
    else this.logger.debug({ err: error }, 'a read was repeated on the primary');
  }

  /** Looks in the background whether the replica can be used, but not every time. */
  refresh(): void {
    if (this.current || performance.now() - this.checkedAt < RECHECK_MS) return;
    void this.begin();
  }

  private begin(): Promise<boolean> {
    this.current = this.check().finally(() => {
      this.checkedAt = performance.now();
      this.current = undefined;
    });
    return this.current;
  }

  private async check(): Promise<boolean> {
    const deadline = performance.now() + MAX_WAIT_MS;
    try {
      if (!this.isIdentified) await this.identify();
      const [committed, replayed] = await Promise.allSettled([
        readPosition(this.primaryPosition, COMMITTED),
        this.readReplayed(),
      ]);
      // Reads will notice themselves that the primary cannot be reached.
      if (committed.status === 'rejected') return false;
      if (replayed.status === 'rejected') throw replayed.reason;
      return await this.waitFor(committed.value, replayed.value, deadline);
    } catch (error) {
      this.isIdentified = false;
      this.enter(error instanceof NotReplicaError ? 'not a replica' : 'unreachable', error);
      return false;
    }
  }

  private async waitFor(target: number, replayed: number, deadline: number): Promise<boolean> {
    let missing = target - replayed;
    for (let pauseMs = 1; missing > 0; pauseMs *= 2) {
      replicaLagBytes.set(missing);
      if (performance.now() + pauseMs > deadline) {
        this.enter('behind', `${missing} bytes of WAL are not replayed yet`);
        return false;
      }
      await sleep(pauseMs);
      missing = target - (await this.readReplayed());
    }
    replicaLagBytes.set(0);
    this.enter('in use');
    return true;
  }

  private async readReplayed(): Promise<number> {
    const { rows } = await this.replicaPosition.query<{ position: number; isStandby: boolean }>(
      REPLAYED,
    );
    const [row] = rows;
    if (!row?.isStandby) throw new NotReplicaError('it accepts writes, so it may have others');
    if (row.position === null) throw new NotReplicaError('it does not replay WAL');
    return row.position;
  }

  /** Positions mean nothing in a different cluster, and a different database has other tables. */
  private async identify(): Promise<void> {
    if (!this.dataSource.isInitialized) await this.dataSource.initialize();
    const [ours, theirs] = await Promise.all(
      [this.primaryPosition, this.replicaPosition].map((pool) =>
        pool.query<{ identity: string }>(IDENTITY),
      ),
    );
    if (ours?.rows[0]?.identity !== theirs?.rows[0]?.identity) {
      throw new NotReplicaError('it is a different database');
    }
    this.isIdentified = true;
  }

  private enter(state: ReplicaState, reason?: unknown): void {
    const isUsable = state === 'in use';
    if (this.state === 'in use' && !isUsable) this.unusableSince = performance.now();
    this.state = state;
    replicaUsable.set(isUsable ? 1 : 0);
    if (isUsable === this.isAnnounced) return;
    if (isUsable) {
      this.logger.log('reads use the replica');
    } else {
      if (performance.now() - this.unusableSince < WARN_AFTER_MS) return;
      this.logger.warn(
        { reason: String(reason) },
        `the replica is ${state}: reads use the primary`,
      );
    }
    this.isAnnounced = isUsable;
  }
}

function openPositionPool(settings: DataSourceSettings): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOptions(settings),
    ...KEEP_ALIVE,
    application_name: 'spandrel-replica-check',
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
  });
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  return pool;
}

async function readPosition(pool: pg.Pool, sql: string): Promise<number> {
  const { rows } = await pool.query<{ position: number }>(sql);
  return rows[0]!.position;
}
