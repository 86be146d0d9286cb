import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A project groups the traces of one application. */
@Entity('projects')
@Unique('projects_name_key', ['name'])
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

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  updatedAt: Date;
}
