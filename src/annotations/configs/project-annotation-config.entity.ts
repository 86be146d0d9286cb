import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ProjectEntity } from '../../projects/project.entity.js';
import { AnnotationConfigEntity } from './annotation-config.entity.js';

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
