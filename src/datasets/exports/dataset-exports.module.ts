import { Module } from '@nestjs/common';
import { DatasetsModule } from '../datasets.module.js';
import { DatasetExamplesModule } from '../examples/dataset-examples.module.js';
import { DatasetVersionsModule } from '../versions/dataset-versions.module.js';
import { DatasetExportsService } from './dataset-exports.service.js';
import { DatasetExportsController } from './rest/dataset-exports.controller.js';

@Module({
  imports: [DatasetsModule, DatasetExamplesModule, DatasetVersionsModule],
  controllers: [DatasetExportsController],
  providers: [DatasetExportsService],
})
export class DatasetExportsModule {}
