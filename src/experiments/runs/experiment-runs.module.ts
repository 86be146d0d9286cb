import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DatasetsModule } from '../../datasets/datasets.module.js';
import { TracingModule } from '../../tracing/tracing.module.js';
import { ExperimentsModule } from '../experiments.module.js';
import { ExperimentRunEntity } from './experiment-run.entity.js';
import { ExperimentRunsQueries } from './experiment-runs.queries.js';
import { ExperimentRunsService } from './experiment-runs.service.js';
import { ExperimentRunsLoaders } from './graphql/experiment-runs.loader.js';
import {
  ExperimentRunsResolver,
  RunsOfExampleResolver,
  RunsOfExperimentResolver,
} from './graphql/experiment-runs.resolver.js';
import { ExperimentRunsController } from './rest/experiment-runs.controller.js';

@Module({
  imports: [
    ExperimentsModule,
    DatasetsModule,
    TracingModule,
    TypeOrmModule.forFeature([ExperimentRunEntity]),
  ],
  controllers: [ExperimentRunsController],
  providers: [
    ExperimentRunsQueries,
    ExperimentRunsService,
    ExperimentRunsLoaders,
    ExperimentRunsResolver,
    RunsOfExperimentResolver,
    RunsOfExampleResolver,
  ],
  exports: [ExperimentRunsService, ExperimentRunsLoaders],
})
export class ExperimentRunsModule {}
