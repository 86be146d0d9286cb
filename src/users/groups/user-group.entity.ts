import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../user.entity.js';

/** Type name inside a group's global ID. */
export const USER_GROUP_TYPE = 'UserGroup';

/** The source of a group's members: this server, or the source of its users. */
export type UserGroupSource = 'LOCAL' | 'OIDC' | 'LDAP' | 'SCIM';

/** Users who get roles in projects together. */
@Entity('user_groups')
@Index('user_groups_name', ['source', 'name'], { unique: true })
@Index('user_groups_external_id', ['source', 'externalId'], {
  unique: true,
  where: 'external_id IS NOT NULL',
})
@Check('user_groups_source_check', "source IN ('LOCAL', 'OIDC', 'LDAP', 'SCIM')")
export class UserGroupEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'user_groups_pkey',
  })
  readonly id: number;

  /** Unique among the groups of its source. */
  @Column({ type: 'text', collation: 'C' })
  readonly name: string;

  @Column({ type: 'text' })
  readonly source: UserGroupSource;

  /** The ID in its source, such as a claim's value, a distinguished name or a SCIM `externalId`. */
  @Column({ name: 'external_id', type: 'text', collation: 'C', nullable: true })
  readonly externalId: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  readonly updatedAt: string;
}

/** A user in a group. */
@Entity('user_group_members')
@Index('user_group_members_user', ['userId'])
export class UserGroupMemberEntity {
  @ForeignKey(() => UserGroupEntity, {
    name: 'user_group_members_group_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({
    name: 'group_id',
    type: 'bigint',
    primaryKeyConstraintName: 'user_group_members_pkey',
  })
  readonly groupId: number;

  @ForeignKey(() => UserEntity, { name: 'user_group_members_user_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({
    name: 'user_id',
    type: 'bigint',
    primaryKeyConstraintName: 'user_group_members_pkey',
  })
  readonly userId: number;
}
