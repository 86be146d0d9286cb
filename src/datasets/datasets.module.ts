import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DatasetEntity } from './dataset.entity.js';
import { DatasetExampleEntity } from './examples/dataset-example.entity.js';
import { DatasetExampleRevisionEntity } from './examples/dataset-example-revision.entity.js';
import { DatasetLabelAssignmentEntity } from './labels/dataset-label-assignment.entity.js';
import { DatasetLabelEntity } from './labels/dataset-label.entity.js';
import { DatasetSplitExampleEntity } from './splits/dataset-split-example.entity.js';
import { DatasetSplitEntity } from './splits/dataset-split.entity.js';
import { DatasetVersionEntity } from './versions/dataset-version.entity.js';
import { DatasetUploadRowEntity } from './writing/dataset-upload-row.entity.js';
import { DatasetUploadEntity } from './writing/dataset-upload.entity.js';

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
      DatasetUploadEntity,
      DatasetUploadRowEntity,
    ]),
  ],
})
export class DatasetsModule {}
