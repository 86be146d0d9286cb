import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { ProjectEntity } from '../projects/project.entity.js';
import type { RetentionExemption } from './retention-policy.enum.js';

/** A policy that determines which traces of its projects are deleted, and when. */
@Entity('retention_policies')
@Unique('retention_policies_name_key', ['name'])
@Index('retention_policies_default', ['isDefault'], { unique: true, where: 'is_default' })
@Index('retention_policies_next_run', ['nextRunAt'])
@Check('retention_policies_rule_check', 'max_days IS NOT NULL OR max_count IS NOT NULL')
@Check('retention_policies_max_days_check', 'max_days >= 0')
@Check('retention_policies_max_count_check', 'max_count >= 0')
export class RetentionPolicyEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'retention_policies_pkey',
  })
  readonly id: number;

  @Column({ type: 'text', collation: 'C' })
  readonly name: string;

  /** In UTC. */
  @Column({ name: 'cron_expression', type: 'text' })
  readonly cronExpression: string;

  /** Deletes traces that began longer ago; 0 keeps all. Null if age does not count. */
  @Column({ name: 'max_days', type: 'double precision', nullable: true })
  readonly maxDays: number | null;

  /** How many of the newest traces of each project it keeps; 0 keeps all. Null if that does not count. */
  @Column({ name: 'max_count', type: 'integer', nullable: true })
  readonly maxCount: number | null;

  /** Deletes the oldest traces of each project until it occupies no more bytes than this; null: any. */
  @Column({ name: 'max_bytes', type: 'bigint', nullable: true })
  readonly maxBytes: number | null;

  /** Removes the texts of traces that began longer ago; null: they stay as long as the traces. */
  @Column({ name: 'max_text_days', type: 'double precision', nullable: true })
  readonly maxTextDays: number | null;

  /** Which traces it never deletes, and of which it removes no texts. */
  @Column({ type: 'text', array: true, default: () => "'{}'" })
  readonly keeps: `${RetentionExemption}`[];

  /** Whether projects without a policy follow it. */
  @Column({ name: 'is_default', type: 'boolean', default: false })
  readonly isDefault: boolean;

  @Column({ name: 'next_run_at', type: 'timestamptz' })
  readonly nextRunAt: string;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  readonly updatedAt: string;
}

/** The projects that follow a policy of their own. */
@Entity('project_retention_policies')
@Index('project_retention_policies_policy', ['policyId'])
export class ProjectRetentionPolicyEntity {
  @ForeignKey(() => ProjectEntity, {
    name: 'project_retention_policies_project_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({
    name: 'project_id',
    type: 'bigint',
    primaryKeyConstraintName: 'project_retention_policies_pkey',
  })
  readonly projectId: number;

  @ForeignKey(() => RetentionPolicyEntity, {
    name: 'project_retention_policies_policy_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'policy_id', type: 'bigint' })
  readonly policyId: number;
}
