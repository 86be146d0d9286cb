import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EvaluatorsModule } from '../../evaluators/evaluators.module.js';
import { ModelProvidersModule } from '../../model-providers/model-providers.module.js';
import { PromptsModule } from '../../prompts/prompts.module.js';
import { SealingModule } from '../../sealing/sealing.module.js';
import { CostsModule } from '../../tracing/costs/costs.module.js';
import { TracingModule } from '../../tracing/tracing.module.js';
import { EvaluationsModule } from '../evaluations/evaluations.module.js';
import { ExperimentsModule } from '../experiments.module.js';
import { ExperimentRunsModule } from '../runs/experiment-runs.module.js';
import { ExperimentJobEntity } from './experiment-job.entity.js';
import { ExperimentJobLogEntity } from './experiment-job-log.entity.js';
import { ExperimentJobsQueries } from './experiment-jobs.queries.js';
import { ExperimentJobsService } from './experiment-jobs.service.js';
import { JobControlService } from './job-control.service.js';
import { ExperimentJobsLoaders } from './graphql/experiment-jobs.loader.js';
import {
  ExperimentJobsResolver,
  JobOfExperimentResolver,
  JobsOfDatasetResolver,
  PromptConfigResolver,
  TaskConfigResolver,
} from './graphql/experiment-jobs.resolver.js';
import { JobControlResolver } from './graphql/job-control.resolver.js';
import {
  EvaluationChunksResolver,
  ExperimentOfStreamResolver,
  RunOfErrorResolver,
  RunOfResultResolver,
} from './graphql/stream-fields.resolver.js';
import { JobEvents } from './job-events.service.js';
import { JobLoop } from './job-loop.service.js';
import { JobClaimsQueries } from './job-claims.queries.js';
import { JobResultsQueries } from './job-results.queries.js';
import { JobStreamsService } from './job-streams.service.js';

/** Experiments that the server runs. */
@Module({
  imports: [
    TypeOrmModule.forFeature([ExperimentJobEntity, ExperimentJobLogEntity]),
    ExperimentsModule,
    ExperimentRunsModule,
    EvaluationsModule,
    EvaluatorsModule,
    ModelProvidersModule,
    PromptsModule,
    SealingModule,
    CostsModule,
    TracingModule,
  ],
  providers: [
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
  ],
})
export class ExperimentJobsModule {}
