import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type pg from 'pg';
import { ENV } from '../../config/config.module.js';
import { DatasetUploadsService } from './dataset-uploads.service.js';
import { createWritingPool, WRITING_POOL } from './writing-pool.js';

/** Everything that changes the examples of datasets, over connections of its own. */
@Module({
  providers: [
    { provide: WRITING_POOL, useFactory: createWritingPool, inject: [ENV] },
    DatasetUploadsService,
  ],
  exports: [DatasetUploadsService],
})
export class DatasetWritingModule implements OnApplicationShutdown {
  constructor(@Inject(WRITING_POOL) private readonly pool: pg.Pool) {}

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
