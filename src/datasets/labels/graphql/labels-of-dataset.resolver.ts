import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import type { BatchLoader } from '../../../kernel/graphql/loaders.js';
import type { LabelRow } from '../../../labels/labels.service.js';
import { Dataset } from '../../graphql/dataset.type.js';
import { DatasetLabelsService } from '../dataset-labels.service.js';
import { DatasetLabel, toDatasetLabel } from './dataset-label.type.js';

@Resolver(() => Dataset)
export class LabelsOfDatasetResolver {
  private readonly byDataset: BatchLoader<number, LabelRow[]>;

  constructor(labels: DatasetLabelsService) {
    this.byDataset = { batch: (ids) => labels.listByOwner(ids) };
  }

  @ResolveField(() => [DatasetLabel], { description: 'Sorted by name.' })
  async labels(
    @Parent() { rowId }: Dataset,
    @Context() { loaders }: GraphqlContext,
  ): Promise<DatasetLabel[]> {
    return (await loaders.of(this.byDataset).load(rowId)).map(toDatasetLabel);
  }
}
