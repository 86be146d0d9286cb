import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../../../users/user.entity.js';

/** An app that shows a code every thirty seconds (RFC 6238). A user has at most one. */
@Entity('totp_authenticators')
export class TotpAuthenticatorEntity {
  @ForeignKey(() => UserEntity, { name: 'totp_authenticators_user_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({
    name: 'user_id',
    type: 'bigint',
    primaryKeyConstraintName: 'totp_authenticators_pkey',
  })
  readonly userId: number;

  /** The secret that the app knows as well, in base32. */
  @Column({ name: 'secret_sealed', type: 'bytea' })
  readonly secretSealed: Buffer;

  @Column({ name: 'secret_key_id', type: 'text' })
  readonly secretKeyId: string;

  /** The newest time step whose code was accepted. No code works twice. */
  @Column({ name: 'last_step', type: 'bigint', nullable: true })
  readonly lastStep: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: Date;

  /** When the user entered the first code. Until then, signing in does not ask for one. */
  @Column({ name: 'confirmed_at', type: 'timestamptz', nullable: true })
  readonly confirmedAt: Date | null;
}
