import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectsModule } from '../projects/projects.module.js';
import { TracingModule } from '../tracing/tracing.module.js';
import { UsersModule } from '../users/users.module.js';
import { DatasetChangesService } from './dataset-changes.service.js';
import { DatasetDetailsLoaders } from './graphql/dataset-details.loader.js';
import { DatasetDetailsQueries } from './dataset-details.queries.js';
import { DatasetFieldsResolver } from './graphql/dataset-fields.resolver.js';
import { DatasetEntity } from './dataset.entity.js';
import { DatasetsController } from './rest/datasets.controller.js';
import { DatasetsQueries } from './datasets.queries.js';
import { DatasetsResolver } from './graphql/datasets.resolver.js';
import { DatasetsService } from './datasets.service.js';
import { DatasetExampleEntity } from './examples/dataset-example.entity.js';
import { DatasetExampleRevisionEntity } from './examples/dataset-example-revision.entity.js';
import { DatasetExamplesController } from './examples/rest/dataset-examples.controller.js';
import { DatasetExamplesLoaders } from './examples/graphql/dataset-examples.loader.js';
import { DatasetExamplesQueries } from './examples/dataset-examples.queries.js';
import { DatasetExamplesResolver } from './examples/graphql/dataset-examples.resolver.js';
import { DatasetExamplesService } from './examples/dataset-examples.service.js';
import { ExampleListsLoaders } from './examples/graphql/example-lists.loader.js';
import { ExampleListsQueries } from './examples/example-lists.queries.js';
import { ExampleListsResolver } from './examples/graphql/example-lists.resolver.js';
import { ExampleListsService } from './examples/example-lists.service.js';
import { ExamplePayloadsQueries } from './examples/example-payloads.queries.js';
import { ExamplePayloadsService } from './examples/example-payloads.service.js';
import { ExampleReadingsService } from './examples/example-readings.service.js';
import { SpansInDatasetsResolver } from './examples/graphql/spans-in-datasets.resolver.js';
import { DatasetExportsController } from './exports/rest/dataset-exports.controller.js';
import { DatasetExportsService } from './exports/dataset-exports.service.js';
import { DatasetLabelAssignmentEntity } from './labels/dataset-label-assignment.entity.js';
import { DatasetLabelEntity } from './labels/dataset-label.entity.js';
import { DatasetLabelsController } from './labels/rest/dataset-labels.controller.js';
import { DatasetLabelsQueries } from './labels/dataset-labels.queries.js';
import { DatasetLabelsResolver } from './labels/graphql/dataset-labels.resolver.js';
import { DatasetLabelsService } from './labels/dataset-labels.service.js';
import { LabelChangesService } from './labels/label-changes.service.js';
import { LabelUsageLoader } from './labels/graphql/label-usage.loader.js';
import { LabelsOfDatasetController } from './labels/rest/labels-of-dataset.controller.js';
import { DatasetRedirectsController } from './redirects/rest/dataset-redirects.controller.js';
import { DatasetRedirectsService } from './redirects/dataset-redirects.service.js';
import { DatasetSplitExampleEntity } from './splits/dataset-split-example.entity.js';
import { DatasetSplitEntity } from './splits/dataset-split.entity.js';
import { DatasetSplitsController } from './splits/rest/dataset-splits.controller.js';
import { DatasetSplitsQueries } from './splits/dataset-splits.queries.js';
import { DatasetSplitsResolver } from './splits/graphql/dataset-splits.resolver.js';
import { DatasetSplitsService } from './splits/dataset-splits.service.js';
import { SplitChangesService } from './splits/split-changes.service.js';
import { SplitCountsLoader } from './splits/graphql/split-counts.loader.js';
import { SplitMembersResolver } from './splits/graphql/split-members.resolver.js';
import { SplitMembersService } from './splits/split-members.service.js';
import { DatasetVersionEntity } from './versions/dataset-version.entity.js';
import { DatasetVersionFieldsResolver } from './versions/graphql/dataset-version-fields.resolver.js';
import { DatasetVersionsController } from './versions/rest/dataset-versions.controller.js';
import { DatasetVersionsQueries } from './versions/dataset-versions.queries.js';
import { DatasetVersionsService } from './versions/dataset-versions.service.js';
import { VersionNumbersLoader } from './versions/graphql/version-numbers.loader.js';

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
    ProjectsModule,
    TracingModule,
    UsersModule,
  ],
  controllers: [
    DatasetsController,
    DatasetVersionsController,
    DatasetExamplesController,
    DatasetExportsController,
    DatasetLabelsController,
    LabelsOfDatasetController,
    DatasetSplitsController,
    DatasetRedirectsController,
  ],
  providers: [
    DatasetsQueries,
    DatasetsService,
    DatasetChangesService,
    DatasetsResolver,
    DatasetDetailsQueries,
    DatasetDetailsLoaders,
    DatasetFieldsResolver,
    DatasetVersionsQueries,
    DatasetVersionsService,
    VersionNumbersLoader,
    DatasetVersionFieldsResolver,
    DatasetExamplesQueries,
    DatasetExamplesService,
    DatasetExamplesLoaders,
    DatasetExamplesResolver,
    SpansInDatasetsResolver,
    ExampleListsQueries,
    ExampleListsLoaders,
    ExampleListsService,
    ExampleListsResolver,
    ExamplePayloadsQueries,
    ExamplePayloadsService,
    ExampleReadingsService,
    DatasetExportsService,
    DatasetRedirectsService,
    DatasetLabelsQueries,
    DatasetLabelsService,
    LabelChangesService,
    LabelUsageLoader,
    DatasetLabelsResolver,
    DatasetSplitsQueries,
    DatasetSplitsService,
    SplitChangesService,
    SplitMembersService,
    SplitCountsLoader,
    DatasetSplitsResolver,
    SplitMembersResolver,
  ],
  exports: [DatasetsService, DatasetVersionsService, DatasetExamplesService, DatasetSplitsService],
})
export class DatasetsModule {}
