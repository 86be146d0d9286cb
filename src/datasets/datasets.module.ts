import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobQueueModule } from '../job-queue/job-queue.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { TracingModule } from '../tracing/tracing.module.js';
import { UsersModule } from '../users/users.module.js';
import { DatasetEntity } from './dataset.entity.js';
import { DatasetsQueries } from './datasets.queries.js';
import { DatasetsService } from './datasets.service.js';
import { ExampleAdditionsService } from './edits/example-additions.service.js';
import { ExampleChangesService } from './edits/example-changes.service.js';
import { ExampleErasureService } from './edits/example-erasure.service.js';
import { ExampleOperationsService } from './edits/example-operations.service.js';
import { DatasetEditsResolver } from './edits/graphql/dataset-edits.resolver.js';
import { ExamplesOfSpanResolver } from './edits/graphql/examples-of-span.resolver.js';
import { DatasetExampleRevisionEntity } from './examples/dataset-example-revision.entity.js';
import {
  DatasetExampleEntity,
  DatasetSplitExampleEntity,
} from './examples/dataset-example.entity.js';
import { DatasetExamplesQueries } from './examples/dataset-examples.queries.js';
import { DatasetExamplesService } from './examples/dataset-examples.service.js';
import { ExamplePayloadsQueries } from './examples/example-payloads.queries.js';
import { ExamplePayloadsService } from './examples/example-payloads.service.js';
import { DatasetExamplesLoaders } from './examples/graphql/dataset-examples.loader.js';
import { DatasetExamplesResolver } from './examples/graphql/dataset-examples.resolver.js';
import { ExampleSplitsResolver } from './examples/graphql/example-splits.resolver.js';
import { ExamplesOfDatasetResolver } from './examples/graphql/examples-of-dataset.resolver.js';
import { DatasetExamplesController } from './examples/rest/dataset-examples.controller.js';
import { DatasetExportsService } from './exports/dataset-exports.service.js';
import { DatasetExportsController } from './exports/rest/dataset-exports.controller.js';
import { DatasetsResolver } from './graphql/datasets.resolver.js';
import { DatasetLabelAssignmentEntity, DatasetLabelEntity } from './labels/dataset-label.entity.js';
import { DatasetLabelsService } from './labels/dataset-labels.service.js';
import { DatasetLabelsResolver } from './labels/graphql/dataset-labels.resolver.js';
import { LabelsOfDatasetResolver } from './labels/graphql/labels-of-dataset.resolver.js';
import { DatasetLabelsController } from './labels/rest/dataset-labels.controller.js';
import { LabelsOfDatasetController } from './labels/rest/labels-of-dataset.controller.js';
import { DatasetMergingModule } from './merging/dataset-merging.module.js';
import { DatasetRedirectsService } from './redirects/dataset-redirects.service.js';
import { DatasetRedirectsController } from './redirects/rest/dataset-redirects.controller.js';
import { DatasetsController } from './rest/datasets.controller.js';
import { DatasetSplitEntity } from './splits/dataset-split.entity.js';
import { DatasetSplitsQueries } from './splits/dataset-splits.queries.js';
import { DatasetSplitsService } from './splits/dataset-splits.service.js';
import { DatasetSplitsResolver } from './splits/graphql/dataset-splits.resolver.js';
import { SplitsOfDatasetResolver } from './splits/graphql/splits-of-dataset.resolver.js';
import { DatasetSplitsController } from './splits/rest/dataset-splits.controller.js';
import { SplitMembersQueries } from './splits/split-members.queries.js';
import { SplitMembersService } from './splits/split-members.service.js';
import { UploadSpace } from './uploads/body/upload-space.js';
import { DatasetUploadsService } from './uploads/dataset-uploads.service.js';
import { ImportedDatasetsService } from './uploads/imported-datasets.service.js';
import { DatasetUploadRowEntity } from './uploads/queue/dataset-upload-row.entity.js';
import { DatasetUploadEntity } from './uploads/queue/dataset-upload.entity.js';
import { UploadQueueResolver } from './uploads/queue/graphql/upload-queue.resolver.js';
import { UploadQueueService } from './uploads/queue/upload-queue.service.js';
import { UploadsController } from './uploads/rest/uploads.controller.js';
import { DatasetVersionEntity } from './versions/dataset-version.entity.js';
import { DatasetVersionsQueries } from './versions/dataset-versions.queries.js';
import { DatasetVersionsService } from './versions/dataset-versions.service.js';
import { DatasetVersionsResolver } from './versions/graphql/dataset-versions.resolver.js';
import { VersionsOfDatasetResolver } from './versions/graphql/versions-of-dataset.resolver.js';
import { DatasetVersionsController } from './versions/rest/dataset-versions.controller.js';

const DATASETS = [
  DatasetsQueries,
  DatasetsService,
  DatasetsResolver,
  DatasetRedirectsService,
  DatasetExportsService,
];

const VERSIONS = [
  DatasetVersionsQueries,
  DatasetVersionsService,
  DatasetVersionsResolver,
  VersionsOfDatasetResolver,
];

const SPLITS = [
  DatasetSplitsQueries,
  DatasetSplitsService,
  SplitMembersQueries,
  SplitMembersService,
  DatasetSplitsResolver,
  SplitsOfDatasetResolver,
];

const EXAMPLES = [
  DatasetExamplesQueries,
  DatasetExamplesService,
  ExamplePayloadsQueries,
  ExamplePayloadsService,
  DatasetExamplesLoaders,
  DatasetExamplesResolver,
  ExampleSplitsResolver,
  ExamplesOfDatasetResolver,
  ExampleAdditionsService,
  ExampleChangesService,
  ExampleErasureService,
  ExampleOperationsService,
  DatasetEditsResolver,
  ExamplesOfSpanResolver,
];

const LABELS = [DatasetLabelsService, DatasetLabelsResolver, LabelsOfDatasetResolver];

const UPLOADS = [
  UploadSpace,
  DatasetUploadsService,
  ImportedDatasetsService,
  UploadQueueService,
  UploadQueueResolver,
];

@Module({
  imports: [
    TypeOrmModule.forFeature([
      DatasetEntity,
      DatasetVersionEntity,
      DatasetSplitEntity,
      DatasetExampleEntity,
      DatasetExampleRevisionEntity,
      DatasetSplitExampleEntity,
      DatasetLabelEntity,
      DatasetLabelAssignmentEntity,
      DatasetUploadEntity,
      DatasetUploadRowEntity,
    ]),
    DatasetMergingModule,
    JobQueueModule,
    ProjectsModule,
    TracingModule,
    UsersModule,
  ],
  controllers: [
    DatasetsController,
    DatasetRedirectsController,
    DatasetExportsController,
    DatasetVersionsController,
    DatasetSplitsController,
    DatasetExamplesController,
    DatasetLabelsController,
    LabelsOfDatasetController,
    UploadsController,
  ],
  providers: [...DATASETS, ...VERSIONS, ...SPLITS, ...EXAMPLES, ...LABELS, ...UPLOADS],
  exports: [
    DatasetsService,
    DatasetVersionsService,
    DatasetSplitsService,
    SplitMembersService,
    DatasetExamplesService,
    ExampleErasureService,
    DatasetLabelsService,
    ImportedDatasetsService,
  ],
})
export class DatasetsModule {}
