import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { ProjectEntity } from '../../projects/project.entity.js';

/** The kinds of annotations that a config can ask for. */
export const CONFIG_TYPES = ['CATEGORICAL', 'CONTINUOUS', 'FREEFORM'] as const;

export type AnnotationConfigType = (typeof CONFIG_TYPES)[number];

/** Which scores are better: low ones, high ones, or neither. */
export const OPTIMIZATION_DIRECTIONS = ['MINIMIZE', 'MAXIMIZE', 'NONE'] as const;

export type OptimizationDirection = (typeof OPTIMIZATION_DIRECTIONS)[number];

/** A label that people can choose, and the score that goes with it. */
export interface ConfigLabel {
  label: string;
  score: number | null;
}

/** Describes one kind of annotation: its name and the values that people can give. */
@Entity('annotation_configs')
@Unique('annotation_configs_name_key', ['name'])
@Check('annotation_configs_type_check', "type IN ('CATEGORICAL', 'CONTINUOUS', 'FREEFORM')")
@Check(
  'annotation_configs_direction_check',
  "optimization_direction IN ('MINIMIZE', 'MAXIMIZE', 'NONE')",
)
export class AnnotationConfigEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'annotation_configs_pkey',
  })
  readonly id: number;

  /** The name of the annotations. */
  @Column({ type: 'text', collation: 'C' })
  readonly name: string;

  @Column({ type: 'text' })
  readonly type: AnnotationConfigType;

  @Column({ type: 'text', nullable: true })
  readonly description: string | null;

  /** Null only for free text. */
  @Column({ name: 'optimization_direction', type: 'text', nullable: true })
  readonly optimizationDirection: OptimizationDirection | null;

  /** The labels of a categorical config; otherwise null. */
  @Column({ name: 'label_values', type: 'jsonb', nullable: true })
  readonly values: ConfigLabel[] | null;

  @Column({ name: 'lower_bound', type: 'double precision', nullable: true })
  readonly lowerBound: number | null;

  @Column({ name: 'upper_bound', type: 'double precision', nullable: true })
  readonly upperBound: number | null;

  /** The score from which an annotation counts as good; only for free text. */
  @Column({ type: 'double precision', nullable: true })
  readonly threshold: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  readonly updatedAt: string;
}

/** Assigns an annotation config to a project, whose annotators then see it. */
@Entity('project_annotation_configs')
@Index('project_annotation_configs_config', ['annotationConfigId', 'projectId'])
export class ProjectAnnotationConfigEntity {
  @ForeignKey(() => ProjectEntity, {
    name: 'project_annotation_configs_project_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({
    name: 'project_id',
    type: 'bigint',
    primaryKeyConstraintName: 'project_annotation_configs_pkey',
  })
  readonly projectId: number;

  @ForeignKey(() => AnnotationConfigEntity, {
    name: 'project_annotation_configs_annotation_config_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({
    name: 'annotation_config_id',
    type: 'bigint',
    primaryKeyConstraintName: 'project_annotation_configs_pkey',
  })
  readonly annotationConfigId: number;
}
