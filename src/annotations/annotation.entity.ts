import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../users/user.entity.js';
import type { AnnotationSource } from './annotation.enum.js';
import { type AnnotatorKind, IS_ANNOTATOR_KIND } from './annotator-kind.contract.js';
import { ProjectSessionEntity } from '../tracing/sessions/project-session.entity.js';
import { TraceEntity } from '../tracing/traces/trace.entity.js';

/**
 * Columns and constraints that the table of every annotation target has. Their names contain the
 * name of the table, so each table extends a class of its own.
 * @param options whether the project is a part of the key.
 */
export function AnnotationOf(table: string, { hasProjectKey = false } = {}) {
  const primaryKeyConstraintName = `${table}_pkey`;

  @Index(`${table}_id`, ['id'])
  @Index(`${table}_project_identifier`, { synchronize: false })
  @Index(`${table}_project_name`, { synchronize: false })
  @Index(`${table}_user`, ['userId'], { where: 'user_id IS NOT NULL' })
  @Check(`${table}_annotator_kind_check`, IS_ANNOTATOR_KIND)
  @Check(`${table}_source_check`, "source IN ('API', 'APP')")
  abstract class Annotation {
    @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName })
    readonly name: string;

    /** Several annotations of a target can share a name if their identifiers differ. */
    @PrimaryColumn({ type: 'text', collation: 'C', default: '', primaryKeyConstraintName })
    readonly identifier: string;

    @Column({ type: 'bigint', generated: 'identity', generatedIdentity: 'BY DEFAULT' })
    readonly id: number;

    /** The project of the target, repeated here to save lists a join. */
    @Column({
      name: 'project_id',
      type: 'bigint',
      ...(hasProjectKey && { primary: true, primaryKeyConstraintName }),
    })
    readonly projectId: number;

    /** Row ID of the target, which groups summaries faster than its key. */
    @Column({ name: 'target_id', type: 'bigint' })
    readonly targetId: number;

    @Column({ name: 'annotator_kind', type: 'text' })
    readonly annotatorKind: AnnotatorKind;

    @Column({ type: 'text', nullable: true })
    readonly label: string | null;

    @Column({ type: 'double precision', nullable: true })
    readonly score: number | null;

    /** Why the target got this judgment. Holds the text of a note. */
    @Column({ type: 'text', nullable: true })
    readonly explanation: string | null;

    @Column({ type: 'json', default: {} })
    readonly metadata: object;

    @Column({ type: 'text' })
    readonly source: AnnotationSource;

    @ForeignKey(() => UserEntity, { name: `${table}_user_id_fkey`, onDelete: 'SET NULL' })
    @Column({ name: 'user_id', type: 'bigint', nullable: true })
    readonly userId: number | null;

    @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
    readonly createdAt: string;

    @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
    readonly updatedAt: string;
  }
  return Annotation;
}

/** A judgment of a session, or a note about it. */
@Entity('session_annotations')
@Index('session_annotations_project_repeated', ['projectId', 'name'], { where: "identifier <> ''" })
@ForeignKey(() => ProjectSessionEntity, ['sessionId', 'projectId'], ['sessionId', 'projectId'], {
  name: 'session_annotations_session_fkey',
  onDelete: 'CASCADE',
  onUpdate: 'CASCADE',
})
export class SessionAnnotationEntity extends AnnotationOf('session_annotations', {
  hasProjectKey: true,
}) {
  @PrimaryColumn({
    name: 'session_id',
    type: 'text',
    collation: 'C',
    primaryKeyConstraintName: 'session_annotations_pkey',
  })
  readonly sessionId: string;
}

/** A judgment of a span, or a note about it. */
@Entity('span_annotations')
@Index('span_annotations_project_repeated', ['projectId', 'name'], { where: "identifier <> ''" })
export class SpanAnnotationEntity extends AnnotationOf('span_annotations') {
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

/** A judgment of a trace, or a note about it. */
@Entity('trace_annotations')
@Index('trace_annotations_project_repeated', ['projectId', 'name'], { where: "identifier <> ''" })
export class TraceAnnotationEntity extends AnnotationOf('trace_annotations') {
  @ForeignKey(() => TraceEntity, { name: 'trace_annotations_trace_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({
    name: 'trace_id',
    type: 'text',
    collation: 'C',
    primaryKeyConstraintName: 'trace_annotations_pkey',
  })
  readonly traceId: string;
}

/** A judgment of a document that a span retrieved or reranked. */
@Entity('document_annotations')
export class DocumentAnnotationEntity extends AnnotationOf('document_annotations') {
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
