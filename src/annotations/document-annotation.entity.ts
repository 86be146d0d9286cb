import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { TraceEntity } from '../tracing/traces/trace.entity.js';
import { AnnotationOf } from './annotation.entity.js';

const TABLE = 'document_annotations';

/** A judgment of a document that a span retrieved or reranked. */
@Entity(TABLE)
export class DocumentAnnotationEntity extends AnnotationOf(TABLE) {
  @ForeignKey(() => TraceEntity, {
    name: 'document_annotations_trace_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({
    name: 'trace_id',
    type: 'text',
    collation: 'C',
    primaryKeyConstraintName: 'document_annotations_pkey',
  })
  readonly traceId: string;

  @PrimaryColumn({
    name: 'span_id',
    type: 'text',
    collation: 'C',
    primaryKeyConstraintName: 'document_annotations_pkey',
  })
  readonly spanId: string;

  /** Index of the document in the span's list, from 0. */
  @PrimaryColumn({
    name: 'document_position',
    type: 'integer',
    primaryKeyConstraintName: 'document_annotations_pkey',
  })
  readonly documentPosition: number;

  /** When the span began, which never changes. */
  @Column({ name: 'start_time', type: 'timestamptz' })
  readonly startTime: string;
}
