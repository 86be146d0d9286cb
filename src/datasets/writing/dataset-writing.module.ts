import { Module } from '@nestjs/common';
import { DatasetUploadsService } from './dataset-uploads.service.js';

/** Everything that changes the examples of datasets. */
@Module({
  providers: [DatasetUploadsService],
  exports: [DatasetUploadsService],
})
export class DatasetWritingModule {}
