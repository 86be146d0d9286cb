import { Args, Context, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { Connection } from '../../../common/pagination/connection.js';
import type { GraphqlContext } from '../../../common/graphql/context.js';
import { offsetConnection } from '../../../common/pagination/offset-page.js';
import { requireRowId } from '../../../common/ids/global-id.js';
import { Dataset } from '../../../datasets/graphql/dataset.type.js';
import { Experiment, ExperimentConnection, toExperiment } from '../../graphql/experiment.type.js';
import { ExperimentsService } from '../../experiments.service.js';
import { DatasetExperimentAnnotationSummary } from '../../figures/graphql/annotation-summary.type.js';
import { FiguresLoaders } from '../../figures/graphql/figures.loader.js';
import { DatasetExperimentsLoaders } from './dataset-experiments.loader.js';
import {
  DatasetExperimentCountArgs,
  DatasetExperimentsArgs,
  DatasetScoresArgs,
} from './dataset-experiments.args.js';

/** What experiments add to a dataset. */
@Resolver(() => Dataset)
export class DatasetExperimentsResolver {
  constructor(
    private readonly experimentsService: ExperimentsService,
    private readonly experimentLoaders: DatasetExperimentsLoaders,
    private readonly figures: FiguresLoaders,
  ) {}

  @ResolveField(() => Int)
  async experimentCount(
    @Parent() { rowId: datasetId }: Dataset,
    @Args() { datasetVersionId, includeEphemeral }: DatasetExperimentCountArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number> {
    const filter = {
      includeEphemeral,
      datasetVersionId: datasetVersionId
        ? requireRowId(datasetVersionId, 'DatasetVersion')
        : undefined,
    };
    return loaders.of(this.experimentLoaders.counts).load({ datasetId, filter });
  }

  @ResolveField(() => ExperimentConnection, { description: 'Newest first.' })
  async experiments(
    @Parent() { rowId: datasetId }: Dataset,
    @Args() args: DatasetExperimentsArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<Experiment>> {
    const filter = this.experimentsService.filterOf({
      includeEphemeral: args.includeEphemeral,
      text: args.filterCondition,
      ids: args.filterIds?.map((id) => requireRowId(id, 'Experiment')),
    });
    const list = {
      slice: async (slice: { offset: number; limit: number }) =>
        filter ? loaders.of(this.experimentLoaders.slices).load({ datasetId, filter, slice }) : [],
      count: async () =>
        filter ? loaders.of(this.experimentLoaders.counts).load({ datasetId, filter }) : 0,
    };
    return offsetConnection(args, list, toExperiment);
  }

  @ResolveField(() => Experiment, {
    nullable: true,
    description: 'The experiment that the others are compared with.',
  })
  baselineExperiment(
    @Parent() { rowId }: Dataset,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Experiment | null> {
    return loaders.of(this.experimentLoaders.baselines).load(rowId);
  }

  @ResolveField(() => [DatasetExperimentAnnotationSummary], { description: 'By name.' })
  experimentAnnotationSummaries(
    @Parent() { rowId: datasetId }: Dataset,
    @Args() { includeEphemeral }: DatasetScoresArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<DatasetExperimentAnnotationSummary[]> {
    return loaders.of(this.figures.scoresOfDatasets).load({ datasetId, includeEphemeral });
  }
}
