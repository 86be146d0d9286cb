import { Module } from '@nestjs/common';
import { ExperimentComparisonsModule } from './comparison/experiment-comparisons.module.js';
import { DownloadsModule } from './downloads/downloads.module.js';
import { EvaluationsModule } from './evaluations/evaluations.module.js';
import { ExperimentsModule } from './experiments.module.js';
import { FiguresModule } from './figures/figures.module.js';
import { IncompleteModule } from './incomplete/incomplete.module.js';
import { ExperimentRunsModule } from './runs/experiment-runs.module.js';
import { ExperimentJobsModule } from './jobs/experiment-jobs.module.js';
import { ExperimentTagsModule } from './tags/experiment-tags.module.js';

/** The REST and GraphQL APIs of experiments. */
@Module({
  imports: [
    ExperimentsModule,
    ExperimentRunsModule,
    EvaluationsModule,
    ExperimentTagsModule,
    FiguresModule,
    IncompleteModule,
    DownloadsModule,
    ExperimentComparisonsModule,
    ExperimentJobsModule,
  ],
})
export class ExperimentsApiModule {}
