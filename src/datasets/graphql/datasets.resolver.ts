import { Args, Int, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Caller, type Identity, RequiredRole } from '../../common/access/access.js';
import type { Connection } from '../../common/pagination/connection.js';
import { NodeRegistry } from '../../common/graphql/node-registry.js';
import { offsetConnection } from '../../common/pagination/offset-page.js';
import { DateTimeScalar } from '../../common/graphql/scalars.js';
import { SortDir } from '../../common/pagination/sort-dir.js';
import { type BatchLoader, loaderById } from '../../common/graphql/loaders.js';
import { DatasetChangesService } from '../dataset-changes.service.js';
import {
  Dataset,
  DATASET_TYPE,
  DatasetConnection,
  DatasetMutationPayload,
  toDataset,
} from './dataset.type.js';
import { DatasetsService } from '../datasets.service.js';
import { CreateDatasetInput, DeleteDatasetInput, PatchDatasetInput } from './dataset.inputs.js';
import { DatasetsArgs } from './datasets.args.js';

@Resolver()
export class DatasetsResolver {
  constructor(
    private readonly datasetsService: DatasetsService,
    private readonly changes: DatasetChangesService,
    nodes: NodeRegistry,
  ) {
    const loader: BatchLoader<number, Dataset | null> = loaderById(
      (ids) => datasetsService.findByIds(ids),
      toDataset,
    );
    nodes.register(DATASET_TYPE, (id, { loaders }) => loaders.of(loader).load(id));
  }

  @Query(() => DatasetConnection, { description: 'Newest first unless sorted.' })
  @RequiredRole('VIEWER')
  datasets(@Args() args: DatasetsArgs): Promise<Connection<Dataset>> {
    const column = args.sort?.col ?? 'createdAt';
    const direction = args.sort?.dir === SortDir.asc ? 'ASC' : 'DESC';
    const search = { name: args.filter?.value, labelIds: args.filter?.filterLabels };
    const list = {
      slice: this.datasetsService.slice.bind(this.datasetsService, { column, direction }, search),
      count: () => this.datasetsService.count(search),
    };
    return offsetConnection(args, list, toDataset);
  }

  @Query(() => Int)
  @RequiredRole('VIEWER')
  datasetCount(): Promise<number> {
    return this.datasetsService.count();
  }

  @Query(() => DateTimeScalar, {
    nullable: true,
    description: 'When any dataset, examples or experiments changed last.',
  })
  @RequiredRole('VIEWER')
  datasetsLastUpdatedAt(): Promise<string | null> {
    return this.datasetsService.lastUpdatedAt();
  }

  @Query(() => Dataset, { nullable: true, description: 'The name is compared with case.' })
  @RequiredRole('VIEWER')
  async getDatasetByName(@Args('name') name: string): Promise<Dataset | null> {
    const dataset = await this.datasetsService.findByName(name);
    return dataset && toDataset(dataset);
  }

  @Mutation(() => DatasetMutationPayload)
  @RequiredRole('MEMBER')
  async createDataset(
    @Args('input') { name, description, metadata }: CreateDatasetInput,
    @Caller() caller: Identity,
  ): Promise<DatasetMutationPayload> {
    return answer(await this.changes.create({ name, description, metadata }, caller));
  }

  @Mutation(() => DatasetMutationPayload)
  @RequiredRole('MEMBER')
  async patchDataset(
    @Args('input') { datasetId, name, description, metadata }: PatchDatasetInput,
    @Caller() caller: Identity,
  ): Promise<DatasetMutationPayload> {
    const details = { name: name ?? undefined, description, metadata };
    return answer(await this.changes.update(datasetId, details, caller));
  }

  @Mutation(() => DatasetMutationPayload, {
    description:
      'Deletes a dataset with its versions, examples and experiments, and the traces of the ' +
      'experiments. Splits and labels stay.',
  })
  @RequiredRole('MEMBER')
  async deleteDataset(
    @Args('input') { datasetId }: DeleteDatasetInput,
  ): Promise<DatasetMutationPayload> {
    return answer(await this.changes.deleteByGlobalId(datasetId));
  }
}

function answer(dataset: Parameters<typeof toDataset>[0]): DatasetMutationPayload {
  return { dataset: toDataset(dataset), query: {} };
}
