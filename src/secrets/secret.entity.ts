import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../users/user.entity.js';

/** A credential of a model provider, sealed. */
@Entity('secrets')
@Index('secrets_user', ['userId'], { where: 'user_id IS NOT NULL' })
export class SecretEntity {
  /** Such as `OPENAI_API_KEY`. */
  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName: 'secrets_pkey' })
  readonly key: string;

  @Column({ type: 'bytea', select: false })
  readonly sealed: Buffer;

  /** ID of the server secret that sealed it. */
  @Column({ name: 'key_id', type: 'text' })
  readonly keyId: string;

  /** Who set it last; null if unknown or deleted. */
  @ForeignKey(() => UserEntity, { name: 'secrets_user_id_fkey', onDelete: 'SET NULL' })
  @Column({ name: 'user_id', type: 'bigint', nullable: true })
  readonly userId: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  readonly updatedAt: Date;
}
