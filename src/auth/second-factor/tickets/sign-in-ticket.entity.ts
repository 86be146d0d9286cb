import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../../../users/user.entity.js';

/** A correct password that still needs a second factor. The browser has the ticket in a cookie. */
@Entity('sign_in_tickets')
@Index('sign_in_tickets_user', ['userId'])
@Index('sign_in_tickets_expires', ['expiresAt'])
export class SignInTicketEntity {
  /** SHA-256 of the ticket. */
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'sign_in_tickets_pkey' })
  readonly hash: Buffer;

  @ForeignKey(() => UserEntity, { name: 'sign_in_tickets_user_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'user_id', type: 'bigint' })
  readonly userId: number;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  readonly expiresAt: Date;
}
