import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ProjectEntity } from '../projects/project.entity.js';
import { UserEntity } from '../users/user.entity.js';

/** Charts that a user arranged. */
@Entity('dashboards')
@Index('dashboards_shared', ['projectId', 'name'], { unique: true, where: 'owner_id IS NULL' })
@Index('dashboards_private', ['projectId', 'ownerId', 'name'], {
  unique: true,
  where: 'owner_id IS NOT NULL',
})
@Index('dashboards_owner', ['ownerId'], { where: 'owner_id IS NOT NULL' })
export class DashboardEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'dashboards_pkey',
  })
  readonly id: number;

  @ForeignKey(() => ProjectEntity, { name: 'dashboards_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'bigint' })
  readonly projectId: number;

  /** Unique among the shared dashboards of the project, and among those of each user. */
  @Column({ type: 'text', collation: 'C' })
  readonly name: string;

  @Column({ type: 'text', nullable: true })
  readonly description: string | null;

  /** The version of the form in which `charts` is stored. */
  @Column({ name: 'charts_version', type: 'integer' })
  readonly chartsVersion: number;

  /** A list of charts in the order in which they are shown. */
  @Column({ type: 'json' })
  readonly charts: object;

  /** The only user who sees it; null if the dashboard is shared. */
  @ForeignKey(() => UserEntity, { name: 'dashboards_owner_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'owner_id', type: 'bigint', nullable: true })
  readonly ownerId: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  readonly updatedAt: string;
}
