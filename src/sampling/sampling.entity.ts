import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ProjectEntity } from '../projects/project.entity.js';

/**
 * The sampling policy of a project, which selects the traces to keep once they are quiet. Projects that never
 * had a policy have no row.
 */
@Entity('sampling_policies')
export class SamplingPolicyEntity {
  @ForeignKey(() => ProjectEntity, {
    name: 'sampling_policies_project_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({
    name: 'project_id',
    type: 'bigint',
    primaryKeyConstraintName: 'sampling_policies_pkey',
  })
  readonly projectId: number;

  @Column({ name: 'is_enabled', type: 'boolean' })
  readonly isEnabled: boolean;

  /** `SamplingRules`. */
  @Column({ type: 'jsonb' })
  readonly rules: object;

  /** The same as in the rules, for the loop. */
  @Column({ name: 'quiet_seconds', type: 'integer' })
  readonly quietSeconds: number;

  /** Traces of which a span arrived before are kept. */
  @Column({ name: 'enabled_at', type: 'timestamptz', default: () => 'now()' })
  readonly enabledAt: string;

  /** Why traces were kept about which it could not decide. */
  @Column({ name: 'last_error', type: 'text', nullable: true })
  readonly lastError: string | null;

  @Column({ name: 'last_error_at', type: 'timestamptz', nullable: true })
  readonly lastErrorAt: string | null;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  readonly updatedAt: string;
}

const KEY = { primaryKeyConstraintName: 'sampling_quarters_pkey' };

/** The counts of a project's traces by outcome, in quarters of an hour. */
@Entity('sampling_quarters')
export class SamplingQuarterEntity {
  @ForeignKey(() => ProjectEntity, {
    name: 'sampling_quarters_project_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({ name: 'project_id', type: 'bigint', ...KEY })
  readonly projectId: number;

  /** In which it was decided. */
  @PrimaryColumn({ type: 'integer', ...KEY })
  readonly quarter: number;

  @PrimaryColumn({ type: 'text', ...KEY })
  readonly outcome: string;

  @Column({ name: 'trace_count', type: 'bigint' })
  readonly traceCount: number;

  @Column({ name: 'span_count', type: 'bigint' })
  readonly spanCount: number;
}

/** Blocks of new spans whose traces may be undecided. The span index hands them over. */
@Entity('undecided_spans')
@Index('undecided_spans_project', ['projectId', 'id'])
export class UndecidedSpansEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'undecided_spans_pkey',
  })
  readonly id: number;

  @Column({ name: 'project_id', type: 'bigint' })
  readonly projectId: number;

  @Column({ type: 'bigint', array: true })
  readonly blocks: number[];

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;
}
