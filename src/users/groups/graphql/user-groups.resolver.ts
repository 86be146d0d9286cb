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
import { Caller, type Identity, ONLY_ADMIN } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import { ForbiddenError } from '../../../kernel/errors/errors.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { type BatchLoader, createLoaderById } from '../../../kernel/graphql/loaders.js';
import { NodeRegistry } from '../../../kernel/graphql/node-registry.js';
import { requireRowId } from '../../../kernel/ids/global-id.js';
import { toUser, User } from '../../graphql/user.type.js';
import { USER_TYPE, UsersService } from '../../users.service.js';
import { USER_GROUP_TYPE, UserGroupsService } from '../user-groups.service.js';
import {
  CreateUserGroupInput,
  DeleteUserGroupsInput,
  PatchUserGroupInput,
} from './user-group.inputs.js';
import {
  DeleteUserGroupsPayload,
  toUserGroup,
  UserGroup,
  UserGroupMutationPayload,
} from './user-group.type.js';

@Resolver(() => UserGroup)
export class UserGroupsResolver {
  private readonly memberIds: BatchLoader<number, number[]>;
  private readonly users;

  constructor(
    private readonly groups: UserGroupsService,
    usersService: UsersService,
    nodes: NodeRegistry,
  ) {
    this.memberIds = { batch: (ids) => groups.listMemberIds(ids) };
    this.users = createLoaderById((ids) => usersService.findByIds(ids), toUser);
    const byId = createLoaderById((ids) => groups.findByIds(ids), toUserGroup);
    nodes.register(USER_GROUP_TYPE, async (id, { req, loaders }) => {
      assertAdministrator(req.identity);
      return loaders.of(byId).load(id);
    });
  }

  @Query(() => [UserGroup], {
    description: 'All groups, by name. For administrators and managers of projects.',
  })
  @Access('ADMIN', 'by project role', { 'with authentication only': ONLY_ADMIN })
  async userGroups(): Promise<UserGroup[]> {
    return (await this.groups.list()).map(toUserGroup);
  }

  @ResolveField(() => Int)
  async memberCount(
    @Parent() { rowId }: UserGroup,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number> {
    return (await loaders.of(this.memberIds).load(rowId)).length;
  }

  @ResolveField(() => [User], { description: 'By when they were added. For administrators.' })
  async members(
    @Parent() { rowId }: UserGroup,
    @Context() { loaders, req }: GraphqlContext,
  ): Promise<User[]> {
    assertAdministrator(req.identity);
    const ids = await loaders.of(this.memberIds).load(rowId);
    const users = await Promise.all(ids.map((id) => loaders.of(this.users).load(id)));
    return users.filter((user) => user !== null);
  }

  @Mutation(() => UserGroupMutationPayload, {
    description: 'Creates a group whose members are decided here.',
  })
  @Access('ADMIN', { 'with authentication only': ONLY_ADMIN })
  async createUserGroup(
    @Args('input') { name, memberIds }: CreateUserGroupInput,
    @Caller() caller: Identity,
  ): Promise<UserGroupMutationPayload> {
    const row = await this.groups.create(name, toUserIds(memberIds), caller);
    return { userGroup: toUserGroup(row), query: {} };
  }

  @Mutation(() => UserGroupMutationPayload, {
    description: 'Renames a group that was created here, or replaces its members.',
  })
  @Access('ADMIN', { 'with authentication only': ONLY_ADMIN })
  async patchUserGroup(
    @Args('input') { userGroupId, name, memberIds }: PatchUserGroupInput,
    @Caller() caller: Identity,
  ): Promise<UserGroupMutationPayload> {
    const id = requireRowId(userGroupId, USER_GROUP_TYPE);
    const changes = {
      name: name ?? undefined,
      memberIds: memberIds ? toUserIds(memberIds) : undefined,
    };
    const row = await this.groups.update(id, changes, caller);
    return { userGroup: toUserGroup(row), query: {} };
  }

  @Mutation(() => DeleteUserGroupsPayload, {
    description:
      'Deletes groups with their roles in projects. One that comes from elsewhere is created again, without roles, when one of its users signs in.',
  })
  @Access('ADMIN', { 'with authentication only': ONLY_ADMIN }, 'while storage is full too')
  async deleteUserGroups(
    @Args('input') { userGroupIds }: DeleteUserGroupsInput,
    @Caller() caller: Identity,
  ): Promise<DeleteUserGroupsPayload> {
    const ids = userGroupIds.map((id) => requireRowId(id, USER_GROUP_TYPE));
    await this.groups.delete(ids, caller);
    return { userGroupIds, query: {} };
  }
}

function assertAdministrator(identity: Identity | undefined): void {
  if (identity?.role !== 'ADMIN') throw new ForbiddenError(ONLY_ADMIN);
}

function toUserIds(globalIds: readonly string[]): number[] {
  return globalIds.map((id) => requireRowId(id, USER_TYPE));
}
