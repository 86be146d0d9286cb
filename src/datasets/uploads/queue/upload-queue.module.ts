import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobsModule } from '../../../jobs/jobs.module.js';
import { DatasetsModule } from '../../datasets.module.js';
import { DatasetMergingModule } from '../../merging/dataset-merging.module.js';
import { DatasetUploadRowEntity } from './dataset-upload-row.entity.js';
import { DatasetUploadEntity } from './dataset-upload.entity.js';
import { UploadQueueResolver } from './graphql/upload-queue.resolver.js';
import { UploadQueueService } from './upload-queue.service.js';

/** Uploads that are stored after the response. */
@Module({
  imports: [
    TypeOrmModule.forFeature([DatasetUploadEntity, DatasetUploadRowEntity]),
    DatasetsModule,
    DatasetMergingModule,
    JobsModule,
  ],
  providers: [UploadQueueService, UploadQueueResolver],
  exports: [UploadQueueService],
})
export class UploadQueueModule {}
