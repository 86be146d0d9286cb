import { Module } from '@nestjs/common';
import { TracingModule } from '../../tracing/tracing.module.js';
import { DatasetsModule } from '../datasets.module.js';
import { DatasetExamplesModule } from '../examples/dataset-examples.module.js';
import { DatasetMergingModule } from '../merging/dataset-merging.module.js';
import { ExampleAdditionsService } from './example-additions.service.js';
import { ExampleChangesService } from './example-changes.service.js';
import { ExampleErasureService } from './example-erasure.service.js';
import { ExampleOperationsService } from './example-operations.service.js';
import { DatasetEditsResolver } from './graphql/dataset-edits.resolver.js';
import { ExamplesOfSpanResolver } from './graphql/examples-of-span.resolver.js';

@Module({
  imports: [DatasetsModule, DatasetExamplesModule, DatasetMergingModule, TracingModule],
  providers: [
    ExampleAdditionsService,
    ExampleChangesService,
    ExampleErasureService,
    ExampleOperationsService,
    DatasetEditsResolver,
    ExamplesOfSpanResolver,
  ],
  exports: [ExampleErasureService],
})
export class DatasetEditsModule {}
