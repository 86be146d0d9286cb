import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { ProjectEntity } from '../projects/project.entity.js';
import { UserEntity } from '../users/user.entity.js';

/** The permissions of a key: all those of its owner, reading only, or sending spans only. */
export type ApiKeyScopeName = 'full' | 'read' | 'ingest';

/** A key of a user or of the system user. The key itself is not stored. */
@Entity('api_keys')
@Unique('api_keys_key_hash_key', ['keyHash'])
@Index('api_keys_user', ['userId', 'id'])
@Index('api_keys_project', ['projectId'], { where: 'project_id IS NOT NULL' })
@Check('api_keys_scope_check', "scope IN ('full', 'read', 'ingest')")
export class ApiKeyEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'api_keys_pkey',
  })
  readonly id: number;

  @ForeignKey(() => UserEntity, { name: 'api_keys_user_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'user_id', type: 'bigint' })
  readonly userId: number;

  @Column({ type: 'text' })
  readonly name: string;

  @Column({ type: 'text', nullable: true })
  readonly description: string | null;

  /** The first characters of the key, which identify it to its owner. */
  @Column({ type: 'text' })
  readonly prefix: string;

  /** SHA-256 of the key. */
  @Column({ name: 'key_hash', type: 'bytea' })
  readonly keyHash: Buffer;

  @Column({ type: 'text', default: 'full' })
  readonly scope: ApiKeyScopeName;

  /** The only project the key is for; null for all projects. */
  @ForeignKey(() => ProjectEntity, { name: 'api_keys_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'bigint', nullable: true })
  readonly projectId: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: Date;

  @Column({ name: 'expires_at', type: 'timestamptz', nullable: true })
  readonly expiresAt: Date | null;

  /** Rounded down to the minute. */
  @Column({ name: 'last_used_at', type: 'timestamptz', nullable: true })
  readonly lastUsedAt: Date | null;
}
