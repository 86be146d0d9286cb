import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { EvaluatorEntity } from '../evaluators/evaluator.entity.js';
import { ProjectEntity } from '../projects/project.entity.js';
import { UserEntity } from '../users/user.entity.js';
import type { EvaluationRuleTarget } from './evaluation-rule.enum.js';

/** Evaluates a sample of what arrives in a project and meets a condition. */
@Entity('evaluation_rules')
@Unique('evaluation_rules_project_id_name_key', ['projectId', 'name'])
@Unique('evaluation_rules_traces_project_name_key', ['tracesProjectName'])
@Index('evaluation_rules_evaluator', ['evaluatorId'])
@Index('evaluation_rules_user', ['userId'], { where: 'user_id IS NOT NULL' })
@Check('evaluation_rules_target_check', "target IN ('SPAN', 'TRACE', 'SESSION')")
@Check('evaluation_rules_sampling_rate_check', 'sampling_rate > 0 AND sampling_rate <= 1')
export class EvaluationRuleEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'evaluation_rules_pkey',
  })
  readonly id: number;

  @ForeignKey(() => ProjectEntity, {
    name: 'evaluation_rules_project_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'project_id', type: 'bigint' })
  readonly projectId: number;

  /** Also the name of its annotations. */
  @Column({ type: 'text', collation: 'C' })
  readonly name: string;

  @Column({ type: 'text' })
  readonly target: `${EvaluationRuleTarget}`;

  /** In the filter language; empty to select all. */
  @Column({ type: 'text' })
  readonly condition: string;

  @Column({ name: 'sampling_rate', type: 'double precision' })
  readonly samplingRate: number;

  /** Protects the evaluator from deletion. */
  @ForeignKey(() => EvaluatorEntity, { name: 'evaluation_rules_evaluator_id_fkey' })
  @Column({ name: 'evaluator_id', type: 'bigint' })
  readonly evaluatorId: number;

  @Column({ name: 'input_mapping', type: 'json' })
  readonly inputMapping: object;

  @Column({ name: 'max_evaluations_per_day', type: 'integer', nullable: true })
  readonly maxEvaluationsPerDay: number | null;

  /** US dollars. */
  @Column({ name: 'max_cost_per_day', type: 'double precision', nullable: true })
  readonly maxCostPerDay: number | null;

  @Column({ name: 'is_enabled', type: 'boolean' })
  readonly isEnabled: boolean;

  /** Spans that arrived earlier are not evaluated. */
  @Column({ name: 'enabled_at', type: 'timestamptz', default: () => 'now()' })
  readonly enabledAt: string;

  /** The project with the traces of its evaluations. */
  @Column({ name: 'traces_project_name', type: 'text', collation: 'C' })
  readonly tracesProjectName: string;

  @Column({ name: 'last_error', type: 'text', nullable: true })
  readonly lastError: string | null;

  @Column({ name: 'last_error_at', type: 'timestamptz', nullable: true })
  readonly lastErrorAt: string | null;

  @ForeignKey(() => UserEntity, { name: 'evaluation_rules_user_id_fkey', onDelete: 'SET NULL' })
  @Column({ name: 'user_id', type: 'bigint', nullable: true })
  readonly userId: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  readonly updatedAt: string;
}
