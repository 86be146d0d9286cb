import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/** A project groups the traces of one application. */
@Entity('projects')
@Unique('projects_name_key', ['name'])
@Index('projects_parent', ['parentId'], { where: 'parent_id IS NOT NULL' })
@Index('projects_private', ['id'], { where: 'is_private' })
export class ProjectEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'projects_pkey',
  })
  readonly id: number;

  @Column({ type: 'text' })
  readonly name: string;

  /**
   * `name`, case-folded by the server so that searching works in any script and database locale.
   */
  @Column({ name: 'name_folded', type: 'text' })
  readonly nameFolded: string;

  @Column({ type: 'text', nullable: true })
  description: string | null;

  @Column({ name: 'gradient_start_color', type: 'text', default: '#5bdbff' })
  gradientStartColor: string;

  @Column({ name: 'gradient_end_color', type: 'text', default: '#1c76fc' })
  gradientEndColor: string;

  /** Whether only administrators and those who have a role in the project can see it. */
  @Column({ name: 'is_private', type: 'boolean', default: false })
  readonly isPrivate: boolean;

  /** Whether points of all metrics are stored, and not only those of agents. */
  @Column({ name: 'keeps_metrics', type: 'boolean', default: false })
  keepsMetrics: boolean;

  /**
   * The project of the dataset or rule that writes its traces here. Who may see that one may see this
   * one. Set by the database.
   */
  @ForeignKey(() => ProjectEntity, { name: 'projects_parent_id_fkey', onDelete: 'SET NULL' })
  @Column({ name: 'parent_id', type: 'bigint', nullable: true })
  readonly parentId: number | null;

  /** Whether the costs that senders state count even where a price is known. */
  @Column({ name: 'prefers_sent_costs', type: 'boolean', default: false })
  prefersSentCosts: boolean;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  updatedAt: Date;
}
