import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../users/user.entity.js';
import type { AnnotationSource, AnnotatorKind } from './annotation.enum.js';

const primaryKeyConstraintName = 'pending_annotations_pkey';

/** An annotation that waits for its target to arrive. */
@Entity('pending_annotations')
@Index('pending_annotations_next_attempt', ['nextAttemptAt'])
export class PendingAnnotationEntity {
  /** The ID of the target, as its sender chose it. */
  @PrimaryColumn({ name: 'target_key', type: 'text', collation: 'C', primaryKeyConstraintName })
  readonly targetKey: string;

  /** What the annotation is about: `span`, `document`, `trace` or `session`. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName })
  readonly target: string;

  /** 0 if the target is not a document. */
  @PrimaryColumn({
    name: 'document_position',
    type: 'integer',
    default: 0,
    primaryKeyConstraintName,
  })
  readonly documentPosition: number;

  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName })
  readonly name: string;

  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName })
  readonly identifier: string;

  @Column({ name: 'annotator_kind', type: 'text' })
  readonly annotatorKind: AnnotatorKind;

  @Column({ type: 'text', nullable: true })
  readonly label: string | null;

  @Column({ type: 'double precision', nullable: true })
  readonly score: number | null;

  @Column({ type: 'text', nullable: true })
  readonly explanation: string | null;

  @Column({ type: 'json' })
  readonly metadata: object;

  @Column({ type: 'text' })
  readonly source: AnnotationSource;

  @ForeignKey(() => UserEntity, {
    name: 'pending_annotations_user_id_fkey',
    onDelete: 'SET NULL',
  })
  @Column({ name: 'user_id', type: 'bigint', nullable: true })
  readonly userId: number | null;

  /** When the server received it. Decides which of two annotations is the latest. */
  @Column({ name: 'received_at', type: 'timestamptz' })
  readonly receivedAt: string;

  @Column({ name: 'next_attempt_at', type: 'timestamptz' })
  readonly nextAttemptAt: string;
}
