import { Module } from '@nestjs/common';
import { DatasetsModule } from './datasets.module.js';
import { DatasetEditsModule } from './edits/dataset-edits.module.js';
import { DatasetExamplesModule } from './examples/dataset-examples.module.js';
import { DatasetExportsModule } from './exports/dataset-exports.module.js';
import { DatasetLabelsModule } from './labels/dataset-labels.module.js';
import { DatasetRedirectsModule } from './redirects/dataset-redirects.module.js';
import { DatasetSplitsModule } from './splits/dataset-splits.module.js';
import { DatasetUploadsModule } from './uploads/dataset-uploads.module.js';
import { DatasetVersionsModule } from './versions/dataset-versions.module.js';

/** The REST and GraphQL APIs of datasets. */
@Module({
  imports: [
    DatasetsModule,
    DatasetVersionsModule,
    DatasetSplitsModule,
    DatasetExamplesModule,
    DatasetLabelsModule,
    DatasetExportsModule,
    DatasetRedirectsModule,
    DatasetEditsModule,
    DatasetUploadsModule,
  ],
})
export class DatasetsApiModule {}
