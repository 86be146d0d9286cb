import { Module } from '@nestjs/common';
import { DatasetsModule } from '../../datasets/datasets.module.js';
import { ProjectsModule } from '../../projects/projects.module.js';
import { ExperimentsModule } from '../experiments.module.js';
import { ExperimentTagsModule } from '../tags/experiment-tags.module.js';
import { ImportedExperimentsQueries } from './imported-experiments.queries.js';
import { ImportedExperimentsService } from './imported-experiments.service.js';
import { ImportedRunsService } from './imported-runs.service.js';

/** Stores experiments of other servers. */
@Module({
  imports: [DatasetsModule, ExperimentsModule, ExperimentTagsModule, ProjectsModule],
  providers: [ImportedExperimentsQueries, ImportedExperimentsService, ImportedRunsService],
  exports: [ImportedExperimentsService, ImportedRunsService],
})
export class ImportedExperimentsModule {}
