import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { ReviewState } from './annotation-queue.enum.js';
import { AnnotationQueueItemEntity } from './annotation-queue-item.entity.js';

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
