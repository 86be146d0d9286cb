import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../../users/user.entity.js';

/** The fields of a user that only SCIM has, such as the user's ID in the provisioning service. */
@Entity('scim_users')
@Index('scim_users_user_name', { synchronize: false })
@Index('scim_users_external_id', ['externalId'])
export class ScimUserEntity {
  @ForeignKey(() => UserEntity, { name: 'scim_users_user_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'user_id', type: 'bigint', primaryKeyConstraintName: 'scim_users_pkey' })
  readonly userId: number;

  /** Unique, ignoring case. */
  @Column({ name: 'user_name', type: 'text' })
  readonly userName: string;

  @Column({ name: 'external_id', type: 'text', collation: 'C', nullable: true })
  readonly externalId: string | null;

  @Column({ name: 'display_name', type: 'text', nullable: true })
  readonly displayName: string | null;

  @Column({ name: 'formatted_name', type: 'text', nullable: true })
  readonly formattedName: string | null;

  @Column({ name: 'given_name', type: 'text', nullable: true })
  readonly givenName: string | null;

  @Column({ name: 'family_name', type: 'text', nullable: true })
  readonly familyName: string | null;

  /** The address as the service writes it. Outdated if it differs in more than case from the user's. */
  @Column({ type: 'text', nullable: true })
  readonly email: string | null;

  /** Whether the service has assigned the role. Users without one are viewers. */
  @Column({ name: 'has_role', type: 'boolean', default: true })
  readonly hasRole: boolean;
}
