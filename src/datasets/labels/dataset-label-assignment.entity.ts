import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { DatasetLabelEntity } from './dataset-label.entity.js';
import { DatasetEntity } from '../dataset.entity.js';

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
