import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { ProjectSessionEntity } from '../../tracing/sessions/project-session.entity.js';
import { TraceEntity } from '../../tracing/traces/trace.entity.js';
import { AnnotationQueueEntity } from './annotation-queue.entity.js';
import type { ReviewState } from './annotation-queue.enum.js';

/** A span, trace or session in a queue. It is deleted with its target. */
@Entity('annotation_queue_items')
@Unique('annotation_queue_items_position_key', ['queueId', 'position'])
@Unique('annotation_queue_items_span_key', ['traceId', 'spanId', 'queueId'])
@Unique('annotation_queue_items_session_key', ['sessionId', 'queueId'])
@ForeignKey(() => ProjectSessionEntity, ['sessionId', 'projectId'], ['sessionId', 'projectId'], {
  name: 'annotation_queue_items_session_fkey',
  onDelete: 'CASCADE',
  onUpdate: 'CASCADE',
})
export class AnnotationQueueItemEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'annotation_queue_items_pkey',
  })
  readonly id: number;

  @ForeignKey(() => AnnotationQueueEntity, {
    name: 'annotation_queue_items_queue_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'queue_id', type: 'bigint' })
  readonly queueId: number;

  /** From 1. Deleted items leave gaps. */
  @Column({ type: 'integer' })
  readonly position: number;

  /** Null for sessions. */
  @ForeignKey(() => TraceEntity, {
    name: 'annotation_queue_items_trace_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'trace_id', type: 'text', collation: 'C', nullable: true })
  readonly traceId: string | null;

  /** Empty unless the item is a span. */
  @Column({ name: 'span_id', type: 'text', collation: 'C', default: '' })
  readonly spanId: string;

  /** Null unless the item is a session. */
  @Column({ name: 'session_id', type: 'text', collation: 'C', nullable: true })
  readonly sessionId: string | null;

  /** The project of the session; null unless the item is one. */
  @Column({ name: 'project_id', type: 'bigint', nullable: true })
  readonly projectId: number | null;
}

const primaryKeyConstraintName = 'annotation_queue_reviews_pkey';

/** The progress of one reviewer on an item. */
@Entity('annotation_queue_reviews')
@Index('annotation_queue_reviews_queue', ['queueId', 'reviewerId'])
@Check('annotation_queue_reviews_state_check', "state IN ('CLAIMED', 'DONE', 'SKIPPED')")
export class AnnotationQueueReviewEntity {
  @ForeignKey(() => AnnotationQueueItemEntity, {
    name: 'annotation_queue_reviews_item_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({ name: 'item_id', type: 'bigint', primaryKeyConstraintName })
  readonly itemId: number;

  /** Row ID of the user, who may have been deleted; 0 without authentication. */
  @PrimaryColumn({ name: 'reviewer_id', type: 'bigint', primaryKeyConstraintName })
  readonly reviewerId: number;

  /** The queue of the item, repeated here to save the counts a join. */
  @Column({ name: 'queue_id', type: 'bigint' })
  readonly queueId: number;

  @Column({ type: 'text' })
  readonly state: ReviewState;

  /** When a claim expires; null in other states. */
  @Column({ name: 'claimed_until', type: 'timestamptz', nullable: true })
  readonly claimedUntil: string | null;

  @Column({ name: 'updated_at', type: 'timestamptz' })
  readonly updatedAt: string;
}
