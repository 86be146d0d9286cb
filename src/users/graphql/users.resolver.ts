import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import {
  assertSelfOrAdmin,
  Caller,
  type Identity,
  ONLY_ADMIN,
  RequiredRole,
  WhenSignedIn,
} from '../../common/access/access.js';
import { UnauthenticatedError } from '../../common/errors/errors.js';
import { requireRowId } from '../../common/ids/global-id.js';
import type { Connection } from '../../common/pagination/connection.js';
import { NodeRegistry } from '../../common/graphql/node-registry.js';
import { offsetConnection } from '../../common/pagination/offset-page.js';
import { CreateUserInput, DeleteUsersInput, PatchUserInput } from './user.inputs.js';
import { UsersArgs } from './users.args.js';
import { UserChangesService } from '../user-changes.service.js';
import { DeleteUsersPayload, UserConnection, UserMutationPayload } from './user-connection.type.js';
import { AuthMethod, toUser, type User, USER_ROLES, USER_TYPE, UserRole } from './user.type.js';
import { UsersLoader } from './users.loader.js';
import { UsersService } from '../users.service.js';

/** Without authentication nobody administers users here, which is told as a missing role. */
@Resolver()
export class UsersResolver {
  constructor(
    private readonly usersService: UsersService,
    private readonly changes: UserChangesService,
    nodes: NodeRegistry,
    loader: UsersLoader,
  ) {
    nodes.register(USER_TYPE, async (id, { req, loaders }) => {
      if (!req.identity) throw new UnauthenticatedError('Invalid token');
      assertSelfOrAdmin(req.identity, id);
      return loaders.of(loader).load(id);
    });
  }

  @Query(() => UserConnection, { description: 'People, in the order of their creation.' })
  @RequiredRole('ADMIN')
  @WhenSignedIn(ONLY_ADMIN)
  users(@Args() args: UsersArgs): Promise<Connection<User>> {
    const filter = args.filter ? { column: args.filter.col, part: args.filter.value } : null;
    const list = {
      slice: this.usersService.slice.bind(this.usersService, filter),
      count: () => this.usersService.count(filter),
    };
    return offsetConnection(args, list, toUser);
  }

  @Query(() => [UserRole], { description: 'The roles that can be given to somebody.' })
  @RequiredRole('VIEWER')
  userRoles(): readonly UserRole[] {
    return USER_ROLES;
  }

  @Mutation(() => UserMutationPayload)
  @RequiredRole('ADMIN')
  @WhenSignedIn(ONLY_ADMIN)
  async createUser(
    @Args('input') input: CreateUserInput,
    @Caller() caller: Identity,
  ): Promise<UserMutationPayload> {
    const { email, username, role, authMethod, sendWelcomeEmail } = input;
    // Unlike over REST, a local account needs one; none is like an empty one.
    const password = authMethod === AuthMethod.LOCAL ? (input.password ?? '') : input.password;
    const user = { email, username, role, authMethod, password };
    return answer(await this.changes.create(user, { sendWelcomeEmail }, caller));
  }

  @Mutation(() => UserMutationPayload)
  @RequiredRole('ADMIN')
  @WhenSignedIn(ONLY_ADMIN)
  async patchUser(
    @Args('input') input: PatchUserInput,
    @Caller() caller: Identity,
  ): Promise<UserMutationPayload> {
    const { newRole: role, newUsername: username, newPassword: password } = input;
    const id = requireRowId(input.userId, USER_TYPE);
    return answer(await this.changes.patch(id, { role, username, password }, caller));
  }

  @Mutation(() => DeleteUsersPayload, {
    description: 'Deletes accounts with their sessions and keys: all of them or none.',
  })
  @RequiredRole('ADMIN')
  @WhenSignedIn(ONLY_ADMIN)
  async deleteUsers(
    @Args('input') { userIds }: DeleteUsersInput,
    @Caller() caller: Identity,
  ): Promise<DeleteUsersPayload> {
    const ids = userIds.map((id) => requireRowId(id, USER_TYPE));
    await this.changes.deletePeople(ids, caller);
    return { userIds, query: {} };
  }
}

function answer(user: Parameters<typeof toUser>[0]): UserMutationPayload {
  return { user: toUser(user), query: {} };
}
