import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { UserEntity } from '../../users/user.entity.js';
import { DatasetEntity } from '../dataset.entity.js';

/** Type name inside a label's global ID. */
export const DATASET_LABEL_TYPE = 'DatasetLabel';

/** A label for datasets. All datasets share the same labels. */
@Entity('dataset_labels')
@Unique('dataset_labels_name_key', ['name'])
@Index('dataset_labels_user', ['userId'], { where: 'user_id IS NOT NULL' })
export class DatasetLabelEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'dataset_labels_pkey',
  })
  readonly id: number;

  @Column({ type: 'text' })
  readonly name: string;

  @Column({ type: 'text', nullable: true })
  readonly description: string | null;

  @Column({ type: 'text' })
  readonly color: string;

  @ForeignKey(() => UserEntity, { name: 'dataset_labels_user_id_fkey', onDelete: 'SET NULL' })
  @Column({ name: 'user_id', type: 'bigint', nullable: true })
  readonly userId: number | null;
}

/** Assigns a label to a dataset. */
@Entity('dataset_label_assignments')
@Index('dataset_label_assignments_label', ['labelId', 'datasetId'])
export class DatasetLabelAssignmentEntity {
  @ForeignKey(() => DatasetEntity, {
    name: 'dataset_label_assignments_dataset_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({
    name: 'dataset_id',
    type: 'bigint',
    primaryKeyConstraintName: 'dataset_label_assignments_pkey',
  })
  readonly datasetId: number;

  @ForeignKey(() => DatasetLabelEntity, {
    name: 'dataset_label_assignments_label_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({
    name: 'label_id',
    type: 'bigint',
    primaryKeyConstraintName: 'dataset_label_assignments_pkey',
  })
  readonly labelId: number;
}
