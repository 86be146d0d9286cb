import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { LoginSessionEntity } from './login-session.entity.js';

/** An access token and the refresh token issued with it, each as the SHA-256 of its random part. */
@Entity('login_tokens')
@Index('login_tokens_session', ['sessionId', 'id'])
@Index('login_tokens_expires', ['refreshExpiresAt'])
export class LoginTokenEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'login_tokens_pkey',
  })
  readonly id: number;

  @ForeignKey(() => LoginSessionEntity, {
    name: 'login_tokens_session_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'session_id', type: 'bigint' })
  readonly sessionId: number;

  @Column({ name: 'access_hash', type: 'bytea' })
  readonly accessHash: Buffer;

  @Column({ name: 'refresh_hash', type: 'bytea' })
  readonly refreshHash: Buffer;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: Date;

  @Column({ name: 'access_expires_at', type: 'timestamptz' })
  readonly accessExpiresAt: Date;

  @Column({ name: 'refresh_expires_at', type: 'timestamptz' })
  readonly refreshExpiresAt: Date;

  /** Set when the refresh token is used, which makes both tokens invalid. */
  @Column({ name: 'consumed_at', type: 'timestamptz', nullable: true })
  readonly consumedAt: Date | null;

  /** SHA-256 that recognizes the client that used it. */
  @Column({ name: 'consumed_by', type: 'bytea', nullable: true })
  readonly consumedBy: Buffer | null;
}
