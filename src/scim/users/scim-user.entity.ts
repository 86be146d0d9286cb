import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../../users/user.entity.js';

/** What a provisioning service calls a user. */
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

  @Column({ name: 'given_name', type: 'text', nullable: true })
  readonly givenName: string | null;

  @Column({ name: 'family_name', type: 'text', nullable: true })
  readonly familyName: string | null;
}
