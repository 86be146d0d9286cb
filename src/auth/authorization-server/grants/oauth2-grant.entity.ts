import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../../../users/user.entity.js';
import { OAuth2ClientEntity } from '../clients/oauth2-client.entity.js';

/** A user's permission for an application to act for them. */
@Entity('oauth2_grants')
@Index('oauth2_grants_user', ['userId', 'id'])
@Index('oauth2_grants_client', ['clientId'])
@Index('oauth2_grants_expires', ['expiresAt'])
@Index('oauth2_grants_revoked', ['revokedAt'], { where: 'revoked_at IS NOT NULL' })
@Check('oauth2_grants_audience_check', "audience IN ('server', 'mcp')")
export class OAuth2GrantEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'oauth2_grants_pkey',
  })
  readonly id: number;

  @ForeignKey(() => UserEntity, { name: 'oauth2_grants_user_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'user_id', type: 'bigint' })
  readonly userId: number;

  @ForeignKey(() => OAuth2ClientEntity, {
    name: 'oauth2_grants_client_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'client_id', type: 'bigint' })
  readonly clientId: number;

  /** The part of the server that it is limited to; null: none. */
  @Column({ type: 'text', nullable: true })
  readonly audience: 'server' | 'mcp' | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: Date;

  /** Refreshing does not extend this. */
  @Column({ name: 'expires_at', type: 'timestamptz' })
  readonly expiresAt: Date;

  /** To the minute. */
  @Column({ name: 'last_used_at', type: 'timestamptz', nullable: true })
  readonly lastUsedAt: Date | null;

  @Column({ name: 'revoked_at', type: 'timestamptz', nullable: true })
  readonly revokedAt: Date | null;
}
