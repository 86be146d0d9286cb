import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DatasetEntity } from './dataset.entity.js';
import { DatasetsQueries } from './datasets.queries.js';
import { DatasetsService } from './datasets.service.js';
import { DatasetExampleEntity } from './examples/dataset-example.entity.js';
import { DatasetExampleRevisionEntity } from './examples/dataset-example-revision.entity.js';
import { DatasetExamplesQueries } from './examples/dataset-examples.queries.js';
import { DatasetExamplesService } from './examples/dataset-examples.service.js';
import { DatasetLabelAssignmentEntity } from './labels/dataset-label-assignment.entity.js';
import { DatasetLabelEntity } from './labels/dataset-label.entity.js';
import { DatasetSplitExampleEntity } from './splits/dataset-split-example.entity.js';
import { DatasetSplitEntity } from './splits/dataset-split.entity.js';
import { DatasetSplitsQueries } from './splits/dataset-splits.queries.js';
import { DatasetSplitsService } from './splits/dataset-splits.service.js';
import { DatasetVersionEntity } from './versions/dataset-version.entity.js';
import { DatasetVersionsQueries } from './versions/dataset-versions.queries.js';
import { DatasetVersionsService } from './versions/dataset-versions.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      DatasetEntity,
      DatasetVersionEntity,
      DatasetExampleEntity,
      DatasetExampleRevisionEntity,
      DatasetLabelEntity,
      DatasetLabelAssignmentEntity,
      DatasetSplitEntity,
      DatasetSplitExampleEntity,
    ]),
  ],
  providers: [
    DatasetsQueries,
    DatasetsService,
    DatasetVersionsQueries,
    DatasetVersionsService,
    DatasetExamplesQueries,
    DatasetExamplesService,
    DatasetSplitsQueries,
    DatasetSplitsService,
  ],
  exports: [DatasetsService, DatasetVersionsService, DatasetExamplesService, DatasetSplitsService],
})
export class DatasetsModule {}
