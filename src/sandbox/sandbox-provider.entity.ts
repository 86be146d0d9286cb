import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SandboxBackendType } from './sandbox.enum.js';

/** A backend, and whether administrators allow it. Backends without a row are not allowed. */
@Entity('sandbox_providers')
export class SandboxProviderEntity {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'sandbox_providers_pkey' })
  readonly backend: `${SandboxBackendType}`;

  @Column({ type: 'boolean' })
  readonly enabled: boolean;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  readonly updatedAt: string;
}
