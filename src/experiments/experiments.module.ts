import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DatasetsModule } from '../datasets/datasets.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { TracingModule } from '../tracing/tracing.module.js';
import { UsersModule } from '../users/users.module.js';
import { DownloadsController } from './downloads/rest/downloads.controller.js';
import { DownloadsQueries } from './downloads/downloads.queries.js';
import { DownloadsService } from './downloads/downloads.service.js';
import { EphemeralExperimentsService } from './ephemeral-experiments.service.js';
import { EvaluationsController } from './evaluations/rest/evaluations.controller.js';
import { EvaluationsQueries } from './evaluations/evaluations.queries.js';
import { EvaluationsService } from './evaluations/evaluations.service.js';
import { ExperimentRunAnnotationEntity } from './evaluations/experiment-run-annotation.entity.js';
import { ExperimentChangesQueries } from './experiment-changes.queries.js';
import { ExperimentChangesResolver } from './graphql/experiment-changes.resolver.js';
import { ExperimentChangesService } from './experiment-changes.service.js';
import { ExperimentCreationService } from './experiment-creation.service.js';
import { ExperimentDeletionService } from './experiment-deletion.service.js';
import { ExperimentDetailsLoaders } from './graphql/experiment-details.loader.js';
import { ExperimentDetailsQueries } from './experiment-details.queries.js';
import { ExperimentExampleEntity } from './experiment-example.entity.js';
import { ExperimentFieldsResolver } from './graphql/experiment-fields.resolver.js';
import { ExperimentSnapshotQueries } from './experiment-snapshot.queries.js';
import { ExperimentSplitEntity } from './experiment-split.entity.js';
import { ExperimentEntity } from './experiment.entity.js';
import { ExperimentsController } from './rest/experiments.controller.js';
import { ExperimentsLoader } from './graphql/experiments.loader.js';
import { ExperimentsQueries } from './experiments.queries.js';
import { ExperimentsResolver } from './graphql/experiments.resolver.js';
import { ExperimentsService } from './experiments.service.js';
import { EvaluationFiguresQueries } from './figures/evaluation-figures.queries.js';
import { FiguresLoaders } from './figures/graphql/figures.loader.js';
import {
  AnnotationSummaryResolver,
  ExperimentFiguresResolver,
} from './figures/graphql/figures.resolver.js';
import { RunFiguresQueries } from './figures/run-figures.queries.js';
import { RunFiguresService } from './figures/run-figures.service.js';
import { IncompleteController } from './incomplete/rest/incomplete.controller.js';
import { IncompleteQueries } from './incomplete/incomplete.queries.js';
import { IncompleteService } from './incomplete/incomplete.service.js';
import { DatasetExperimentsLoaders } from './of-datasets/graphql/dataset-experiments.loader.js';
import { DatasetExperimentsQueries } from './of-datasets/dataset-experiments.queries.js';
import { DatasetExperimentsResolver } from './of-datasets/graphql/dataset-experiments.resolver.js';
import { ExperimentRunEntity } from './runs/experiment-run.entity.js';
import { ExperimentRunsController } from './runs/rest/experiment-runs.controller.js';
import { ExperimentRunsLoader, RunOutputsLoader } from './runs/graphql/experiment-runs.loader.js';
import { ExperimentRunsQueries } from './runs/experiment-runs.queries.js';
import {
  ExperimentRunAnnotationsResolver,
  ExperimentRunsResolver,
} from './runs/graphql/experiment-runs.resolver.js';
import { ExperimentRunsService } from './runs/experiment-runs.service.js';
import { RunDetailsLoaders } from './runs/graphql/run-details.loader.js';
import { RunDetailsQueries } from './runs/run-details.queries.js';
import { RunListsService } from './runs/run-lists.service.js';
import { RunPagesLoaders } from './runs/graphql/run-pages.loader.js';
import { RunPagesQueries } from './runs/run-pages.queries.js';
import {
  RunsOfExampleResolver,
  RunsOfExperimentResolver,
} from './runs/graphql/run-pages.resolver.js';
import { RunPayloadsQueries } from './runs/run-payloads.queries.js';
import { RunWritingQueries } from './runs/run-writing.queries.js';
import { RunWritingService } from './runs/run-writing.service.js';
import { BaselinesService } from './tags/baselines.service.js';
import { ExperimentTagEntity } from './tags/experiment-tag.entity.js';
import { ExperimentTagsController } from './tags/rest/experiment-tags.controller.js';
import { ExperimentTagsQueries } from './tags/experiment-tags.queries.js';
import { ExperimentTagsResolver } from './tags/graphql/experiment-tags.resolver.js';
import { ExperimentTagsService } from './tags/experiment-tags.service.js';

const SERVICES = [ExperimentsService, ExperimentRunsService, EvaluationsService, RunFiguresService];

@Module({
  imports: [
    DatasetsModule,
    JobsModule,
    ProjectsModule,
    TracingModule,
    UsersModule,
    TypeOrmModule.forFeature([
      ExperimentEntity,
      ExperimentExampleEntity,
      ExperimentSplitEntity,
      ExperimentRunEntity,
      ExperimentRunAnnotationEntity,
      ExperimentTagEntity,
    ]),
  ],
  controllers: [
    ExperimentsController,
    ExperimentRunsController,
    EvaluationsController,
    IncompleteController,
    DownloadsController,
    ExperimentTagsController,
  ],
  providers: [
    ...SERVICES,
    ExperimentCreationService,
    ExperimentSnapshotQueries,
    ExperimentChangesService,
    ExperimentChangesQueries,
    ExperimentDeletionService,
    EphemeralExperimentsService,
    RunFiguresQueries,
    RunWritingService,
    RunWritingQueries,
    RunListsService,
    RunPayloadsQueries,
    EvaluationsQueries,
    IncompleteService,
    IncompleteQueries,
    DownloadsService,
    DownloadsQueries,
    ExperimentTagsService,
    ExperimentTagsQueries,
    ExperimentsQueries,
    ExperimentsLoader,
    ExperimentsResolver,
    ExperimentRunsQueries,
    ExperimentRunsLoader,
    RunOutputsLoader,
    ExperimentChangesResolver,
    ExperimentDetailsLoaders,
    ExperimentDetailsQueries,
    ExperimentFieldsResolver,
    EvaluationFiguresQueries,
    FiguresLoaders,
    ExperimentFiguresResolver,
    AnnotationSummaryResolver,
    DatasetExperimentsLoaders,
    DatasetExperimentsQueries,
    DatasetExperimentsResolver,
    ExperimentRunsResolver,
    ExperimentRunAnnotationsResolver,
    RunDetailsLoaders,
    RunDetailsQueries,
    RunPagesLoaders,
    RunPagesQueries,
    RunsOfExperimentResolver,
    RunsOfExampleResolver,
    BaselinesService,
    ExperimentTagsResolver,
  ],
  exports: SERVICES,
})
export class ExperimentsModule {}
