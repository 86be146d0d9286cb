import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { ProjectEntity } from '../projects/project.entity.js';
import { UserEntity } from '../users/user.entity.js';

/** Type name inside a dataset's global ID. */
export const DATASET_TYPE = 'Dataset';

/** A named list of examples with all its versions. */
@Entity('datasets')
@Unique('datasets_name_key', ['name'])
@Index('datasets_project', ['projectId'], { where: 'project_id IS NOT NULL' })
@Index('datasets_user', ['userId'], { where: 'user_id IS NOT NULL' })
@Index('datasets_updater', ['updatedBy'], { where: 'updated_by IS NOT NULL' })
@Index('datasets_created', ['createdAt', 'id'])
export class DatasetEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'datasets_pkey',
  })
  readonly id: number;

  @Column({ type: 'text' })
  readonly name: string;

  /** The case-folded name, for searches. */
  @Column({ name: 'name_folded', type: 'text' })
  readonly nameFolded: string;

  @Column({ type: 'text', nullable: true })
  readonly description: string | null;

  @Column({ type: 'json', default: {} })
  readonly metadata: object;

  /** The project that it belongs to; null if everyone may see it. */
  @ForeignKey(() => ProjectEntity, { name: 'datasets_project_id_fkey', onDelete: 'RESTRICT' })
  @Column({ name: 'project_id', type: 'bigint', nullable: true })
  readonly projectId: number | null;

  @ForeignKey(() => UserEntity, { name: 'datasets_user_id_fkey', onDelete: 'SET NULL' })
  @Column({ name: 'user_id', type: 'bigint', nullable: true })
  readonly userId: number | null;

  @ForeignKey(() => UserEntity, { name: 'datasets_updated_by_fkey', onDelete: 'SET NULL' })
  @Column({ name: 'updated_by', type: 'bigint', nullable: true })
  readonly updatedBy: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  readonly updatedAt: string;
}

/** The columns that the APIs return. Times are wire text, which keeps microseconds. */
export type DatasetRow = Omit<DatasetEntity, 'nameFolded'>;
