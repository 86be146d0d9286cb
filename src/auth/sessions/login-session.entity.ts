import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { AuthMethodName } from '../../users/auth-methods.contract.js';
import { UserEntity } from '../../users/user.entity.js';

/** One sign-in of one browser: a chain of refresh tokens. */
@Entity('login_sessions')
@Index('login_sessions_user', ['userId', 'id'])
@Index('login_sessions_expires', ['expiresAt'])
export class LoginSessionEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'login_sessions_pkey',
  })
  readonly id: number;

  @ForeignKey(() => UserEntity, { name: 'login_sessions_user_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'user_id', type: 'bigint' })
  readonly userId: number;

  @Column({ name: 'auth_method', type: 'text' })
  readonly authMethod: AuthMethodName;

  /** Name of the OIDC provider. */
  @Column({ type: 'text', nullable: true })
  readonly provider: string | null;

  /** The provider's ID token, which is needed to sign out there. */
  @Column({ name: 'id_token_sealed', type: 'bytea', nullable: true })
  readonly idTokenSealed: Buffer | null;

  @Column({ name: 'id_token_key_id', type: 'text', nullable: true })
  readonly idTokenKeyId: string | null;

  @Column({ type: 'text', nullable: true })
  readonly address: string | null;

  @Column({ name: 'user_agent', type: 'text', nullable: true })
  readonly userAgent: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: Date;

  /** When its tokens were last refreshed. */
  @Column({ name: 'last_used_at', type: 'timestamptz', default: () => 'now()' })
  readonly lastUsedAt: Date;

  /** Refreshing does not extend this. */
  @Column({ name: 'expires_at', type: 'timestamptz' })
  readonly expiresAt: Date;
}
