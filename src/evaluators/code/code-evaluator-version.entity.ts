import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { UserEntity } from '../../users/user.entity.js';
import { EvaluatorEntity } from '../evaluator.entity.js';

/** The code of an evaluator at one time. */
@Entity('code_evaluator_versions')
@Unique('code_evaluator_versions_evaluator_id_sequence_number_key', [
  'evaluatorId',
  'sequenceNumber',
])
@Index('code_evaluator_versions_user', ['userId'], { where: 'user_id IS NOT NULL' })
export class CodeEvaluatorVersionEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'code_evaluator_versions_pkey',
  })
  readonly id: number;

  @ForeignKey(() => EvaluatorEntity, {
    name: 'code_evaluator_versions_evaluator_id_fkey',
    onDelete: 'CASCADE',
  })
  @Column({ name: 'evaluator_id', type: 'bigint' })
  readonly evaluatorId: number;

  /** From 1. */
  @Column({ name: 'sequence_number', type: 'integer' })
  readonly sequenceNumber: number;

  @Column({ name: 'source_code', type: 'text' })
  readonly sourceCode: string;

  /** The parameters of the function. */
  @Column({ type: 'json' })
  readonly parameters: object;

  @ForeignKey(() => UserEntity, {
    name: 'code_evaluator_versions_user_id_fkey',
    onDelete: 'SET NULL',
  })
  @Column({ name: 'user_id', type: 'bigint', nullable: true })
  readonly userId: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;
}
