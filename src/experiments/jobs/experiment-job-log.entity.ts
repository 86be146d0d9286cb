import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ExperimentJobEntity } from './experiment-job.entity.js';
import type { ExperimentLogCategory, ExperimentLogLevel } from './experiment-job.enum.js';

/** An error that occurred while the server ran an experiment. */
@Entity('experiment_job_logs')
@Index('experiment_job_logs_job', ['jobId', 'id'])
@Check('experiment_job_logs_category_check', "category IN ('TASK', 'EVAL', 'EXPERIMENT')")
@Check('experiment_job_logs_level_check', "level IN ('ERROR', 'WARN', 'INFO')")
export class ExperimentJobLogEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'experiment_job_logs_pkey',
  })
  readonly id: number;

  @ForeignKey(() => ExperimentJobEntity, {
    name: 'experiment_job_logs_job_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'job_id', type: 'bigint' })
  readonly jobId: number;

  @Column({ type: 'text' })
  readonly category: `${ExperimentLogCategory}`;

  @Column({ type: 'text' })
  readonly level: `${ExperimentLogLevel}`;

  @Column({ type: 'text' })
  readonly message: string;

  /** Null for entries about the whole experiment. */
  @Column({ name: 'example_id', type: 'bigint', nullable: true })
  readonly exampleId: number | null;

  @Column({ name: 'repetition_number', type: 'integer', nullable: true })
  readonly repetitionNumber: number | null;

  @Column({ name: 'evaluator_name', type: 'text', nullable: true })
  readonly evaluatorName: string | null;

  @Column({ name: 'error_type', type: 'text', nullable: true })
  readonly errorType: string | null;

  @Column({ name: 'retry_count', type: 'integer', default: 0 })
  readonly retryCount: number;

  @Column({ name: 'occurred_at', type: 'timestamptz', default: () => 'now()' })
  readonly occurredAt: string;
}
