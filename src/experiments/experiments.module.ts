import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DatasetsModule } from '../datasets/datasets.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { UsersModule } from '../users/users.module.js';
import { ExperimentChangesQueries } from './experiment-changes.queries.js';
import { ExperimentChangesService } from './experiment-changes.service.js';
import { ExperimentCreationService } from './experiment-creation.service.js';
import { ExperimentDeletionService } from './experiment-deletion.service.js';
import { ExperimentExampleEntity } from './experiment-example.entity.js';
import { ExperimentSplitEntity } from './experiment-split.entity.js';
import { ExperimentEntity } from './experiment.entity.js';
import { ExperimentsQueries } from './experiments.queries.js';
import { ExperimentsService } from './experiments.service.js';
import { DatasetExperimentsResolver } from './graphql/dataset-experiments.resolver.js';
import { ExperimentFieldsResolver } from './graphql/experiment-fields.resolver.js';
import { ExperimentsLoaders } from './graphql/experiments.loader.js';
import { ExperimentsResolver } from './graphql/experiments.resolver.js';
import { ExperimentsController } from './rest/experiments.controller.js';

/** Experiments themselves; `ExperimentsApiModule` adds their runs, evaluations, tags and figures. */
@Module({
  imports: [
    DatasetsModule,
    JobsModule,
    ProjectsModule,
    UsersModule,
    TypeOrmModule.forFeature([ExperimentEntity, ExperimentExampleEntity, ExperimentSplitEntity]),
  ],
  controllers: [ExperimentsController],
  providers: [
    ExperimentsQueries,
    ExperimentsService,
    ExperimentChangesQueries,
    ExperimentChangesService,
    ExperimentCreationService,
    ExperimentDeletionService,
    ExperimentsLoaders,
    ExperimentsResolver,
    ExperimentFieldsResolver,
    DatasetExperimentsResolver,
  ],
  exports: [
    ExperimentsService,
    ExperimentChangesQueries,
    ExperimentCreationService,
    ExperimentsLoaders,
  ],
})
export class ExperimentsModule {}
