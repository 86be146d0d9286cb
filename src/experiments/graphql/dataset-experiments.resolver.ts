import { Args, Context, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../kernel/graphql/context.js';
import { requireRowId } from '../../kernel/ids/global-id.js';
import type { Connection } from '../../kernel/pagination/connection.js';
import { offsetConnection } from '../../kernel/pagination/offset-page.js';
import { Dataset } from '../../datasets/graphql/dataset.type.js';
import { ExperimentsService } from '../experiments.service.js';
import { type Experiment, ExperimentConnection, toExperiment } from './experiment.type.js';
import { DatasetExperimentCountArgs, DatasetExperimentsArgs } from './experiments.args.js';
import { ExperimentsLoaders } from './experiments.loader.js';

/** Adds experiments to the fields of a dataset. */
@Resolver(() => Dataset)
export class DatasetExperimentsResolver {
  constructor(
    private readonly experimentsService: ExperimentsService,
    private readonly experimentLoaders: ExperimentsLoaders,
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
    return loaders.of(this.experimentLoaders.countsOfDatasets).load({ datasetId, filter });
  }

  @ResolveField(() => ExperimentConnection, { description: 'Newest first.' })
  async experiments(
    @Parent() { rowId: datasetId }: Dataset,
    @Args() args: DatasetExperimentsArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<Experiment>> {
    const filter = this.experimentsService.toFilter({
      includeEphemeral: args.includeEphemeral,
      text: args.filterCondition,
      ids: args.filterIds?.map((id) => requireRowId(id, 'Experiment')),
    });
    const list = {
      slice: async (slice: { offset: number; limit: number }) =>
        filter
          ? loaders.of(this.experimentLoaders.slicesOfDatasets).load({ datasetId, filter, slice })
          : [],
      count: async () =>
        filter
          ? loaders.of(this.experimentLoaders.countsOfDatasets).load({ datasetId, filter })
          : 0,
    };
    return offsetConnection(args, list, toExperiment);
  }
}
