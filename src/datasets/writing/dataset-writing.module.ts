import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type pg from 'pg';
import { ENV } from '../../config/config.module.js';
import { TracingModule } from '../../tracing/tracing.module.js';
import { DatasetEditor } from './dataset-editor.js';
import { DatasetEditsResolver } from './graphql/dataset-edits.resolver.js';
import { ExampleAdditionsService } from './example-additions.service.js';
import { ExampleChangesService } from './example-changes.service.js';
import { SpanExampleLoader } from './graphql/span-example.loader.js';
import { SpanExampleResolver } from './graphql/span-example.resolver.js';
import { DatasetsModule } from '../datasets.module.js';
import { DatasetUploadRowEntity } from './dataset-upload-row.entity.js';
import { DatasetUploadEntity } from './dataset-upload.entity.js';
import { QueuedUploadsResolver } from './graphql/queued-uploads.resolver.js';
import { QueuedUploadsService } from './queued-uploads.service.js';
import { DatasetUploadsService } from './dataset-uploads.service.js';
import { JobsModule } from '../../jobs/jobs.module.js';
import { UploadQueueService } from './upload-queue.service.js';
import { createWritingPool, STREAMING_POOL, WRITING_POOL } from './writing-pool.js';

/** Everything that changes the examples of datasets, over connections of its own. */
@Module({
  imports: [
    TypeOrmModule.forFeature([DatasetUploadEntity, DatasetUploadRowEntity]),
    DatasetsModule,
    JobsModule,
    TracingModule,
  ],
  providers: [
    { provide: WRITING_POOL, useFactory: createWritingPool, inject: [ENV] },
    { provide: STREAMING_POOL, useFactory: createWritingPool, inject: [ENV] },
    DatasetUploadsService,
    UploadQueueService,
    QueuedUploadsService,
    QueuedUploadsResolver,
    DatasetEditor,
    ExampleAdditionsService,
    ExampleChangesService,
    DatasetEditsResolver,
    SpanExampleLoader,
    SpanExampleResolver,
  ],
  exports: [DatasetUploadsService],
})
export class DatasetWritingModule implements OnApplicationShutdown {
  constructor(
    @Inject(WRITING_POOL) private readonly pool: pg.Pool,
    @Inject(STREAMING_POOL) private readonly streamingPool: pg.Pool,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.pool.end(), this.streamingPool.end()]);
  }
}
