import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { EvaluationRuleEntity } from './evaluation-rule.entity.js';

const KEY = {
  type: 'text',
  collation: 'C',
  primaryKeyConstraintName: 'evaluation_queue_pkey',
} as const;

/** A span, trace or session that a rule will evaluate, or could not evaluate a short time ago. */
@Entity('evaluation_queue')
@Index('evaluation_queue_waiting', ['ruleId', 'dueAt'], { where: 'NOT is_finished' })
@Index('evaluation_queue_finished', ['dueAt'], { where: 'is_finished' })
export class EvaluationQueueItemEntity {
  @ForeignKey(() => EvaluationRuleEntity, {
    name: 'evaluation_queue_rule_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({
    name: 'rule_id',
    type: 'bigint',
    primaryKeyConstraintName: 'evaluation_queue_pkey',
  })
  readonly ruleId: number;

  /** Empty for a session. */
  @PrimaryColumn({ name: 'trace_id', ...KEY })
  readonly traceId: string;

  /** Empty for a trace or session. */
  @PrimaryColumn({ name: 'span_id', ...KEY })
  readonly spanId: string;

  /** Empty for a span or trace. */
  @PrimaryColumn({ name: 'session_id', ...KEY })
  readonly sessionId: string;

  /**
   * When a server may take it: once it is quiet, or the lease of the server that has taken it ends.
   * If it is finished, when it is forgotten.
   */
  @Column({ name: 'due_at', type: 'timestamptz' })
  readonly dueAt: string;

  @Column({ type: 'integer', default: 0 })
  readonly attempts: number;

  /** The claim of the server that has taken it. */
  @Column({ type: 'text', nullable: true })
  readonly owner: string | null;

  /** Whether it failed, or was beyond a budget. It stays for a while, so that it is not selected again. */
  @Column({ name: 'is_finished', type: 'boolean', default: false })
  readonly isFinished: boolean;

  /** Whether it is of the past, and counts for the progress of a backfill. */
  @Column({ name: 'is_backfill', type: 'boolean', default: false })
  readonly isBackfill: boolean;
}

/** Blocks of new spans that the rules of their project have not seen. The span index hands them over. */
@Entity('unevaluated_spans')
@Index('unevaluated_spans_project', ['projectId', 'createdAt'])
export class UnevaluatedSpansEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'unevaluated_spans_pkey',
  })
  readonly id: number;

  @Column({ name: 'project_id', type: 'bigint' })
  readonly projectId: number;

  @Column({ type: 'bigint', array: true })
  readonly blocks: number[];

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;
}
