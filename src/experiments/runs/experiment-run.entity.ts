import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { ExperimentEntity } from '../experiment.entity.js';

/** The result of a task for one example and repetition. */
@Entity('experiment_runs')
@Unique('experiment_runs_repetition_key', ['experimentId', 'exampleId', 'repetitionNumber'])
// The index also includes the columns for figures, which TypeORM cannot express.
@Index('experiment_runs_figures', { synchronize: false })
@Index('experiment_runs_latency', ['experimentId', 'latencyMs', 'id'])
@Index('experiment_runs_example', ['exampleId', 'id'])
@Index('experiment_runs_trace', ['traceId'], { where: 'trace_id IS NOT NULL' })
@Check('experiment_runs_repetition_check', 'repetition_number > 0')
export class ExperimentRunEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'experiment_runs_pkey',
  })
  readonly id: number;

  @ForeignKey(() => ExperimentEntity, {
    name: 'experiment_runs_experiment_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'experiment_id', type: 'bigint' })
  readonly experimentId: number;

  @Column({ name: 'example_id', type: 'bigint' })
  readonly exampleId: number;

  @Column({ name: 'repetition_number', type: 'integer' })
  readonly repetitionNumber: number;

  @Column({ type: 'json' })
  readonly output: unknown;

  @Column({ type: 'text', nullable: true })
  readonly error: string | null;

  /** May be known before its spans arrive. */
  @Column({ name: 'trace_id', type: 'text', collation: 'C', nullable: true })
  readonly traceId: string | null;

  @Column({ name: 'start_time', type: 'timestamptz' })
  readonly startTime: string;

  @Column({ name: 'end_time', type: 'timestamptz' })
  readonly endTime: string;

  /** Whether there is an error. Part of an index for figures. */
  @Column({
    name: 'is_failed',
    type: 'boolean',
  })
  readonly isFailed: boolean;

  /** Time between start and end. Part of an index for figures. */
  @Column({
    name: 'latency_ms',
    type: 'double precision',
  })
  readonly latencyMs: number;

  @Column({ name: 'prompt_tokens', type: 'bigint', nullable: true })
  readonly promptTokens: number | null;

  @Column({ name: 'completion_tokens', type: 'bigint', nullable: true })
  readonly completionTokens: number | null;

  /** The attempt of the experiment's job that stored it; null if a client sent it. */
  @Column({ name: 'job_attempt', type: 'integer', nullable: true })
  readonly jobAttempt: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;
}

/** The columns that lists read. Outputs are loaded separately. Times are wire text. */
export type ExperimentRunRow = Omit<ExperimentRunEntity, 'output' | 'jobAttempt'>;

/** What a run says, and which run it is: the columns that every sender of runs fills. */
export const RUN_CONTENT = [
  'exampleId',
  'repetitionNumber',
  'output',
  'error',
  'traceId',
  'startTime',
  'endTime',
] as const;
