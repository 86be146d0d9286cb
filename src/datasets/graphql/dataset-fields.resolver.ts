import { Args, Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { Connection } from '../../common/pagination/connection.js';
import type { GraphqlContext } from '../../common/graphql/context.js';
import { offsetConnection } from '../../common/pagination/offset-page.js';
import { DateTimeScalar } from '../../common/graphql/scalars.js';
import { SortDir } from '../../common/pagination/sort-dir.js';
import { type BatchLoader, loaderById } from '../../common/graphql/loaders.js';
import { toUser, User } from '../../users/graphql/user.type.js';
import { UsersService } from '../../users/users.service.js';
import { DatasetDetailsLoaders } from './dataset-details.loader.js';
import { Dataset } from './dataset.type.js';
import { VersionsArgs } from './dataset-fields.args.js';
import { DatasetLabel, toDatasetLabel } from '../labels/graphql/dataset-label.type.js';
import { DatasetSplit, toDatasetSplit } from '../splits/graphql/dataset-split.type.js';
import {
  type DatasetVersion,
  DatasetVersionConnection,
  toDatasetVersion,
} from '../versions/graphql/dataset-version.type.js';
import { DatasetVersionsService } from '../versions/dataset-versions.service.js';

/** What a dataset shows besides its row, loaded for all datasets of a page at once. */
@Resolver(() => Dataset)
export class DatasetFieldsResolver {
  private readonly users: BatchLoader<number, User | null>;

  constructor(
    users: UsersService,
    private readonly versionsService: DatasetVersionsService,
    private readonly details: DatasetDetailsLoaders,
  ) {
    this.users = loaderById((ids) => users.findByIds(ids), toUser);
  }

  @ResolveField(() => DateTimeScalar, {
    description: 'When it, its examples or one of its experiments changed last.',
  })
  async lastUpdatedAt(
    @Parent() { rowId, updatedAt }: Dataset,
    @Context() { loaders }: GraphqlContext,
  ): Promise<string> {
    // A dataset that was just deleted still answers the mutation that did it.
    return (await loaders.of(this.details.lastUpdated).load(rowId)) ?? updatedAt;
  }

  @ResolveField(() => User, { nullable: true })
  async createdBy(
    @Parent() { createdByRowId }: Dataset,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    return createdByRowId === null ? null : loaders.of(this.users).load(createdByRowId);
  }

  @ResolveField(() => User, { nullable: true, description: 'Who edited the dataset itself last.' })
  async updatedBy(
    @Parent() { updatedByRowId }: Dataset,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    return updatedByRowId === null ? null : loaders.of(this.users).load(updatedByRowId);
  }

  @ResolveField(() => DatasetVersionConnection)
  versions(
    @Parent() { rowId }: Dataset,
    @Args() args: VersionsArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<DatasetVersion>> {
    const direction = args.sort?.dir === SortDir.asc ? 'ASC' : 'DESC';
    const list = {
      slice: (slice: { offset: number; limit: number }) =>
        loaders.of(this.details.versions).load({ datasetId: rowId, direction, slice }),
      count: () => this.versionsService.count(rowId),
    };
    return offsetConnection(args, list, toDatasetVersion);
  }

  @ResolveField(() => [DatasetSplit], { description: 'Those with examples of it, by name.' })
  async splits(
    @Parent() { rowId }: Dataset,
    @Context() { loaders }: GraphqlContext,
  ): Promise<DatasetSplit[]> {
    return (await loaders.of(this.details.splits).load(rowId)).map(toDatasetSplit);
  }

  @ResolveField(() => [DatasetLabel], { description: 'By name.' })
  async labels(
    @Parent() { rowId }: Dataset,
    @Context() { loaders }: GraphqlContext,
  ): Promise<DatasetLabel[]> {
    return (await loaders.of(this.details.labels).load(rowId)).map(toDatasetLabel);
  }
}
