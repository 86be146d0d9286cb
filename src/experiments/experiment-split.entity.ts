import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { DatasetSplitEntity } from '../datasets/splits/dataset-split.entity.js';
import { ExperimentEntity } from './experiment.entity.js';

/** A split that an experiment was limited to. */
@Entity('experiment_splits')
@Index('experiment_splits_split', ['splitId'])
export class ExperimentSplitEntity {
  @ForeignKey(() => ExperimentEntity, {
    name: 'experiment_splits_experiment_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({
    name: 'experiment_id',
    type: 'bigint',
    primaryKeyConstraintName: 'experiment_splits_pkey',
  })
  readonly experimentId: number;

  @ForeignKey(() => DatasetSplitEntity, {
    name: 'experiment_splits_split_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({
    name: 'split_id',
    type: 'bigint',
    primaryKeyConstraintName: 'experiment_splits_pkey',
  })
  readonly splitId: number;
}
