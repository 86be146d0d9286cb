import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isCanceled, mayPass } from '../kernel/errors/database-errors.js';
import type { Distribution } from '../kernel/sql/distribution.js';
import { OpenedDatabase } from './opened-database.js';
import type { ReadReplica, ReplicaState } from './read-replica.js';

/** Injection token of the replica; null if there is none. */
export const READ_REPLICA = Symbol('read replica');

/**
 * Runs queries that only read. If there is a read replica, they run there, but never see less than
 * the primary would show: see docs/adr/0057-reads-wait-for-the-replica.md. Whatever writes, locks or
 * belongs to a transaction uses `DatabaseWriter` instead.
 */
@Injectable()
export class DatabaseReader {
  constructor(
    private readonly primary: DataSource,
    private readonly opened: OpenedDatabase,
    @Inject(READ_REPLICA) private readonly replica: ReadReplica | null,
  ) {}

  /** Where the tables of traces are, on which the text of some statements depends. */
  get distribution(): Distribution {
    return this.opened.distribution;
  }

  /** Runs one statement, and returns its rows. */
  query<T>(sql: string, parameters?: unknown[]): Promise<T> {
    return this.read((source) => source.query<T>(sql, parameters));
  }

  /** Runs reads that all see the same moment. */
  atOneMoment<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.read((source) => source.transaction('REPEATABLE READ', work));
  }

  /**
   * Runs reads on one of the databases. If the replica cannot complete them, they are repeated on the
   * primary.
   */
  async read<T>(work: (source: DataSource) => Promise<T>): Promise<T> {
    if (!this.replica) return work(this.primary);
    if (await this.replica.hasCaughtUp()) {
      try {
        const result = await work(this.replica.dataSource);
        this.replica.countRead('replica');
        return result;
      } catch (error) {
        // A read that takes too long would do so on the primary too.
        if (!mayPass(error) || isCanceled(error)) throw error;
        this.replica.noticeFailure(error);
      }
    }
    this.replica.countRead('primary');
    return work(this.primary);
  }

  /** Returns how the replica is, as far as known; null if there is none. */
  replicaState(): ReplicaState | null {
    // Nobody may read for hours, but health is asked for all the time.
    this.replica?.refresh();
    return this.replica?.state ?? null;
  }
}
