import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserGroupEntity } from '../../users/groups/user-group.entity.js';
import { UserEntity } from '../../users/user.entity.js';
import { ProjectEntity } from '../project.entity.js';
import type { ProjectRole } from './project-role.enum.js';

/** The role that a user or a group has in a project. */
@Entity('project_roles')
@Index('project_roles_user', ['userId', 'projectId'], {
  unique: true,
  where: 'user_id IS NOT NULL',
})
@Index('project_roles_group', ['groupId', 'projectId'], {
  unique: true,
  where: 'group_id IS NOT NULL',
})
@Index('project_roles_project', ['projectId', 'id'])
@Check('project_roles_role_check', "role IN ('VIEWER', 'MEMBER', 'MANAGER')")
@Check('project_roles_holder_check', '(user_id IS NULL) <> (group_id IS NULL)')
export class ProjectRoleEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'project_roles_pkey',
  })
  readonly id: number;

  @ForeignKey(() => ProjectEntity, { name: 'project_roles_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'bigint' })
  readonly projectId: number;

  @ForeignKey(() => UserEntity, { name: 'project_roles_user_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'user_id', type: 'bigint', nullable: true })
  readonly userId: number | null;

  @ForeignKey(() => UserGroupEntity, {
    name: 'project_roles_group_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'group_id', type: 'bigint', nullable: true })
  readonly groupId: number | null;

  @Column({ type: 'text' })
  readonly role: `${ProjectRole}`;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;
}
