import { Context, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../common/graphql/context.js';
import { type BatchLoader, loaderById } from '../../../common/graphql/loaders.js';
import { toUser, User } from '../../../users/graphql/user.type.js';
import { UsersService } from '../../../users/users.service.js';
import { DatasetVersion } from './dataset-version.type.js';
import { VersionNumbersLoader } from './version-numbers.loader.js';

@Resolver(() => DatasetVersion)
export class DatasetVersionFieldsResolver {
  private readonly users: BatchLoader<number, User | null>;

  constructor(
    users: UsersService,
    private readonly numbers: VersionNumbersLoader,
  ) {
    this.users = loaderById((ids) => users.findByIds(ids), toUser);
  }

  @ResolveField(() => Int, {
    description: 'Which of the versions of its dataset it is, counted from 1.',
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
