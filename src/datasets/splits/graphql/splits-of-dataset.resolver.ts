import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import type { BatchLoader } from '../../../kernel/graphql/loaders.js';
import { Dataset } from '../../graphql/dataset.type.js';
import type { DatasetSplitRow } from '../dataset-splits.service.js';
import { SplitMembersService } from '../split-members.service.js';
import { DatasetSplit, toDatasetSplit } from './dataset-split.type.js';

@Resolver(() => Dataset)
export class SplitsOfDatasetResolver {
  private readonly byDataset: BatchLoader<number, DatasetSplitRow[]>;

  constructor(members: SplitMembersService) {
    this.byDataset = { batch: (ids) => members.listByDataset(ids) };
  }

  @ResolveField(() => [DatasetSplit], {
    description: 'Splits that contain examples of the dataset, sorted by name.',
  })
  async splits(
    @Parent() { rowId }: Dataset,
    @Context() { loaders }: GraphqlContext,
  ): Promise<DatasetSplit[]> {
    return (await loaders.of(this.byDataset).load(rowId)).map(toDatasetSplit);
  }
}
