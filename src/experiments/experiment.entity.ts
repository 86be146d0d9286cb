import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { DatasetEntity } from '../datasets/dataset.entity.js';
import { UserEntity } from '../users/user.entity.js';
import { DatasetSplitEntity } from '../datasets/splits/dataset-split.entity.js';

/** Runs of one task on the examples of a dataset version. */
@Entity('experiments')
@Index('experiments_dataset', ['datasetId', 'id'])
@Index('experiments_project', ['projectName'], { where: 'project_name IS NOT NULL' })
@Index('experiments_ephemeral', ['updatedAt'], { where: 'is_ephemeral' })
@Index('experiments_user', ['userId'], { where: 'user_id IS NOT NULL' })
@Check('experiments_repetitions_check', 'repetitions > 0')
export class ExperimentEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'experiments_pkey',
  })
  readonly id: number;

  @ForeignKey(() => DatasetEntity, { name: 'experiments_dataset_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'dataset_id', type: 'bigint' })
  readonly datasetId: number;

  @Column({ name: 'dataset_version_id', type: 'bigint' })
  readonly datasetVersionId: number;

  @Column({ type: 'text' })
  readonly name: string;

  @Column({ type: 'text', nullable: true })
  readonly description: string | null;

  /** Name and description, case-folded by the server so that searching works in any script. */
  @Column({ name: 'text_folded', type: 'text' })
  readonly textFolded: string;

  @Column({ type: 'integer' })
  readonly repetitions: number;

  @Column({ type: 'json', default: {} })
  readonly metadata: object;

  /** The project for the traces of its runs. */
  @Column({ name: 'project_name', type: 'text', nullable: true })
  readonly projectName: string | null;

  @Column({ name: 'is_ephemeral', type: 'boolean', default: false })
  readonly isEphemeral: boolean;

  /** Number of examples in its snapshot. */
  @Column({ name: 'example_count', type: 'integer' })
  readonly exampleCount: number;

  @ForeignKey(() => UserEntity, { name: 'experiments_user_id_fkey', onDelete: 'SET NULL' })
  @Column({ name: 'user_id', type: 'bigint', nullable: true })
  readonly userId: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  readonly updatedAt: string;
}

/** The columns of lists. Times are wire text. */
export type ExperimentRow = Omit<ExperimentEntity, 'textFolded'>;

/** An example of an experiment, as it was when the experiment was created. */
@Entity('experiment_examples')
export class ExperimentExampleEntity {
  @ForeignKey(() => ExperimentEntity, {
    name: 'experiment_examples_experiment_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({
    name: 'experiment_id',
    type: 'bigint',
    primaryKeyConstraintName: 'experiment_examples_pkey',
  })
  readonly experimentId: number;

  @PrimaryColumn({
    name: 'example_id',
    type: 'bigint',
    primaryKeyConstraintName: 'experiment_examples_pkey',
  })
  readonly exampleId: number;

  @Column({ name: 'revision_id', type: 'bigint' })
  readonly revisionId: number;
}

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
