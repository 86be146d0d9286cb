import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { UserEntity } from '../users/user.entity.js';
import type { SandboxBackendType, SandboxLanguage } from './sandbox.enum.js';
import { SandboxProviderEntity } from './sandbox-provider.entity.js';

/** The backend and time limit for code of one language. */
@Entity('sandbox_configs')
@Unique('sandbox_configs_name_key', ['name'])
@Index('sandbox_configs_backend', ['backend'])
@Index('sandbox_configs_user', ['userId'], { where: 'user_id IS NOT NULL' })
@Check('sandbox_configs_language_check', "language IN ('PYTHON', 'TYPESCRIPT')")
export class SandboxConfigEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'sandbox_configs_pkey',
  })
  readonly id: number;

  @ForeignKey(() => SandboxProviderEntity, { name: 'sandbox_configs_backend_fkey' })
  @Column({ type: 'text' })
  readonly backend: `${SandboxBackendType}`;

  @Column({ type: 'text' })
  readonly language: `${SandboxLanguage}`;

  @Column({ type: 'text', collation: 'C' })
  readonly name: string;

  @Column({ type: 'text', nullable: true })
  readonly description: string | null;

  /** Seconds. */
  @Column({ type: 'integer' })
  readonly timeout: number;

  @Column({ type: 'boolean' })
  readonly enabled: boolean;

  /** Who last changed it. */
  @ForeignKey(() => UserEntity, { name: 'sandbox_configs_user_id_fkey', onDelete: 'SET NULL' })
  @Column({ name: 'user_id', type: 'bigint', nullable: true })
  readonly userId: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  readonly updatedAt: string;
}
