import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DatasetsModule } from '../datasets/datasets.module.js';
import { EvaluatorsModule } from '../evaluators/evaluators.module.js';
import { JobQueueModule } from '../job-queue/job-queue.module.js';
import { ModelProvidersModule } from '../model-providers/model-providers.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { PromptsModule } from '../prompts/prompts.module.js';
import { SealingModule } from '../sealing/sealing.module.js';
import { TracingModule } from '../tracing/tracing.module.js';
import { UsersModule } from '../users/users.module.js';
import { ExperimentComparisonsQueries } from './comparison/experiment-comparisons.queries.js';
import { ExperimentComparisonsService } from './comparison/experiment-comparisons.service.js';
import { ExperimentComparisonsResolver } from './comparison/graphql/experiment-comparisons.resolver.js';
import { RepeatedRunGroupsLoaders } from './comparison/graphql/repeated-run-groups.loader.js';
import {
  ExampleRunGroupsResolver,
  RepeatedRunGroupsResolver,
} from './comparison/graphql/repeated-run-groups.resolver.js';
import { RepeatedRunGroupsQueries } from './comparison/repeated-run-groups.queries.js';
import { RunCountsQueries } from './comparison/run-counts.queries.js';
import { DownloadsQueries } from './downloads/downloads.queries.js';
import { DownloadsService } from './downloads/downloads.service.js';
import { DownloadsController } from './downloads/rest/downloads.controller.js';
import { EvaluationsQueries } from './evaluations/evaluations.queries.js';
import { EvaluationsService } from './evaluations/evaluations.service.js';
import { ExperimentRunAnnotationEntity } from './evaluations/experiment-run-annotation.entity.js';
import { ExperimentRunAnnotationsLoaders } from './evaluations/graphql/experiment-run-annotations.loader.js';
import {
  AnnotationsOfRunResolver,
  ExperimentRunAnnotationsResolver,
} from './evaluations/graphql/experiment-run-annotations.resolver.js';
import { EvaluationsController } from './evaluations/rest/evaluations.controller.js';
import { ExperimentChangesQueries } from './experiment-changes.queries.js';
import { ExperimentChangesService } from './experiment-changes.service.js';
import { ExperimentCreationService } from './experiment-creation.service.js';
import { ExperimentDeletionService } from './experiment-deletion.service.js';
import {
  ExperimentEntity,
  ExperimentExampleEntity,
  ExperimentSplitEntity,
} from './experiment.entity.js';
import { ExperimentsQueries } from './experiments.queries.js';
import { ExperimentsService } from './experiments.service.js';
import { ExperimentFiguresQueries } from './figures/experiment-figures.queries.js';
import {
  ExperimentOfScoresResolver,
  ScoresOfUseResolver,
} from './figures/graphql/experiment-scores.resolver.js';
import { FiguresLoaders } from './figures/graphql/figures.loader.js';
import {
  AnnotationSummaryResolver,
  ExperimentFiguresResolver,
  FiguresOfRunResolver,
  ScoresOfDatasetResolver,
} from './figures/graphql/figures.resolver.js';
import { DatasetExperimentsResolver } from './graphql/dataset-experiments.resolver.js';
import { ExperimentFieldsResolver } from './graphql/experiment-fields.resolver.js';
import { ExperimentsLoaders } from './graphql/experiments.loader.js';
import { ExperimentsResolver } from './graphql/experiments.resolver.js';
import { ImportedExperimentsQueries } from './imported/imported-experiments.queries.js';
import { ImportedExperimentsService } from './imported/imported-experiments.service.js';
import { ImportedRunsService } from './imported/imported-runs.service.js';
import { IncompleteQueries } from './incomplete/incomplete.queries.js';
import { IncompleteService } from './incomplete/incomplete.service.js';
import { IncompleteController } from './incomplete/rest/incomplete.controller.js';
import { ExperimentJobLogEntity } from './jobs/experiment-job-log.entity.js';
import { ExperimentJobEntity } from './jobs/experiment-job.entity.js';
import { ExperimentJobsQueries } from './jobs/experiment-jobs.queries.js';
import { ExperimentJobsService } from './jobs/experiment-jobs.service.js';
import { ExperimentJobsLoaders } from './jobs/graphql/experiment-jobs.loader.js';
import {
  ExperimentJobsResolver,
  JobOfExperimentResolver,
  JobsOfDatasetResolver,
  PromptConfigResolver,
  TaskConfigResolver,
} from './jobs/graphql/experiment-jobs.resolver.js';
import { JobControlResolver } from './jobs/graphql/job-control.resolver.js';
import {
  EvaluationChunksResolver,
  ExperimentOfStreamResolver,
  RunOfErrorResolver,
  RunOfResultResolver,
} from './jobs/graphql/stream-fields.resolver.js';
import { JobClaimsQueries } from './jobs/job-claims.queries.js';
import { JobControlService } from './jobs/job-control.service.js';
import { JobEvents } from './jobs/job-events.service.js';
import { JobLoop } from './jobs/job-loop.service.js';
import { JobResultsQueries } from './jobs/job-results.queries.js';
import { JobStreamsService } from './jobs/job-streams.service.js';
import { ExperimentsController } from './rest/experiments.controller.js';
import { ExperimentRunEntity } from './runs/experiment-run.entity.js';
import { ExperimentRunsQueries } from './runs/experiment-runs.queries.js';
import { ExperimentRunsService } from './runs/experiment-runs.service.js';
import { ExperimentRunsLoaders } from './runs/graphql/experiment-runs.loader.js';
import {
  ExperimentRunsResolver,
  RunsOfExampleResolver,
  RunsOfExperimentResolver,
} from './runs/graphql/experiment-runs.resolver.js';
import { ExperimentRunsController } from './runs/rest/experiment-runs.controller.js';
import { ExperimentTagEntity } from './tags/experiment-tag.entity.js';
import { ExperimentTagsQueries } from './tags/experiment-tags.queries.js';
import { ExperimentTagsService } from './tags/experiment-tags.service.js';
import { ExperimentTagsLoaders } from './tags/graphql/experiment-tags.loader.js';
import {
  BaselineOfDatasetResolver,
  ExperimentTagsResolver,
  TagsOfExperimentResolver,
} from './tags/graphql/experiment-tags.resolver.js';
import { ExperimentTagsController } from './tags/rest/experiment-tags.controller.js';

