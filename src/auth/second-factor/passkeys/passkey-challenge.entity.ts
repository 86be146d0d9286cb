import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../../../users/user.entity.js';

/** A random text that a passkey must sign. Using it deletes the row. */
@Entity('passkey_challenges')
@Index('passkey_challenges_user', ['userId'], { where: 'user_id IS NOT NULL' })
@Index('passkey_challenges_expires', ['expiresAt'])
@Check('passkey_challenges_purpose_check', "purpose IN ('registration', 'sign-in', 'second-step')")
export class PasskeyChallengeEntity {
  /** SHA-256 of the challenge. */
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'passkey_challenges_pkey' })
  readonly hash: Buffer;

  @Column({ type: 'text' })
  readonly purpose: 'registration' | 'sign-in' | 'second-step';

  /** Whose passkey must sign it; null while the user is not known. */
  @ForeignKey(() => UserEntity, { name: 'passkey_challenges_user_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'user_id', type: 'bigint', nullable: true })
  readonly userId: number | null;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  readonly expiresAt: Date;
}
