import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type pg from 'pg';
import { ENV } from '../../config/config.module.js';
import { DatasetsModule } from '../datasets.module.js';
import { DatasetUploadRowEntity } from './dataset-upload-row.entity.js';
import { DatasetUploadEntity } from './dataset-upload.entity.js';
import { QueuedUploadsResolver } from './queued-uploads.resolver.js';
import { QueuedUploadsService } from './queued-uploads.service.js';
import { DatasetUploadsService } from './dataset-uploads.service.js';
import { JobsModule } from '../../jobs/jobs.module.js';
import { UploadQueueService } from './upload-queue.service.js';
import { createWritingPool, WRITING_POOL } from './writing-pool.js';

/** Everything that changes the examples of datasets, over connections of its own. */
@Module({
  imports: [
    TypeOrmModule.forFeature([DatasetUploadEntity, DatasetUploadRowEntity]),
    DatasetsModule,
    JobsModule,
  ],
  providers: [
    { provide: WRITING_POOL, useFactory: createWritingPool, inject: [ENV] },
    DatasetUploadsService,
    UploadQueueService,
    QueuedUploadsService,
    QueuedUploadsResolver,
  ],
  exports: [DatasetUploadsService],
})
export class DatasetWritingModule implements OnApplicationShutdown {
  constructor(@Inject(WRITING_POOL) private readonly pool: pg.Pool) {}

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
