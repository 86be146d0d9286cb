import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TraceEntity } from '../tracing/traces/trace.entity.js';
import { AnnotationOf } from './annotation.entity.js';

const TABLE = 'trace_annotations';

/** A judgment of a trace, or a note about it. */
@Entity(TABLE)
@Index(`${TABLE}_project_repeated`, ['projectId', 'name'], { where: "identifier <> ''" })
export class TraceAnnotationEntity extends AnnotationOf(TABLE) {
  @ForeignKey(() => TraceEntity, { name: 'trace_annotations_trace_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({
    name: 'trace_id',
    type: 'text',
    collation: 'C',
    primaryKeyConstraintName: 'trace_annotations_pkey',
  })
  readonly traceId: string;
}
