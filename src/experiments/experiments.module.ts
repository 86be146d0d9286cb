import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ExperimentRunAnnotationEntity } from './evaluations/experiment-run-annotation.entity.js';
import { ExperimentExampleEntity } from './experiment-example.entity.js';
import { ExperimentSplitEntity } from './experiment-split.entity.js';
import { ExperimentEntity } from './experiment.entity.js';
import { ExperimentsLoader } from './experiments.loader.js';
import { ExperimentsQueries } from './experiments.queries.js';
import { ExperimentsResolver } from './experiments.resolver.js';
import { ExperimentsService } from './experiments.service.js';
import { ExperimentRunEntity } from './runs/experiment-run.entity.js';
import { ExperimentRunsLoader, RunOutputsLoader } from './runs/experiment-runs.loader.js';
import { ExperimentRunsQueries } from './runs/experiment-runs.queries.js';
import { ExperimentRunsService } from './runs/experiment-runs.service.js';
import { ExperimentTagEntity } from './tags/experiment-tag.entity.js';

const SERVICES = [ExperimentsService, ExperimentRunsService];

@Module({
  imports: [
    TypeOrmModule.forFeature([
      ExperimentEntity,
      ExperimentExampleEntity,
      ExperimentSplitEntity,
      ExperimentRunEntity,
      ExperimentRunAnnotationEntity,
      ExperimentTagEntity,
    ]),
  ],
  providers: [
    ...SERVICES,
    ExperimentsQueries,
    ExperimentsLoader,
    ExperimentsResolver,
    ExperimentRunsQueries,
    ExperimentRunsLoader,
    RunOutputsLoader,
  ],
  exports: SERVICES,
})
export class ExperimentsModule {}
