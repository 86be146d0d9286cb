import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { UserEntity } from '../../users/user.entity.js';

/** Type name inside a split's global ID. */
export const DATASET_SPLIT_TYPE = 'DatasetSplit';

/** A named subset of examples. All datasets share the same splits. */
@Entity('dataset_splits')
@Unique('dataset_splits_name_key', ['name'])
@Index('dataset_splits_user', ['userId'], { where: 'user_id IS NOT NULL' })
export class DatasetSplitEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'dataset_splits_pkey',
  })
  readonly id: number;

  @Column({ type: 'text' })
  readonly name: string;

  @Column({ type: 'text', nullable: true })
  readonly description: string | null;

  @Column({ type: 'text' })
  readonly color: string;

  @Column({ type: 'json', default: {} })
  readonly metadata: object;

  @ForeignKey(() => UserEntity, { name: 'dataset_splits_user_id_fkey', onDelete: 'SET NULL' })
  @Column({ name: 'user_id', type: 'bigint', nullable: true })
  readonly userId: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  readonly updatedAt: string;
}

/** A row as read from the database, with times as wire text. */
export type DatasetSplitRow = DatasetSplitEntity;