const EXPERIMENTS = [
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
];

const RUNS = [
  ExperimentRunsQueries,
  ExperimentRunsService,
  ExperimentRunsLoaders,
  ExperimentRunsResolver,
  RunsOfExperimentResolver,
  RunsOfExampleResolver,
  IncompleteQueries,
  IncompleteService,
];

const EVALUATIONS = [
  EvaluationsQueries,
  EvaluationsService,
  ExperimentRunAnnotationsLoaders,
  AnnotationsOfRunResolver,
  ExperimentRunAnnotationsResolver,
];

const TAGS = [
  ExperimentTagsQueries,
  ExperimentTagsService,
  ExperimentTagsLoaders,
  ExperimentTagsResolver,
  TagsOfExperimentResolver,
  BaselineOfDatasetResolver,
];

const FIGURES = [
  ExperimentFiguresQueries,
  FiguresLoaders,
  ExperimentFiguresResolver,
  AnnotationSummaryResolver,
  FiguresOfRunResolver,
  ScoresOfDatasetResolver,
  ScoresOfUseResolver,
  ExperimentOfScoresResolver,
];

const COMPARISONS = [
  ExperimentComparisonsQueries,
  ExperimentComparisonsService,
  ExperimentComparisonsResolver,
  RunCountsQueries,
  RepeatedRunGroupsQueries,
  RepeatedRunGroupsLoaders,
  RepeatedRunGroupsResolver,
  ExampleRunGroupsResolver,
];

/** Run experiments on this server. */
const JOBS = [
  ExperimentJobsQueries,
  JobClaimsQueries,
  JobResultsQueries,
  JobEvents,
  JobLoop,
  ExperimentJobsService,
  JobControlService,
  JobStreamsService,
  ExperimentJobsLoaders,
  ExperimentJobsResolver,
  JobOfExperimentResolver,
  JobsOfDatasetResolver,
  TaskConfigResolver,
  PromptConfigResolver,
  JobControlResolver,
  ExperimentOfStreamResolver,
  RunOfResultResolver,
  RunOfErrorResolver,
  EvaluationChunksResolver,
];

/** Move experiments out and in. */
const MOVING = [
  DownloadsQueries,
  DownloadsService,
  ImportedExperimentsQueries,
  ImportedExperimentsService,
  ImportedRunsService,
];

/** Experiments, whether clients or this server run them. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      ExperimentEntity,
      ExperimentExampleEntity,
      ExperimentSplitEntity,
      ExperimentRunEntity,
      ExperimentRunAnnotationEntity,
      ExperimentTagEntity,
      ExperimentJobEntity,
      ExperimentJobLogEntity,
    ]),
    DatasetsModule,
    EvaluatorsModule,
    JobQueueModule,
    ModelProvidersModule,
    ProjectsModule,
    PromptsModule,
    SealingModule,
    TracingModule,
    UsersModule,
  ],
  controllers: [
    ExperimentsController,
    ExperimentRunsController,
    IncompleteController,
    EvaluationsController,
    ExperimentTagsController,
    DownloadsController,
  ],
  providers: [
    ...EXPERIMENTS,
    ...RUNS,
    ...EVALUATIONS,
    ...TAGS,
    ...FIGURES,
    ...COMPARISONS,
    ...JOBS,
    ...MOVING,
  ],
  exports: [ExperimentsService, ImportedExperimentsService, ImportedRunsService],
})
export class ExperimentsModule {}
