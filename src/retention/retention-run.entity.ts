import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { RetentionPolicyEntity } from './retention-policy.entity.js';

/** One application of a policy to its projects. */
@Entity('retention_runs')
@Index('retention_runs_policy', ['policyId', 'id'])
@Index('retention_runs_unfinished', ['id'], { where: 'ended_at IS NULL' })
export class RetentionRunEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'retention_runs_pkey',
  })
  readonly id: number;

  @ForeignKey(() => RetentionPolicyEntity, {
    name: 'retention_runs_policy_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'policy_id', type: 'bigint' })
  readonly policyId: number;

  @Column({ name: 'started_at', type: 'timestamptz', default: () => 'now()' })
  readonly startedAt: string;

  /** Null while it runs. */
  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true })
  readonly endedAt: string | null;

  @Column({ name: 'deleted_traces', type: 'bigint', default: 0 })
  readonly deletedTraces: number;

  @Column({ name: 'deleted_spans', type: 'bigint', default: 0 })
  readonly deletedSpans: number;

  /** Traces that lost their texts. */
  @Column({ name: 'cleared_traces', type: 'bigint', default: 0 })
  readonly clearedTraces: number;

  /** Spans that it got rid of in the last seconds, and new ones in its projects; null if it ran too shortly. */
  @Column({ name: 'spans_per_second', type: 'float8', nullable: true })
  readonly spansPerSecond: number | null;

  @Column({ name: 'arriving_per_second', type: 'float8', nullable: true })
  readonly arrivingPerSecond: number | null;

  /** Whether it cannot keep up with new spans. */
  @Column({ name: 'is_behind', type: 'boolean', default: false })
  readonly isBehind: boolean;

  /** Why it ended early; null if it did not. */
  @Column({ type: 'text', nullable: true })
  readonly error: string | null;
}
