import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { isTransient } from '../kernel/errors/database-errors.js';
import type { Distributed, Distribution } from '../kernel/sql/distribution.js';
import { OpenedDatabase } from './opened-database.js';

const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 20;

/** A transaction, which also knows where the tables are that it reads and changes. */
export type Transaction = Distributed<EntityManager>;

/**
 * The primary: for whatever writes, locks or must see its own writes. What only reads uses
 * `DatabaseReader`, which is another type, so that neither is passed for the other
 * (docs/adr/0002-typeorm-for-commands-sql-for-reading.md).
 */
@Injectable()
export class DatabaseWriter {
  constructor(
    private readonly dataSource: DataSource,
    private readonly opened: OpenedDatabase,
  ) {}

  /** Where the tables of traces are, on which the text of some statements depends. */
  get distribution(): Distribution {
    return this.opened.distribution;
  }

  /** Runs commands and statements each in a transaction of its own. */
  get manager(): Transaction {
    return Object.assign(this.dataSource.manager, { distribution: this.distribution });
  }

  /** The connections, for libraries that run statements of their own. */
  get pool(): pg.Pool {
    return (this.dataSource.driver as PostgresDriver).master as pg.Pool;
  }

  /** False if the application only describes itself, without a database. */
  get isOpen(): boolean {
    return this.dataSource.isInitialized;
  }

  /** Fails if the database does not answer. */
  async ping(): Promise<void> {
    await this.dataSource.query('SELECT 1');
  }

  /** Runs one statement, and returns its rows. */
  query<T>(sql: string, parameters?: unknown[]): Promise<T> {
    return this.dataSource.query<T>(sql, parameters);
  }

  /**
   * Runs `work` in a transaction, and repeats it if PostgreSQL aborts it because of another one
   * (deadlock, serialization failure). `work` must be safe to repeat.
   */
  inTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const { distribution } = this;
    return repeatIfAborted(() =>
      this.dataSource.transaction((tx) => work(Object.assign(tx, { distribution }))),
    );
  }

  /** Runs reads that all see the same moment. */
  atOneMoment<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction('REPEATABLE READ', work);
  }

  /** Runs statements over one connection, each in a transaction of its own. */
  async onConnection<T>(work: (connection: QueryRunner) => Promise<T>): Promise<T> {
    const connection = this.dataSource.createQueryRunner();
    try {
      return await work(connection);
    } finally {
      await connection.release();
    }
  }
}

/** Repeats a transaction, or a part of one, if PostgreSQL aborts it because of another transaction. */
export async function repeatIfAborted<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isTransient(error)) throw error;
      // Random, so that two transactions that collided do not collide again.
      await sleep(FIRST_PAUSE_MS * 2 ** attempt * Math.random());
    }
  }
}
