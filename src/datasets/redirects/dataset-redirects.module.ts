import { Module } from '@nestjs/common';
import { DatasetsModule } from '../datasets.module.js';
import { DatasetExamplesModule } from '../examples/dataset-examples.module.js';
import { DatasetRedirectsService } from './dataset-redirects.service.js';
import { DatasetRedirectsController } from './rest/dataset-redirects.controller.js';

@Module({
  imports: [DatasetsModule, DatasetExamplesModule],
  controllers: [DatasetRedirectsController],
  providers: [DatasetRedirectsService],
})
export class DatasetRedirectsModule {}
