import {
  Args,
  ArgsType,
  Field,
  InputType,
  Mutation,
  Parent,
  Query,
  registerEnumType,
  ResolveField,
  Resolver,
} from '@nestjs/graphql';
import {
  assertSelfOrAdmin,
  Caller,
  type Identity,
  isSelfOrAdmin,
  ONLY_ADMIN,
} from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import { UnauthenticatedError } from '../../../kernel/errors/errors.js';
import { requireRowId } from '../../../kernel/ids/global-id.js';
import type { Connection } from '../../../kernel/pagination/connection.js';
import { createLoaderById } from '../../../kernel/graphql/loaders.js';
import { NodeRegistry } from '../../../kernel/graphql/node-registry.js';
import { offsetConnection, OffsetPageArgs } from '../../../kernel/pagination/offset-page.js';
import { CreateUserInput, DeleteUsersInput, PatchUserInput } from './user.inputs.js';
import { UserChangesService } from '../user-changes.service.js';
import {
  DeleteUsersPayload,
  toUser,
  User,
  USER_ROLES,
  UserConnection,
  UserMutationPayload,
  UserRole,
} from '../../../users/graphql/user.type.js';
import { AUTH_METHODS } from '../../../users/auth-methods.contract.js';
import { USER_TYPE, UsersService } from '../../../users/users.service.js';

enum UserFilterColumn {
  username = 'username',
  email = 'email',
}

registerEnumType(UserFilterColumn, { name: 'UserFilterColumn' });

@InputType({ description: 'Selects users whose column contains the value, ignoring case.' })
class UserFilter {
  @Field(() => UserFilterColumn)
  col: UserFilterColumn;

  @Field(() => String)
  value: string;
}

@ArgsType()
class UsersArgs extends OffsetPageArgs {
  @Field(() => UserFilter, { nullable: true })
  filter?: UserFilter | null;
}

/** Lists and changes users. Without authentication, nobody may do so. */
@Resolver(() => User)
export class UsersResolver {
  constructor(
    private readonly usersService: UsersService,
    private readonly changes: UserChangesService,
    nodes: NodeRegistry,
  ) {
    const byId = createLoaderById((ids) => usersService.findByIds(ids), toUser);
    nodes.register(USER_TYPE, async (id, { req, loaders }) => {
      if (!req.identity) throw new UnauthenticatedError('Invalid token');
      assertSelfOrAdmin(req.identity, id);
      return loaders.of(byId).load(id);
    });
  }

  @Query(() => UserConnection, {
    description: 'Users, oldest first. Does not include the system user.',
  })
  @Access('ADMIN', { 'with authentication only': ONLY_ADMIN })
  users(@Args() args: UsersArgs): Promise<Connection<User>> {
    const filter = args.filter ? { column: args.filter.col, part: args.filter.value } : null;
    const list = {
      slice: this.usersService.listSlice.bind(this.usersService, filter),
      count: () => this.usersService.count(filter),
    };
    return offsetConnection(args, list, toUser);
  }

  @Query(() => [UserRole], { description: 'The roles that can be assigned to a user.' })
  @Access('VIEWER')
  userRoles(): readonly UserRole[] {
    return USER_ROLES;
  }

  @Mutation(() => UserMutationPayload)
  @Access('ADMIN', { 'with authentication only': ONLY_ADMIN })
  async createUser(
    @Args('input') input: CreateUserInput,
    @Caller() caller: Identity,
  ): Promise<UserMutationPayload> {
    const { email, username, role, authMethod, sendWelcomeEmail } = input;
    // Unlike over REST, a local account requires a password, so a missing one counts as empty.
    const password = AUTH_METHODS[authMethod].hasPassword ? (input.password ?? '') : input.password;
    const user = { email, username, role, authMethod, password };
    return toPayload(await this.changes.create(user, { sendWelcomeEmail }, caller));
  }

  @Mutation(() => UserMutationPayload)
  @Access('ADMIN', { 'with authentication only': ONLY_ADMIN }, 'while storage is full too')
  async patchUser(
    @Args('input') input: PatchUserInput,
    @Caller() caller: Identity,
  ): Promise<UserMutationPayload> {
    const { newRole: role, newUsername: username, newPassword: password } = input;
    const id = requireRowId(input.userId, USER_TYPE);
    return toPayload(await this.changes.update(id, { role, username, password }, caller));
  }

  @Mutation(() => DeleteUsersPayload, {
    description:
      'Deletes users with their sessions and keys. If one cannot be deleted, deletes none.',
  })
  @Access('ADMIN', { 'with authentication only': ONLY_ADMIN }, 'while storage is full too')
  async deleteUsers(
    @Args('input') { userIds }: DeleteUsersInput,
    @Caller() caller: Identity,
  ): Promise<DeleteUsersPayload> {
    const ids = userIds.map((id) => requireRowId(id, USER_TYPE));
    await this.changes.deleteMany(ids, caller);
    return { userIds, query: {} };
  }

  @ResolveField(() => String, {
    nullable: true,
    description:
      'Visible to the user and administrators. Null for others, and for users of a directory ' +
      'without addresses.',
  })
  email(@Parent() { rowId, email }: User, @Caller() caller: Identity): string | null {
    return isSelfOrAdmin(caller, rowId) ? email : null;
  }
}

function toPayload(user: Parameters<typeof toUser>[0]): UserMutationPayload {
  return { user: toUser(user), query: {} };
}
