import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { ExperimentEntity } from './experiment.entity.js';

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
