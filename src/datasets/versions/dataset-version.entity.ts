import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { DatasetEntity } from '../dataset.entity.js';
import { UserEntity } from '../../users/user.entity.js';

/** Type name inside a version's global ID. */
export const DATASET_VERSION_TYPE = 'DatasetVersion';

/**
 * The state of a dataset after one change to its examples. Only the revisions of that change belong
 * to it.
 */
@Entity('dataset_versions')
@Index('dataset_versions_dataset', ['datasetId', 'id'])
@Index('dataset_versions_user', ['userId'], { where: 'user_id IS NOT NULL' })
export class DatasetVersionEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'dataset_versions_pkey',
  })
  readonly id: number;

  @ForeignKey(() => DatasetEntity, {
    name: 'dataset_versions_dataset_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'dataset_id', type: 'bigint' })
  readonly datasetId: number;

  @Column({ type: 'text', nullable: true })
  readonly description: string | null;

  @Column({ type: 'json', default: {} })
  readonly metadata: object;

  @ForeignKey(() => UserEntity, { name: 'dataset_versions_user_id_fkey', onDelete: 'SET NULL' })
  @Column({ name: 'user_id', type: 'bigint', nullable: true })
  readonly userId: number | null;

  /** Number of live examples at the version. */
  @Column({ name: 'example_count', type: 'integer' })
  readonly exampleCount: number;

  @Column({ name: 'created_count', type: 'integer' })
  readonly createdCount: number;

  @Column({ name: 'updated_count', type: 'integer' })
  readonly updatedCount: number;

  @Column({ name: 'deleted_count', type: 'integer' })
  readonly deletedCount: number;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;
}

/** A row as read from the database, with times as wire text. */
export type DatasetVersionRow = DatasetVersionEntity;
