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
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import {
  type BatchLoader,
  loadInGroups,
  createLoaderById,
} from '../../../kernel/graphql/loaders.js';
import { NodeRegistry } from '../../../kernel/graphql/node-registry.js';
import { requireRowId, requireRowIds } from '../../../kernel/ids/global-id.js';
import type { Connection } from '../../../kernel/pagination/connection.js';
import { offsetConnection } from '../../../kernel/pagination/offset-page.js';
import { DATASET_TYPE } from '../../datasets.service.js';
import { DATASET_SPLIT_TYPE, DatasetSplitsService } from '../dataset-splits.service.js';
import { SplitMembersService } from '../split-members.service.js';
import {
  CreateDatasetSplitInput,
  DeleteDatasetSplitInput,
  PatchDatasetSplitInput,
  SplitsArgs,
} from './dataset-split.inputs.js';
import {
  DatasetSplit,
  DatasetSplitConnection,
  DatasetSplitMutationPayload,
  DeleteDatasetSplitsPayload,
  toDatasetSplit,
} from './dataset-split.type.js';

interface CountKey {
  splitId: number;
  /** If null, counts the examples of all datasets. */
  datasetId: number | null;
}

@Resolver(() => DatasetSplit)
export class DatasetSplitsResolver {
  private readonly counts: BatchLoader<CountKey, number>;

  constructor(
    private readonly splits: DatasetSplitsService,
    members: SplitMembersService,
    nodes: NodeRegistry,
  ) {
    this.counts = {
      cacheKey: ({ splitId, datasetId }) => `${splitId} ${datasetId}`,
      batch: (keys) =>
        loadInGroups(
          keys,
          ({ datasetId }) => String(datasetId),
          (group, { datasetId }) => {
            const ids = group.map(({ splitId }) => splitId);
            return members.countExamples(ids, datasetId);
          },
        ),
    };
    const byId = createLoaderById((ids) => splits.findByIds(ids), toDatasetSplit);
    nodes.register(DATASET_SPLIT_TYPE, (id, { loaders }) => loaders.of(byId).load(id));
  }

  @Query(() => DatasetSplitConnection, { description: 'Sorted by name.' })
  @Access('VIEWER')
  datasetSplits(@Args() { names = null, ...page }: SplitsArgs): Promise<Connection<DatasetSplit>> {
    const list = {
      slice: this.splits.listSlice.bind(this.splits, names),
      count: () => this.splits.count(names),
    };
    return offsetConnection(page, list, toDatasetSplit);
  }

  @ResolveField(() => Int, { description: 'Current number of examples in the split.' })
  exampleCount(
    @Parent() { rowId }: DatasetSplit,
    @Args('datasetId', {
      type: () => ID,
      nullable: true,
      description: 'Counts only examples of this dataset.',
    })
    datasetGlobalId: string | null,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number> {
    const datasetId = datasetGlobalId ? requireRowId(datasetGlobalId, DATASET_TYPE) : null;
    return loaders.of(this.counts).load({ splitId: rowId, datasetId });
  }

  @Mutation(() => DatasetSplitMutationPayload)
  @Access('MEMBER')
  async createDatasetSplit(
    @Args('input') input: CreateDatasetSplitInput,
    @Caller() caller: Identity,
  ): Promise<DatasetSplitMutationPayload> {
    const { split } = await this.splits.create(input, caller);
    return { datasetSplit: toDatasetSplit(split), query: {} };
  }

  @Mutation(() => DatasetSplitMutationPayload)
  @Access('MEMBER')
  async patchDatasetSplit(
    @Args('input') { datasetSplitId, ...patch }: PatchDatasetSplitInput,
  ): Promise<DatasetSplitMutationPayload> {
    const id = requireRowId(datasetSplitId, DATASET_SPLIT_TYPE);
    const split = await this.splits.update(id, patch);
    return { datasetSplit: toDatasetSplit(split), query: {} };
  }

  @Mutation(() => DeleteDatasetSplitsPayload, {
    description:
      'Deletes splits from all datasets. If one does not exist, deletes none. Their examples remain.',
  })
  @Access('MEMBER', 'while storage is full too')
  async deleteDatasetSplits(
    @Args('input') { datasetSplitIds }: DeleteDatasetSplitInput,
  ): Promise<DeleteDatasetSplitsPayload> {
    const deleted = await this.splits.delete(requireRowIds(datasetSplitIds, DATASET_SPLIT_TYPE));
    return { datasetSplits: deleted.map(toDatasetSplit), query: {} };
  }
}
