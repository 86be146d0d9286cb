import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../users/user.entity.js';
import type { AnnotationSource } from './annotation.enum.js';
import type { AnnotatorKind } from './annotator-kind.contract.js';

/**
 * An annotation that waits for its target to arrive. Whoever sends another one with the same key replaces
 * only their own, because nobody knows yet who may replace whose.
 */
@Entity('waiting_annotations')
@Index('waiting_annotations_key', { synchronize: false })
@Index('waiting_annotations_next_attempt', ['nextAttemptAt'])
@Index('waiting_annotations_user', ['userId'], { where: 'user_id IS NOT NULL' })
export class WaitingAnnotationEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'waiting_annotations_pkey',
  })
  readonly id: number;

  /** The kind of target: `span`, `document`, `trace` or `session`. */
  @Column({ type: 'text' })
  readonly target: string;

  /** The ID of the target, as its sender chose it. */
  @Column({ name: 'target_key', type: 'text', collation: 'C' })
  readonly targetKey: string;

  /** 0 if the target is not a document. */
  @Column({ name: 'document_position', type: 'integer' })
  readonly documentPosition: number;

  @Column({ type: 'text', collation: 'C' })
  readonly name: string;

  @Column({ type: 'text', collation: 'C' })
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

  /**
   * Null if it was sent while authentication was off. Whoever is deleted has no rights any longer, so
   * their annotations are not stored.
   */
  @ForeignKey(() => UserEntity, {
    name: 'waiting_annotations_user_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'user_id', type: 'bigint', nullable: true })
  readonly userId: number | null;

  /** When the server received it. Decides which of two annotations is the latest. */
  @Column({ name: 'received_at', type: 'timestamptz' })
  readonly receivedAt: string;

  @Column({ name: 'next_attempt_at', type: 'timestamptz' })
  readonly nextAttemptAt: string;
}
