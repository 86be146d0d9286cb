import { Check, Column, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../users/user.entity.js';
import type { AnnotationSource, AnnotatorKind } from './annotation.enum.js';

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
  @Check(
    `${table}_annotator_kind_check`,
    "annotator_kind IN ('LLM', 'CODE', 'HUMAN', 'DECISION', 'AGENT')",
  )
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
