import { Args, Context, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import { findRoleIn } from '../../../kernel/access/project-access.js';
import { ForbiddenError } from '../../../kernel/errors/errors.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { type BatchLoader, createLoaderById } from '../../../kernel/graphql/loaders.js';
import { requireRowId } from '../../../kernel/ids/global-id.js';
import { toUserGroup, UserGroup } from '../../../users/groups/graphql/user-group.type.js';
import { USER_GROUP_TYPE, UserGroupsService } from '../../../users/groups/user-groups.service.js';
import { toUser, User } from '../../../users/graphql/user.type.js';
import { USER_TYPE, UsersService } from '../../../users/users.service.js';
import { Project, ProjectMutationPayload, toProjectPayload } from '../../graphql/project.type.js';
import { ProjectRole } from '../project-role.enum.js';
import {
  PROJECT_ROLE_TYPE,
  type ProjectRoleEntity,
  ProjectRolesService,
} from '../project-roles.service.js';
import {
  ProjectRoleAssignment,
  RemoveProjectRoleInput,
  SetProjectPrivacyInput,
  SetProjectRoleInput,
  toAssignment,
} from './project-role.type.js';

const SIGN_IN = 'Turn on authentication first: without it, everyone may see everything.';

/** The users and groups with a role in a project. */
@Resolver(() => Project)
export class ProjectRolesResolver {
  private readonly ofProject: BatchLoader<number, ProjectRoleEntity[]>;

  constructor(private readonly roles: ProjectRolesService) {
    this.ofProject = { batch: (projectIds) => roles.listByProject(projectIds) };
  }

  @ResolveField(() => ProjectRole, {
    nullable: true,
    description: 'Your role in the project, given here or on the server.',
  })
  viewerRole(
    @Parent() { rowId, parentRowId }: Project,
    @Context() { req }: GraphqlContext,
  ): ProjectRole | null {
    const { identity, projectAccess = null } = req;
    if (!identity) return null;
    const role = findRoleIn(projectAccess, identity.role, parentRowId ?? rowId);
    return role && ProjectRole[role];
  }

  @ResolveField(() => [ProjectRoleAssignment], {
    description: 'Who has a role in the project, oldest first. For its managers.',
  })
  async roleAssignments(
    @Parent() { rowId, parentRowId }: Project,
    @Context() { req, loaders }: GraphqlContext,
  ): Promise<ProjectRoleAssignment[]> {
    const { identity, projectAccess = null } = req;
    if (!identity || findRoleIn(projectAccess, identity.role, parentRowId ?? rowId) !== 'MANAGER') {
      throw new ForbiddenError('Only managers of the project can see who has a role in it.');
    }
    return (await loaders.of(this.ofProject).load(rowId)).map(toAssignment);
  }

  @Mutation(() => ProjectMutationPayload, {
    description:
      'Hides a project, with its datasets, prompts and experiments, from everyone without a role in it; or shows it again.',
  })
  @Access(
    'ADMIN',
    'by project role',
    { 'with authentication only': SIGN_IN },
    'while storage is full too',
  )
  async setProjectPrivacy(
    @Args('input') { projectId, isPrivate }: SetProjectPrivacyInput,
    @Caller() caller: Identity,
  ): Promise<ProjectMutationPayload> {
    return toProjectPayload(await this.roles.setPrivacy(projectId, isPrivate, caller));
  }

  @Mutation(() => ProjectMutationPayload, {
    description: 'Gives a user or a group a role in a project, instead of the one before.',
  })
  @Access('ADMIN', 'by project role', { 'with authentication only': SIGN_IN })
  async setProjectRole(
    @Args('input') { projectId, userId, email, userGroupId, role }: SetProjectRoleInput,
    @Caller() caller: Identity,
  ): Promise<ProjectMutationPayload> {
    const holder = {
      userId: userId == null ? undefined : requireRowId(userId, USER_TYPE),
      email: email ?? undefined,
      groupId: userGroupId == null ? undefined : requireRowId(userGroupId, USER_GROUP_TYPE),
    };
    return toProjectPayload(await this.roles.setRole(projectId, holder, role, caller));
  }

  @Mutation(() => ProjectMutationPayload, { description: 'Takes a role in a project away.' })
  @Access(
    'ADMIN',
    'by project role',
    { 'with authentication only': SIGN_IN },
    'while storage is full too',
  )
  async removeProjectRole(
    @Args('input') { projectId, roleAssignmentId }: RemoveProjectRoleInput,
    @Caller() caller: Identity,
  ): Promise<ProjectMutationPayload> {
    const id = requireRowId(roleAssignmentId, PROJECT_ROLE_TYPE);
    return toProjectPayload(await this.roles.removeRole(projectId, id, caller));
  }
}

/** The user or group that has a role. */
@Resolver(() => ProjectRoleAssignment)
export class RoleHolderResolver {
  private readonly users;
  private readonly groups;

  constructor(users: UsersService, groups: UserGroupsService) {
    this.users = createLoaderById((ids) => users.findByIds(ids), toUser);
    this.groups = createLoaderById((ids) => groups.findByIds(ids), toUserGroup);
  }

  @ResolveField(() => User, { nullable: true })
  async user(
    @Parent() { userRowId }: ProjectRoleAssignment,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    return userRowId === null ? null : loaders.of(this.users).load(userRowId);
  }

  @ResolveField(() => UserGroup, { nullable: true })
  async userGroup(
    @Parent() { groupRowId }: ProjectRoleAssignment,
    @Context() { loaders }: GraphqlContext,
  ): Promise<UserGroup | null> {
    return groupRowId === null ? null : loaders.of(this.groups).load(groupRowId);
  }
}
