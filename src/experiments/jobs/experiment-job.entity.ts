import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { ExperimentEntity } from '../experiment.entity.js';
import type { ExperimentJobStatus, ExperimentJobStopReason } from './experiment-job.enum.js';

/** An experiment that the server runs. What is left to do follows from the stored runs. */
@Entity('experiment_jobs')
@Unique('experiment_jobs_experiment_id_key', ['experimentId'])
@Index('experiment_jobs_running', ['id'], { where: "status = 'RUNNING'" })
@Check('experiment_jobs_status_check', "status IN ('RUNNING', 'COMPLETED', 'STOPPED', 'ERROR')")
export class ExperimentJobEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'experiment_jobs_pkey',
  })
  readonly id: number;

  @ForeignKey(() => ExperimentEntity, {
    name: 'experiment_jobs_experiment_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'experiment_id', type: 'bigint' })
  readonly experimentId: number;

  @Column({ type: 'text' })
  readonly status: `${ExperimentJobStatus}`;

  /** A `JobTask`: the prompt, the model, and how to fill and reach them. */
  @Column({ type: 'json' })
  readonly task: object;

  /** Row IDs of the dataset's evaluators that judge each run. */
  @Column({ name: 'evaluator_ids', type: 'bigint', array: true })
  readonly evaluatorIds: number[];

  @Column({ name: 'max_concurrency', type: 'integer' })
  readonly maxConcurrency: number;

  /** Credentials and headers of the request that started or resumed it, until it ends. */
  @Column({ name: 'sealed_secrets', type: 'bytea', nullable: true })
  readonly sealedSecrets: Buffer | null;

  @Column({ name: 'key_id', type: 'text', nullable: true })
  readonly keyId: string | null;

  @Column({ name: 'max_tokens', type: 'bigint', nullable: true })
  readonly maxTokens: number | null;

  /** US dollars. */
  @Column({ name: 'max_cost', type: 'double precision', nullable: true })
  readonly maxCost: number | null;

  /** Of all attempts, with evaluators. */
  @Column({ name: 'tokens_used', type: 'bigint', default: 0 })
  readonly tokensUsed: number;

  /** US dollars; null if no price is known. */
  @Column({ name: 'cost_used', type: 'double precision', nullable: true })
  readonly costUsed: number | null;

  /** Calls of models with tokens, of all attempts and with those of evaluators. */
  @Column({ name: 'call_count', type: 'bigint', default: 0 })
  readonly callCount: number;

  /** How many of them had no price, so the cost does not include them. */
  @Column({ name: 'unpriced_call_count', type: 'bigint', default: 0 })
  readonly unpricedCallCount: number;

  /** Grows each time it is resumed. Runs that failed in this attempt are not tried again in it. */
  @Column({ type: 'integer', default: 1 })
  readonly attempt: number;

  @Column({ name: 'attempt_started_at', type: 'timestamptz', default: () => 'now()' })
  readonly attemptStartedAt: string;

  /** Runs that were missing or had failed when the attempt began. */
  @Column({ name: 'attempt_run_count', type: 'bigint' })
  readonly attemptRunCount: number;

  /** Of these, the runs that have since been stored. */
  @Column({ name: 'attempt_done_count', type: 'bigint', default: 0 })
  readonly attemptDoneCount: number;

  @Column({ name: 'stop_reason', type: 'text', nullable: true })
  readonly stopReason: `${ExperimentJobStopReason}` | null;

  @Column({ name: 'last_error', type: 'text', nullable: true })
  readonly lastError: string | null;

  /** When it was last stopped or resumed by a user. */
  @Column({ name: 'toggled_at', type: 'timestamptz', nullable: true })
  readonly toggledAt: string | null;

  /** Names the one server and claim that may store results. */
  @Column({ type: 'text', nullable: true })
  readonly owner: string | null;

  /** When other servers may claim it. */
  @Column({ name: 'lease_until', type: 'timestamptz', nullable: true })
  readonly leaseUntil: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;

  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true })
  readonly endedAt: string | null;
}
