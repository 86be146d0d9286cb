import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { OpenedDatabase } from '../../database/opened-database.js';
import type pg from 'pg';
import { ENV } from '../../kernel/environment.js';
import { createWritingPool, STREAMING_POOL, WRITING_POOL } from './writing-pools.js';

/** The database connections that uploads and edits use to change examples. */
@Module({
  providers: [
    { provide: WRITING_POOL, useFactory: createWritingPool, inject: [ENV, OpenedDatabase] },
    { provide: STREAMING_POOL, useFactory: createWritingPool, inject: [ENV, OpenedDatabase] },
  ],
  exports: [WRITING_POOL, STREAMING_POOL],
})
export class DatasetMergingModule implements OnApplicationShutdown {
  constructor(
    @Inject(WRITING_POOL) private readonly pool: pg.Pool,
    @Inject(STREAMING_POOL) private readonly streamingPool: pg.Pool,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.pool.end(), this.streamingPool.end()]);
  }
}
