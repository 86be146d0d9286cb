import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How often signing in to one account has failed in a row. */
@Entity('login_attempts')
@Index('login_attempts_updated', ['updatedAt'])
export class LoginAttemptEntity {
  /** SHA-256 of the way of signing in and the account: what people type is not kept. */
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'login_attempts_pkey' })
  readonly key: Buffer;

  @Column({ type: 'integer', default: 0 })
  readonly failures: number;

  /** Attempts under way, each of which may turn out a failure. */
  @Column({ type: 'integer', default: 0 })
  readonly reserved: number;

  @Column({ name: 'reserved_at', type: 'timestamptz', default: () => 'now()' })
  readonly reservedAt: Date;

  @Column({ name: 'locked_until', type: 'timestamptz', nullable: true })
  readonly lockedUntil: Date | null;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  readonly updatedAt: Date;
}
