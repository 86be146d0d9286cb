import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { ProjectEntity } from './project.entity.js';

/** Marks a project for deletion in the background. The mark is deleted with the project. */
@Entity('project_deletions')
export class ProjectDeletionEntity {
  @ForeignKey(() => ProjectEntity, {
    name: 'project_deletions_project_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({
    name: 'project_id',
    type: 'bigint',
    primaryKeyConstraintName: 'project_deletions_pkey',
  })
  readonly projectId: number;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: Date;
}
