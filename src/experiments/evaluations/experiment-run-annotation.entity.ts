import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { IS_ANNOTATOR_KIND } from '../../annotations/annotator-kind.contract.js';
import { ExperimentRunEntity } from '../runs/experiment-run.entity.js';

/** An evaluator's result for a run. */
@Entity('experiment_run_annotations')
@Unique('experiment_run_annotations_name_key', ['runId', 'name'])
// The index also includes the scores, which TypeORM cannot express.
@Index('experiment_run_annotations_scores', { synchronize: false })
@Index('experiment_run_annotations_trace', ['traceId'], { where: 'trace_id IS NOT NULL' })
@Check('experiment_run_annotations_kind_check', IS_ANNOTATOR_KIND)
export class ExperimentRunAnnotationEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'experiment_run_annotations_pkey',
  })
  readonly id: number;

  /** Copied from the run, so that one index covers the scores of an experiment. */
  @Column({ name: 'experiment_id', type: 'bigint' })
  readonly experimentId: number;

  @ForeignKey(() => ExperimentRunEntity, {
    name: 'experiment_run_annotations_run_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'run_id', type: 'bigint' })
  readonly runId: number;

  @Column({ type: 'text' })
  readonly name: string;

  @Column({ name: 'annotator_kind', type: 'text' })
  readonly annotatorKind: string;

  @Column({ type: 'text', nullable: true })
  readonly label: string | null;

  @Column({ type: 'double precision', nullable: true })
  readonly score: number | null;

  @Column({ type: 'text', nullable: true })
  readonly explanation: string | null;

  @Column({ name: 'trace_id', type: 'text', collation: 'C', nullable: true })
  readonly traceId: string | null;

  @Column({ type: 'text', nullable: true })
  readonly error: string | null;

  /** Part of an index for figures, like `isError`. */
  @Column({ name: 'has_label', type: 'boolean' })
  readonly hasLabel: boolean;

  @Column({ name: 'is_failed', type: 'boolean' })
  readonly isFailed: boolean;

  @Column({ type: 'json', default: {} })
  readonly metadata: object;

  @Column({ name: 'start_time', type: 'timestamptz' })
  readonly startTime: string;

  @Column({ name: 'end_time', type: 'timestamptz' })
  readonly endTime: string;

  /** The attempt of the experiment's job that stored it; null if a client sent it. */
  @Column({ name: 'job_attempt', type: 'integer', nullable: true })
  readonly jobAttempt: number | null;
}

/** The columns of lists. Times are wire text. */
export type EvaluationRow = Omit<
  ExperimentRunAnnotationEntity,
  'hasLabel' | 'isFailed' | 'jobAttempt'
>;
