import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../../../users/user.entity.js';

/** The random ID by which the authenticators of a user know the account. It reveals nothing about the user. */
@Entity('passkey_handles')
export class PasskeyHandleEntity {
  @ForeignKey(() => UserEntity, { name: 'passkey_handles_user_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({
    name: 'user_id',
    type: 'bigint',
    primaryKeyConstraintName: 'passkey_handles_pkey',
  })
  readonly userId: number;

  @Column({ type: 'bytea' })
  readonly handle: Buffer;
}
