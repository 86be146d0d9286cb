import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { UserEntity } from '../../../users/user.entity.js';

/** A key pair of a phone, a computer, a password manager or a security key (WebAuthn). */
@Entity('passkeys')
@Unique('passkeys_credential_id_key', ['credentialId'])
@Index('passkeys_user', ['userId', 'id'])
export class PasskeyEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'passkeys_pkey',
  })
  readonly id: number;

  @ForeignKey(() => UserEntity, { name: 'passkeys_user_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'user_id', type: 'bigint' })
  readonly userId: number;

  /** By which the user recognizes it. */
  @Column({ type: 'text' })
  readonly name: string;

  @Column({ name: 'credential_id', type: 'bytea' })
  readonly credentialId: Buffer;

  /** In COSE form. */
  @Column({ name: 'public_key', type: 'bytea' })
  readonly publicKey: Buffer;

  /** How often it has been used, if it counts. A copy would have a smaller counter. */
  @Column({ type: 'bigint', default: 0 })
  readonly counter: number;

  /** How the browser reaches it, such as `internal` or `usb`. */
  @Column({ type: 'text', array: true, default: '{}' })
  readonly transports: string[];

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: Date;

  @Column({ name: 'last_used_at', type: 'timestamptz', nullable: true })
  readonly lastUsedAt: Date | null;
}
