import {
  Args,
  Context,
  ID,
  Int,
  Mutation,
  Parent,
  Query,
  ResolveField,
  Resolver,
} from '@nestjs/graphql';
import { Caller, type Identity, RequiredRole } from '../../../common/access/access.js';
import { requireRowId } from '../../../common/ids/global-id.js';
import type { Connection } from '../../../common/pagination/connection.js';
import type { GraphqlContext } from '../../../common/graphql/context.js';
import { NodeRegistry } from '../../../common/graphql/node-registry.js';
import { offsetConnection } from '../../../common/pagination/offset-page.js';
import { type BatchLoader, loaderById } from '../../../common/graphql/loaders.js';
import {
  DATASET_SPLIT_TYPE,
  DatasetSplit,
  DatasetSplitConnection,
  DatasetSplitMutationPayload,
  DeleteDatasetSplitsPayload,
  toDatasetSplit,
} from './dataset-split.type.js';
import { DatasetSplitsService } from '../dataset-splits.service.js';
import {
  CreateDatasetSplitInput,
  DeleteDatasetSplitsInput,
  PatchDatasetSplitInput,
  SplitsArgs,
} from './dataset-split.inputs.js';
import { SplitChangesService } from '../split-changes.service.js';
import { SplitCountsLoader } from './split-counts.loader.js';

@Resolver(() => DatasetSplit)
export class DatasetSplitsResolver {
  constructor(
    private readonly splits: DatasetSplitsService,
    private readonly changes: SplitChangesService,
    private readonly counts: SplitCountsLoader,
    nodes: NodeRegistry,
  ) {
    const loader: BatchLoader<number, DatasetSplit | null> = loaderById(
      (ids) => splits.findByIds(ids),
      toDatasetSplit,
    );
    nodes.register(DATASET_SPLIT_TYPE, (id, { loaders }) => loaders.of(loader).load(id));
  }

  @Query(() => DatasetSplitConnection, { description: 'By name.' })
  @RequiredRole('VIEWER')
  datasetSplits(@Args() args: SplitsArgs): Promise<Connection<DatasetSplit>> {
    const names = args.names ?? null;
    const list = {
      slice: this.splits.slice.bind(this.splits, names),
      count: () => this.splits.count(names),
    };
    return offsetConnection(args, list, toDatasetSplit);
  }

  @ResolveField(() => Int, { description: 'Examples that are in it now.' })
  exampleCount(
    @Parent() { rowId }: DatasetSplit,
    @Args('datasetId', {
      type: () => ID,
      nullable: true,
      description: 'The dataset whose examples count; absent: all datasets.',
    })
    datasetGlobalId: string | null,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number> {
    const datasetId = datasetGlobalId ? requireRowId(datasetGlobalId, 'Dataset') : null;
    return loaders.of(this.counts).load({ splitId: rowId, datasetId });
  }

  @Mutation(() => DatasetSplitMutationPayload)
  @RequiredRole('MEMBER')
  async createDatasetSplit(
    @Args('input') { name, description, color, metadata }: CreateDatasetSplitInput,
    @Caller() caller: Identity,
  ): Promise<DatasetSplitMutationPayload> {
    const { split } = await this.changes.create({ name, description, color, metadata }, caller);
    return { datasetSplit: toDatasetSplit(split), query: {} };
  }

  @Mutation(() => DatasetSplitMutationPayload)
  @RequiredRole('MEMBER')
  async patchDatasetSplit(
    @Args('input') { datasetSplitId, name, description, color, metadata }: PatchDatasetSplitInput,
  ): Promise<DatasetSplitMutationPayload> {
    const patch = { name, description, color, metadata };
    const split = await this.changes.update(datasetSplitId, patch);
    return { datasetSplit: toDatasetSplit(split), query: {} };
  }

  @Mutation(() => DeleteDatasetSplitsPayload, {
    description: 'Deletes splits everywhere, all or none. Their examples stay.',
  })
  @RequiredRole('MEMBER')
  async deleteDatasetSplits(
    @Args('input') { datasetSplitIds }: DeleteDatasetSplitsInput,
  ): Promise<DeleteDatasetSplitsPayload> {
    const deleted = await this.changes.deleteAll(datasetSplitIds);
    return { datasetSplits: deleted.map(toDatasetSplit), query: {} };
  }
}
