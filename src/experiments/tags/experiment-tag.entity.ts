import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { ExperimentEntity } from '../experiment.entity.js';
import { UserEntity } from '../../users/user.entity.js';

/** A name that points to one experiment of its dataset. */
@Entity('experiment_tags')
@Unique('experiment_tags_name_key', ['datasetId', 'name'])
@Index('experiment_tags_experiment', ['experimentId'])
@Index('experiment_tags_user', ['userId'], { where: 'user_id IS NOT NULL' })
export class ExperimentTagEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'experiment_tags_pkey',
  })
  readonly id: number;

  @ForeignKey(() => ExperimentEntity, {
    name: 'experiment_tags_experiment_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'experiment_id', type: 'bigint' })
  readonly experimentId: number;

  @Column({ name: 'dataset_id', type: 'bigint' })
  readonly datasetId: number;

  @Column({ type: 'text' })
  readonly name: string;

  @Column({ type: 'text', nullable: true })
  readonly description: string | null;

  @ForeignKey(() => UserEntity, { name: 'experiment_tags_user_id_fkey', onDelete: 'SET NULL' })
  @Column({ name: 'user_id', type: 'bigint', nullable: true })
  readonly userId: number | null;
}
