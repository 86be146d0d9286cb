import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ENV } from '../config/config.module.js';
import type { Env } from '../config/env.js';

/** A table and the bytes that it occupies with its indexes and values stored out of line. */
export interface TableSize {
  tableName: string;
  numBytes: number;
}

/** How much storage the database occupies, and how much it may occupy. */
@Injectable()
export class StorageService {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly dataSource: DataSource,
  ) {}

  /** In bytes; null if not configured. */
  get capacity(): number | null {
    return this.env.databaseCapacityBytes ?? null;
  }

  /** Lists the tables of Spandrel, the largest first. */
  listTables(): Promise<TableSize[]> {
    return this.dataSource.query(
      `SELECT tablename AS "tableName",
              pg_total_relation_size(format('%I.%I', schemaname, tablename)::regclass) AS "numBytes"
         FROM pg_tables WHERE schemaname = current_schema() ORDER BY 2 DESC, 1`,
    );
  }

  /** Whether the database has reached its capacity. */
  async isFull(): Promise<boolean> {
    if (this.capacity === null) return false;
    const [row] = await this.dataSource.query<{ bytes: number }[]>(
      'SELECT pg_database_size(current_database()) AS bytes',
    );
    return row!.bytes >= this.capacity;
  }
}
