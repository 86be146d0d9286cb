import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { ProjectSessionEntity } from '../../tracing/sessions/project-session.entity.js';
import { TraceEntity } from '../../tracing/traces/trace.entity.js';
import { AnnotationQueueEntity } from './annotation-queue.entity.js';

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
