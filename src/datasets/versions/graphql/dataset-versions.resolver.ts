import { Context, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { type BatchLoader, createLoaderById } from '../../../kernel/graphql/loaders.js';
import { toUser, User } from '../../../users/graphql/user.type.js';
import { UsersService } from '../../../users/users.service.js';
import { DatasetVersionsService } from '../dataset-versions.service.js';
import { DatasetVersion } from './dataset-version.type.js';

@Resolver(() => DatasetVersion)
export class DatasetVersionsResolver {
  private readonly users: BatchLoader<number, User | null>;
  private readonly numbers: BatchLoader<number, number>;

  constructor(users: UsersService, versions: DatasetVersionsService) {
    this.users = createLoaderById((ids) => users.findByIds(ids), toUser);
    this.numbers = { batch: (ids) => versions.findNumbers(ids) };
  }

  @ResolveField(() => Int, {
    description: 'Position among the versions of the dataset, starting at 1.',
  })
  sequenceNumber(
    @Parent() { rowId }: DatasetVersion,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number> {
    return loaders.of(this.numbers).load(rowId);
  }

  @ResolveField(() => User, { nullable: true, description: 'Who made the change.' })
  async user(
    @Parent() { userRowId }: DatasetVersion,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    return userRowId === null ? null : loaders.of(this.users).load(userRowId);
  }
}
