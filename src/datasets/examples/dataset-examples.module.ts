import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TracingModule } from '../../tracing/tracing.module.js';
import { DatasetsModule } from '../datasets.module.js';
import { DatasetSplitsModule } from '../splits/dataset-splits.module.js';
import { DatasetVersionsModule } from '../versions/dataset-versions.module.js';
import { DatasetExampleRevisionEntity } from './dataset-example-revision.entity.js';
import { DatasetExampleEntity } from './dataset-example.entity.js';
import { DatasetExamplesQueries } from './dataset-examples.queries.js';
import { DatasetExamplesService } from './dataset-examples.service.js';
import { DatasetSplitExampleEntity } from './dataset-split-example.entity.js';
import { ExamplePayloadsQueries } from './example-payloads.queries.js';
import { ExamplePayloadsService } from './example-payloads.service.js';
import { DatasetExamplesLoaders } from './graphql/dataset-examples.loader.js';
import { DatasetExamplesResolver } from './graphql/dataset-examples.resolver.js';
import { ExampleSplitsResolver } from './graphql/example-splits.resolver.js';
import { ExamplesOfDatasetResolver } from './graphql/examples-of-dataset.resolver.js';
import { DatasetExamplesController } from './rest/dataset-examples.controller.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      DatasetExampleEntity,
      DatasetExampleRevisionEntity,
      DatasetSplitExampleEntity,
    ]),
    DatasetsModule,
    DatasetSplitsModule,
    DatasetVersionsModule,
    TracingModule,
  ],
  controllers: [DatasetExamplesController],
  providers: [
    DatasetExamplesQueries,
    DatasetExamplesService,
    ExamplePayloadsQueries,
    ExamplePayloadsService,
    DatasetExamplesLoaders,
    DatasetExamplesResolver,
    ExampleSplitsResolver,
    ExamplesOfDatasetResolver,
  ],
  exports: [DatasetExamplesService, ExamplePayloadsService],
})
export class DatasetExamplesModule {}
