import { Module } from '@nestjs/common';
import { DatasetWritingModule } from '../writing/dataset-writing.module.js';
import { UploadSpace } from './body/upload-space.js';
import { UploadRequestsService } from './upload-requests.service.js';
import { UploadsController } from './rest/uploads.controller.js';

/** Takes in examples for datasets, in all the forms in which they are sent. */
@Module({
  imports: [DatasetWritingModule],
  controllers: [UploadsController],
  providers: [UploadSpace, UploadRequestsService],
})
export class DatasetUploadingModule {}
