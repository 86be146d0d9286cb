import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { ProjectEntity } from '../projects/project.entity.js';

/** The masking rules of a project. Projects without rules have no row. */
@Entity('project_masks')
export class ProjectMasksEntity {
  @ForeignKey(() => ProjectEntity, { name: 'project_masks_project_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({
    name: 'project_id',
    type: 'bigint',
    primaryKeyConstraintName: 'project_masks_pkey',
  })
  readonly projectId: number;

  /** `MaskRules`. */
  @Column({ type: 'jsonb' })
  readonly rules: object;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  readonly updatedAt: string;
}
