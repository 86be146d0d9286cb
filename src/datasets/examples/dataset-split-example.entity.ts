import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { DatasetExampleEntity } from './dataset-example.entity.js';
import { DatasetSplitEntity } from '../splits/dataset-split.entity.js';

/** Assigns an example to a split. Not versioned. */
@Entity('dataset_split_examples')
@Index('dataset_split_examples_example', ['exampleId'])
export class DatasetSplitExampleEntity {
  @ForeignKey(() => DatasetSplitEntity, {
    name: 'dataset_split_examples_split_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({
    name: 'split_id',
    type: 'bigint',
    primaryKeyConstraintName: 'dataset_split_examples_pkey',
  })
  readonly splitId: number;

  @PrimaryColumn({
    name: 'dataset_id',
    type: 'bigint',
    primaryKeyConstraintName: 'dataset_split_examples_pkey',
  })
  readonly datasetId: number;

  @ForeignKey(() => DatasetExampleEntity, {
    name: 'dataset_split_examples_example_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({
    name: 'example_id',
    type: 'bigint',
    primaryKeyConstraintName: 'dataset_split_examples_pkey',
  })
  readonly exampleId: number;
}
