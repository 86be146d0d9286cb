import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { DatasetEntity } from '../../datasets/dataset.entity.js';
import { UserEntity } from '../../users/user.entity.js';
import { EvaluatorEntity } from '../evaluator.entity.js';

/** Attaches an evaluator to a dataset, for the experiments that the server runs. */
@Entity('dataset_evaluators')
@Unique('dataset_evaluators_dataset_id_name_key', ['datasetId', 'name'])
@Unique('dataset_evaluators_project_name_key', ['projectName'])
@Index('dataset_evaluators_evaluator', ['evaluatorId'])
@Index('dataset_evaluators_user', ['userId'], { where: 'user_id IS NOT NULL' })
export class DatasetEvaluatorEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'dataset_evaluators_pkey',
  })
  readonly id: number;

  @ForeignKey(() => DatasetEntity, {
    name: 'dataset_evaluators_dataset_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'dataset_id', type: 'bigint' })
  readonly datasetId: number;

  @ForeignKey(() => EvaluatorEntity, {
    name: 'dataset_evaluators_evaluator_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'evaluator_id', type: 'bigint' })
  readonly evaluatorId: number;

  /** The name of its evaluations. */
  @Column({ type: 'text', collation: 'C' })
  readonly name: string;

  /** For searches that ignore case. */
  @Column({ name: 'name_folded', type: 'text' })
  readonly nameFolded: string;

  @Column({ type: 'text', nullable: true })
  readonly description: string | null;

  /** Null for those of the evaluator. */
  @Column({ name: 'output_configs', type: 'json', nullable: true })
  readonly outputConfigs: object | null;

  /** Where the inputs of the evaluator come from. */
  @Column({ name: 'input_mapping', type: 'json' })
  readonly inputMapping: object;

  /** The project with the traces of its model. */
  @Column({ name: 'project_name', type: 'text', collation: 'C' })
  readonly projectName: string;

  @ForeignKey(() => UserEntity, { name: 'dataset_evaluators_user_id_fkey', onDelete: 'SET NULL' })
  @Column({ name: 'user_id', type: 'bigint', nullable: true })
  readonly userId: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  readonly updatedAt: string;
}
