import {
  Args,
  Context,
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
import type { BatchLoader } from '../../../kernel/graphql/loaders.js';
import { requireRowId, requireRowIds } from '../../../kernel/ids/global-id.js';
import type { Connection } from '../../../kernel/pagination/connection.js';
import { offsetConnection } from '../../../kernel/pagination/offset-page.js';
import { DATASET_TYPE, DatasetsService } from '../../datasets.service.js';
import { DatasetMutationPayload, toDataset, toDatasetPayload } from '../../graphql/dataset.type.js';
import { DATASET_LABEL_TYPE, DatasetLabelsService } from '../dataset-labels.service.js';
import {
  CreateDatasetLabelInput,
  DeleteDatasetLabelsInput,
  LabelsArgs,
  SetDatasetLabelsInput,
} from './dataset-label.inputs.js';
import {
  CreateDatasetLabelPayload,
  DatasetLabel,
  DatasetLabelConnection,
  DeleteDatasetLabelsPayload,
  toDatasetLabel,
} from './dataset-label.type.js';

@Resolver(() => DatasetLabel)
export class DatasetLabelsResolver {
  private readonly uses: BatchLoader<number, number>;

  constructor(
    private readonly datasets: DatasetsService,
    private readonly labels: DatasetLabelsService,
  ) {
    this.uses = { batch: (ids) => labels.countUses(ids) };
  }

  @Query(() => DatasetLabelConnection, { description: 'Sorted by name.' })
  @Access('VIEWER')
  datasetLabels(@Args() { names = null, ...page }: LabelsArgs): Promise<Connection<DatasetLabel>> {
    const list = {
      slice: this.labels.listSlice.bind(this.labels, names),
      count: () => this.labels.count(names),
    };
    return offsetConnection(page, list, toDatasetLabel);
  }

  @ResolveField(() => Int, { description: 'Number of datasets with this label.' })
  usageCount(
    @Parent() { rowId }: DatasetLabel,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number> {
    return loaders.of(this.uses).load(rowId);
  }

  @Mutation(() => CreateDatasetLabelPayload)
  @Access('MEMBER')
  async createDatasetLabel(
    @Args('input') { datasetIds, ...label }: CreateDatasetLabelInput,
    @Caller() { userId }: Identity,
  ): Promise<CreateDatasetLabelPayload> {
    const ids = requireRowIds(datasetIds ?? [], DATASET_TYPE);
    const datasets = await this.datasets.getAll(ids);
    const created = await this.labels.create(label, userId, ids);
    return { datasetLabel: toDatasetLabel(created), datasets: datasets.map(toDataset) };
  }

  @Mutation(() => DeleteDatasetLabelsPayload, {
    description:
      'Deletes labels and removes them from every dataset. If one does not exist, deletes none.',
  })
  @Access('MEMBER', 'while storage is full too')
  async deleteDatasetLabels(
    @Args('input') { datasetLabelIds }: DeleteDatasetLabelsInput,
  ): Promise<DeleteDatasetLabelsPayload> {
    const ids = requireRowIds(datasetLabelIds, DATASET_LABEL_TYPE);
    return { datasetLabels: (await this.labels.delete(ids)).map(toDatasetLabel) };
  }

  @Mutation(() => DatasetMutationPayload, { description: 'Replaces all labels of a dataset.' })
  @Access('MEMBER')
  async setDatasetLabels(
    @Args('input') { datasetId, datasetLabelIds }: SetDatasetLabelsInput,
  ): Promise<DatasetMutationPayload> {
    const ids = requireRowIds(datasetLabelIds, DATASET_LABEL_TYPE);
    const dataset = await this.datasets.get(requireRowId(datasetId, DATASET_TYPE));
    await this.labels.replace(dataset.id, ids);
    return toDatasetPayload(dataset);
  }
}
