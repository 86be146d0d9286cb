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
import { Caller, type Identity, RequiredRole } from '../../../common/access/access.js';
import type { Connection } from '../../../common/pagination/connection.js';
import type { GraphqlContext } from '../../../common/graphql/context.js';
import { offsetConnection } from '../../../common/pagination/offset-page.js';
import { DatasetMutationPayload, toDataset } from '../../graphql/dataset.type.js';
import {
  CreateDatasetLabelPayload,
  DatasetLabel,
  DatasetLabelConnection,
  DeleteDatasetLabelsPayload,
  toDatasetLabel,
} from './dataset-label.type.js';
import { DatasetLabelsService } from '../dataset-labels.service.js';
import {
  CreateDatasetLabelInput,
  DeleteDatasetLabelsInput,
  LabelsArgs,
  SetDatasetLabelsInput,
} from './dataset-label.inputs.js';
import { LabelChangesService } from '../label-changes.service.js';
import { LabelUsageLoader } from './label-usage.loader.js';

@Resolver(() => DatasetLabel)
export class DatasetLabelsResolver {
  constructor(
    private readonly labels: DatasetLabelsService,
    private readonly changes: LabelChangesService,
    private readonly usage: LabelUsageLoader,
  ) {}

  @Query(() => DatasetLabelConnection, { description: 'By name.' })
  @RequiredRole('VIEWER')
  datasetLabels(@Args() args: LabelsArgs): Promise<Connection<DatasetLabel>> {
    const names = args.names ?? null;
    const list = {
      slice: this.labels.slice.bind(this.labels, names),
      count: () => this.labels.count(names),
    };
    return offsetConnection(args, list, toDatasetLabel);
  }

  @ResolveField(() => Int, { description: 'Datasets that bear it.' })
  usageCount(
    @Parent() { rowId }: DatasetLabel,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number> {
    return loaders.of(this.usage).load(rowId);
  }

  @Mutation(() => CreateDatasetLabelPayload)
  @RequiredRole('MEMBER')
  async createDatasetLabel(
    @Args('input') { name, description, color, datasetIds }: CreateDatasetLabelInput,
    @Caller() caller: Identity,
  ): Promise<CreateDatasetLabelPayload> {
    const details = { name, description, color };
    const { label, datasets } = await this.changes.create(details, caller, datasetIds ?? []);
    return { datasetLabel: toDatasetLabel(label), datasets: datasets.map(toDataset) };
  }

  @Mutation(() => DeleteDatasetLabelsPayload, {
    description: 'Deletes labels, all or none, and takes them from every dataset.',
  })
  @RequiredRole('MEMBER')
  async deleteDatasetLabels(
    @Args('input') { datasetLabelIds }: DeleteDatasetLabelsInput,
  ): Promise<DeleteDatasetLabelsPayload> {
    const deleted = await this.changes.deleteAll(datasetLabelIds);
    return { datasetLabels: deleted.map(toDatasetLabel) };
  }

  @Mutation(() => DatasetMutationPayload, {
    description: 'Has a dataset bear these labels and no others.',
  })
  @RequiredRole('MEMBER')
  async setDatasetLabels(
    @Args('input') { datasetId, datasetLabelIds }: SetDatasetLabelsInput,
  ): Promise<DatasetMutationPayload> {
    const dataset = await this.changes.replaceByGlobalIds(datasetId, datasetLabelIds);
    return { dataset: toDataset(dataset), query: {} };
  }
}
