import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Consecutive failures to sign in to one account. */
@Entity('login_attempts')
@Index('login_attempts_updated', ['updatedAt'])
export class LoginAttemptEntity {
  /** SHA-256 of the sign-in method and the account. The typed text is not stored. */
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'login_attempts_pkey' })
  readonly key: Buffer;

  @Column({ type: 'integer', default: 0 })
  readonly failures: number;

  /** Attempts in progress. Each may still fail. */
  @Column({ type: 'integer', default: 0 })
  readonly reserved: number;

  @Column({ name: 'reserved_at', type: 'timestamptz', default: () => 'now()' })
  readonly reservedAt: Date;

  @Column({ name: 'locked_until', type: 'timestamptz', nullable: true })
  readonly lockedUntil: Date | null;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  readonly updatedAt: Date;
}
