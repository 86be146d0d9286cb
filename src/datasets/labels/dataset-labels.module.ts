import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DatasetsModule } from '../datasets.module.js';
import { DatasetLabelAssignmentEntity } from './dataset-label-assignment.entity.js';
import { DatasetLabelEntity } from './dataset-label.entity.js';
import { DatasetLabelsService } from './dataset-labels.service.js';
import { DatasetLabelsResolver } from './graphql/dataset-labels.resolver.js';
import { LabelsOfDatasetResolver } from './graphql/labels-of-dataset.resolver.js';
import { DatasetLabelsController } from './rest/dataset-labels.controller.js';
import { LabelsOfDatasetController } from './rest/labels-of-dataset.controller.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([DatasetLabelEntity, DatasetLabelAssignmentEntity]),
    DatasetsModule,
  ],
  controllers: [DatasetLabelsController, LabelsOfDatasetController],
  providers: [DatasetLabelsService, DatasetLabelsResolver, LabelsOfDatasetResolver],
  exports: [DatasetLabelsService],
})
export class DatasetLabelsModule {}
