import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { UserEntity } from './user.entity.js';

/** A user's only valid password reset link. */
@Entity('password_reset_tokens')
@Unique('password_reset_tokens_user_id_key', ['userId'])
export class PasswordResetTokenEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'password_reset_tokens_pkey',
  })
  readonly id: number;

  @ForeignKey(() => UserEntity, {
    name: 'password_reset_tokens_user_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'user_id', type: 'bigint' })
  readonly userId: number;

  /** SHA-256 of the random part of the token. */
  @Column({ name: 'token_hash', type: 'bytea' })
  readonly tokenHash: Buffer;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: Date;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  readonly expiresAt: Date;
}
