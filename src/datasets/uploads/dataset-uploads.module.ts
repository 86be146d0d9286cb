import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../projects/projects.module.js';
import { DatasetMergingModule } from '../merging/dataset-merging.module.js';
import { UploadSpace } from './body/upload-space.js';
import { DatasetUploadsService } from './dataset-uploads.service.js';
import { ImportedDatasetsService } from './imported-datasets.service.js';
import { UploadQueueModule } from './queue/upload-queue.module.js';
import { UploadsController } from './rest/uploads.controller.js';

/** Receives examples for datasets in all supported formats. */
@Module({
  imports: [DatasetMergingModule, UploadQueueModule, ProjectsModule],
  controllers: [UploadsController],
  providers: [UploadSpace, DatasetUploadsService, ImportedDatasetsService],
  exports: [ImportedDatasetsService],
})
export class DatasetUploadsModule {}
