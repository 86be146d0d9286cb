import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TraceEntity } from '../tracing/traces/trace.entity.js';
import { AnnotationOf } from './annotation.entity.js';

const TABLE = 'span_annotations';

/** A judgment of a span, or a note about it. */
@Entity(TABLE)
@Index(`${TABLE}_project_repeated`, ['projectId', 'name'], { where: "identifier <> ''" })
export class SpanAnnotationEntity extends AnnotationOf(TABLE) {
  @ForeignKey(() => TraceEntity, { name: 'span_annotations_trace_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({
    name: 'trace_id',
    type: 'text',
    collation: 'C',
    primaryKeyConstraintName: 'span_annotations_pkey',
  })
  readonly traceId: string;

  @PrimaryColumn({
    name: 'span_id',
    type: 'text',
    collation: 'C',
    primaryKeyConstraintName: 'span_annotations_pkey',
  })
  readonly spanId: string;

  /** When the span began, which never changes. */
  @Column({ name: 'start_time', type: 'timestamptz' })
  readonly startTime: string;
}
