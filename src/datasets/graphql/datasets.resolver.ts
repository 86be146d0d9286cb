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
import { Caller, type Identity } from '../../kernel/access/access.js';
import { Access } from '../../kernel/access/handler-access.js';
import type { GraphqlContext } from '../../kernel/graphql/context.js';
import { type BatchLoader, createLoaderById } from '../../kernel/graphql/loaders.js';
import { NodeRegistry } from '../../kernel/graphql/node-registry.js';
import { DateTimeScalar } from '../../kernel/graphql/scalars.js';
import { requireRowId, requireRowIds } from '../../kernel/ids/global-id.js';
import type { Connection } from '../../kernel/pagination/connection.js';
import { offsetConnection } from '../../kernel/pagination/offset-page.js';
import { SortDir } from '../../kernel/pagination/sort-dir.js';
import { Project, toProject } from '../../projects/graphql/project.type.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { toUser, User } from '../../users/graphql/user.type.js';
import { UsersService } from '../../users/users.service.js';
import { DATASET_TYPE, DatasetsService } from '../datasets.service.js';
import { CreateDatasetInput, DeleteDatasetInput, PatchDatasetInput } from './dataset.inputs.js';
import {
  Dataset,
  DatasetConnection,
  DatasetMutationPayload,
  toDataset,
  toDatasetPayload,
} from './dataset.type.js';
import { DatasetsArgs } from './datasets.args.js';

/** Datasets; the sub-features add their own fields to `Dataset`. */
@Resolver(() => Dataset)
export class DatasetsResolver {
  private readonly users: BatchLoader<number, User | null>;
  private readonly projects;
  private readonly lastChanges: BatchLoader<number, string | null>;

  constructor(
    private readonly datasetsService: DatasetsService,
    users: UsersService,
    projects: ProjectsService,
    nodes: NodeRegistry,
  ) {
    this.projects = createLoaderById((ids) => projects.findByIds(ids), toProject);
    this.users = createLoaderById((ids) => users.findByIds(ids), toUser);
    this.lastChanges = { batch: (ids) => datasetsService.findLastChanges(ids) };
    const byId = createLoaderById((ids) => datasetsService.findByIds(ids), toDataset);
    nodes.register(DATASET_TYPE, (id, { loaders }) => loaders.of(byId).load(id));
  }

  @Query(() => DatasetConnection, { description: 'Newest first by default.' })
  @Access('VIEWER')
  datasets(@Args() { sort, filter, ...page }: DatasetsArgs): Promise<Connection<Dataset>> {
    const column = sort?.col ?? 'createdAt';
    const direction = sort?.dir === SortDir.asc ? 'ASC' : 'DESC';
    const labelIds = requireRowIds(filter?.filterLabels ?? [], 'DatasetLabel');
    const search = { name: filter?.value, labelIds };
    const list = {
      slice: this.datasetsService.listSlice.bind(
        this.datasetsService,
        { column, direction },
        search,
      ),
      count: () => this.datasetsService.count(search),
    };
    return offsetConnection(page, list, toDataset);
  }

  @Query(() => Int)
  @Access('VIEWER')
  datasetCount(): Promise<number> {
    return this.datasetsService.count();
  }

  @Query(() => DateTimeScalar, {
    nullable: true,
    description: 'When any dataset, example or experiment last changed.',
  })
  @Access('VIEWER')
  datasetsLastUpdatedAt(): Promise<string | null> {
    return this.datasetsService.findLastChange();
  }

  @Query(() => Dataset, { nullable: true, description: 'Finds a dataset by its exact name.' })
  @Access('VIEWER')
  async getDatasetByName(@Args('name') name: string): Promise<Dataset | null> {
    const dataset = await this.datasetsService.findByName(name);
    return dataset && toDataset(dataset);
  }

  @Mutation(() => DatasetMutationPayload)
  @Access('MEMBER', 'by project role')
  async createDataset(
    @Args('input') input: CreateDatasetInput,
    @Caller() caller: Identity,
  ): Promise<DatasetMutationPayload> {
    return toDatasetPayload(await this.datasetsService.create(input, caller));
  }

  @Mutation(() => DatasetMutationPayload)
  @Access('MEMBER', 'by project role')
  async patchDataset(
    @Args('input') { datasetId, ...patch }: PatchDatasetInput,
    @Caller() caller: Identity,
  ): Promise<DatasetMutationPayload> {
    const id = requireRowId(datasetId, DATASET_TYPE);
    return toDatasetPayload(await this.datasetsService.update(id, patch, caller));
  }

  @Mutation(() => DatasetMutationPayload, {
    description:
      'Deletes a dataset with its versions, examples and experiments, and the traces of the ' +
      'experiments. Splits and labels remain.',
  })
  @Access('MEMBER', 'by project role', 'while storage is full too')
  async deleteDataset(
    @Args('input') { datasetId }: DeleteDatasetInput,
  ): Promise<DatasetMutationPayload> {
    const id = requireRowId(datasetId, DATASET_TYPE);
    return toDatasetPayload(await this.datasetsService.delete(id));
  }

  @ResolveField(() => DateTimeScalar, {
    description: 'When the dataset, its examples or one of its experiments last changed.',
  })
  async lastUpdatedAt(
    @Parent() { rowId, updatedAt }: Dataset,
    @Context() { loaders }: GraphqlContext,
  ): Promise<string> {
    // The mutation that deletes a dataset still returns it.
    return (await loaders.of(this.lastChanges).load(rowId)) ?? updatedAt;
  }

  @ResolveField(() => Project, {
    nullable: true,
    description: 'The project that it belongs to; null if everyone can see it.',
  })
  async project(
    @Parent() { projectRowId }: Dataset,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Project | null> {
    return projectRowId === null ? null : loaders.of(this.projects).load(projectRowId);
  }

  @ResolveField(() => User, { nullable: true })
  async createdBy(
    @Parent() { createdByRowId }: Dataset,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    return createdByRowId === null ? null : loaders.of(this.users).load(createdByRowId);
  }

  @ResolveField(() => User, { nullable: true, description: 'Who last edited the dataset itself.' })
  async updatedBy(
    @Parent() { updatedByRowId }: Dataset,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    return updatedByRowId === null ? null : loaders.of(this.users).load(updatedByRowId);
  }
}
