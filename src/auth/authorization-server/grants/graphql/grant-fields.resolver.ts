import { Context, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { assertSelfOrAdmin, Caller, type Identity } from '../../../../kernel/access/access.js';
import { NotFoundError } from '../../../../kernel/errors/errors.js';
import type { GraphqlContext } from '../../../../kernel/graphql/context.js';
import { createLoaderById } from '../../../../kernel/graphql/loaders.js';
import { toUser, User } from '../../../../users/graphql/user.type.js';
import { UsersService } from '../../../../users/users.service.js';
import { GrantCountLoader, GrantsOfUserLoader } from './grants.loader.js';
import { OAuth2Grant } from './oauth2-grant.type.js';

/** The fields that grants add to a user, for that user and administrators. */
@Resolver(() => User)
export class UserGrantsResolver {
  constructor(
    private readonly grants: GrantsOfUserLoader,
    private readonly counts: GrantCountLoader,
  ) {}

  @ResolveField(() => [OAuth2Grant], {
    description:
      'Applications that act for the user, newest first. Visible to the user and administrators.',
  })
  oauth2Grants(
    @Parent() { rowId }: User,
    @Caller() caller: Identity,
    @Context() { loaders }: GraphqlContext,
  ): Promise<OAuth2Grant[]> {
    assertSelfOrAdmin(caller, rowId);
    return loaders.of(this.grants).load(rowId);
  }

  @ResolveField(() => Int, { description: 'Visible to the user and administrators.' })
  oauth2GrantCount(
    @Parent() { rowId }: User,
    @Caller() caller: Identity,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number> {
    assertSelfOrAdmin(caller, rowId);
    return loaders.of(this.counts).load(rowId);
  }
}

/** The user of a grant. */
@Resolver(() => OAuth2Grant)
export class GrantFieldsResolver {
  private readonly users;

  constructor(users: UsersService) {
    this.users = createLoaderById((ids) => users.findByIds(ids), toUser);
  }

  @ResolveField(() => User)
  async user(
    @Parent() { userId }: OAuth2Grant,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User> {
    const user = await loaders.of(this.users).load(userId);
    // A grant is deleted with its user, so the deletion has just happened.
    if (!user) throw new NotFoundError('The user has since been deleted.');
    return user;
  }
}
