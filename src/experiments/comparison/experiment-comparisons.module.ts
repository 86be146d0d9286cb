import { Module } from '@nestjs/common';
import { DatasetsModule } from '../../datasets/datasets.module.js';
import { EvaluatorsModule } from '../../evaluators/evaluators.module.js';
import { ExperimentsModule } from '../experiments.module.js';
import { ExperimentComparisonsQueries } from './experiment-comparisons.queries.js';
import { ExperimentComparisonsResolver } from './graphql/experiment-comparisons.resolver.js';
import { ExperimentComparisonsService } from './experiment-comparisons.service.js';
import { RepeatedRunGroupsLoaders } from './graphql/repeated-run-groups.loader.js';
import { RepeatedRunGroupsQueries } from './repeated-run-groups.queries.js';
import {
  ExampleRunGroupsResolver,
  RepeatedRunGroupsResolver,
} from './graphql/repeated-run-groups.resolver.js';
import { RunCountsQueries } from './run-counts.queries.js';

@Module({
  imports: [EvaluatorsModule, DatasetsModule, ExperimentsModule],
  providers: [
    ExperimentComparisonsQueries,
    ExperimentComparisonsService,
    ExperimentComparisonsResolver,
    RunCountsQueries,
    RepeatedRunGroupsQueries,
    RepeatedRunGroupsLoaders,
    RepeatedRunGroupsResolver,
    ExampleRunGroupsResolver,
  ],
})
export class ExperimentComparisonsModule {}
