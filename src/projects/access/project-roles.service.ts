import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { DatabaseWriter } from '../../database/database-writer.js';
import { AuditService } from '../../audit/audit.service.js';
import type { Identity } from '../../kernel/access/access.js';
import { ProjectAccessReader, type ProjectRoleName } from '../../kernel/access/project-access.js';
import { isForeignKeyViolation } from '../../kernel/errors/database-errors.js';
import { BadRequestError, ConflictError, NotFoundError } from '../../kernel/errors/errors.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { UserGroupsService } from '../../users/groups/user-groups.service.js';
import { USER_GROUP_TYPE } from '../../users/groups/user-group.entity.js';
import { USER_TYPE } from '../../users/user.entity.js';
import { UsersService } from '../../users/users.service.js';
import { ProjectEntity } from '../project.entity.js';
import { PROJECT_TYPE, ProjectsService } from '../projects.service.js';
import { ProjectAccessQueries } from './project-access.queries.js';
import { ProjectRoleEntity } from './project-role.entity.js';

export type { ProjectRoleEntity } from './project-role.entity.js';

/** Type name in the global ID of a role in a project. */
export const PROJECT_ROLE_TYPE = 'ProjectRoleAssignment';

/** The user or group that gets a role. Exactly one is given; IDs are row IDs. */
export interface RoleHolder {
  userId?: number | undefined;
  email?: string | undefined;
  groupId?: number | undefined;
}

/** Users and groups with a role in one project. */
const MAX_ROLES = 1_000;

/** Decides who may see and change a project. Its callers are administrators and its managers. */
@Injectable()
export class ProjectRolesService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: ProjectAccessQueries,
    private readonly projects: ProjectsService,
    private readonly users: UsersService,
    private readonly groups: UserGroupsService,
    private readonly access: ProjectAccessReader,
    private readonly audit: AuditService,
  ) {}

  /** Lists the roles in each project, oldest first. */
  async listByProject(projectIds: readonly number[]): Promise<ProjectRoleEntity[][]> {
    const rows = await this.database.manager.find(ProjectRoleEntity, {
      where: { projectId: In([...projectIds]) },
      order: { id: 'ASC' },
    });
    const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
    return projectIds.map((id) => byProject.get(id) ?? []);
  }

  /**
   * Hides a project from those without a role in it, or shows it to everyone again.
   * @param projectId global ID.
   * @throws NotFoundError, BadRequestError for a project that cannot be private.
   */
  async setPrivacy(projectId: string, isPrivate: boolean, actor: Identity): Promise<ProjectEntity> {
    const project = await this.projects.getByGlobalId(projectId);
    if (project.isPrivate === isPrivate) return project;
    if (isPrivate) assertCanBePrivate(project);
    await this.database.inTransaction(async (tx) => {
      const changes = { isPrivate, updatedAt: () => 'now()' };
      await tx.update(ProjectEntity, { id: project.id }, changes);
      const action = isPrivate ? 'project.hidden' : 'project.shown';
      await this.record(tx, action, project, actor);
    });
    this.access.forget();
    return this.projects.getByGlobalId(projectId);
  }

  /**
   * Gives a user or a group a role in a project, instead of the one before. Managers name users by their email
   * address, or by the ID of one who has a role in the project already: counting IDs tells them nothing.
   * @param projectId global ID.
   * @throws NotFoundError for an unknown project, user or group, BadRequestError unless one holder is
   * given, ConflictError if there are too many.
   */
  async setRole(
    projectId: string,
    holder: RoleHolder,
    role: ProjectRoleName,
    actor: Identity,
  ): Promise<ProjectEntity> {
    const project = await this.projects.getByGlobalId(projectId);
    const { userId, groupId, name } = await this.findHolder(holder, project.id, actor);
    const key = userId === null ? { groupId } : { userId };
    try {
      await this.database.inTransaction(async (tx) => {
        await this.queries.lockRoles(tx, project.id);
        const where = { projectId: project.id, ...key };
        const { affected } = await tx.update(ProjectRoleEntity, where, { role });
        if (affected === 0) {
          if ((await tx.countBy(ProjectRoleEntity, { projectId: project.id })) >= MAX_ROLES) {
            throw new ConflictError(
              `The project has ${MAX_ROLES} roles already. Give a role to a group instead.`,
            );
          }
          await tx.insert(ProjectRoleEntity, { projectId: project.id, userId, groupId, role });
        }
        await this.record(tx, 'project.role_changed', project, actor, { holder: name, role });
      });
    } catch (error) {
      if (isForeignKeyViolation(error)) throw new NotFoundError('It no longer exists.');
      throw error;
    }
    this.access.forget();
    return project;
  }

  /**
   * Removes a role.
   * @param projectId global ID.
   * @throws NotFoundError for an unknown project, or a role that is not in it.
   */
  async removeRole(projectId: string, roleId: number, actor: Identity): Promise<ProjectEntity> {
    const project = await this.projects.getByGlobalId(projectId);
    await this.database.inTransaction(async (tx) => {
      const where = { id: roleId, projectId: project.id };
      const row = await tx.findOneBy(ProjectRoleEntity, where);
      if (!row) {
        throw new NotFoundError(`Role "${toGlobalId(PROJECT_ROLE_TYPE, roleId)}" not found.`);
      }
      await tx.delete(ProjectRoleEntity, where);
      const holder =
        row.userId === null
          ? toGlobalId(USER_GROUP_TYPE, row.groupId!)
          : toGlobalId(USER_TYPE, row.userId);
      await this.record(tx, 'project.role_removed', project, actor, { holder, role: row.role });
    });
    this.access.forget();
    return project;
  }

  private async findHolder(
    { userId, email, groupId }: RoleHolder,
    projectId: number,
    { role }: Identity,
  ) {
    const given = [userId, email, groupId].filter((one) => one !== undefined);
    if (given.length !== 1) {
      throw new BadRequestError('Give exactly one of userId, email and userGroupId.');
    }
    if (groupId !== undefined) {
      const [group] = await this.groups.findByIds([groupId]);
      if (group) return { userId: null, groupId: group.id, name: group.name };
      throw new NotFoundError(`Group "${toGlobalId(USER_GROUP_TYPE, groupId)}" not found.`);
    }
    const user =
      userId === undefined
        ? await this.users.findByEmail(email!)
        : await this.users.findById(userId);
    const isKnown =
      userId === undefined ||
      role === 'ADMIN' ||
      (await this.database.manager.existsBy(ProjectRoleEntity, { projectId, userId }));
    if (!user || user.role === 'SYSTEM' || !isKnown) {
      const asked = email ?? toGlobalId(USER_TYPE, userId!);
      throw new NotFoundError(`User "${asked}" not found.`);
    }
    return { userId: user.id, groupId: null, name: user.username };
  }

  private record(
    tx: EntityManager,
    action: string,
    { id, name }: ProjectEntity,
    actor: Identity,
    details: Record<string, unknown> = {},
  ): Promise<void> {
    return this.audit.record(
      { action, actor, subject: { type: PROJECT_TYPE, id, name }, details },
      tx,
    );
  }
}

function assertCanBePrivate({ name, parentId }: ProjectEntity): void {
  if (name === 'default') {
    throw new BadRequestError(
      'The project "default" cannot be private, because spans that name no project are stored there.',
    );
  }
  if (parentId !== null) {
    throw new BadRequestError(
      'This project is as private as the project of its dataset or rule. Make that one private instead.',
    );
  }
}
