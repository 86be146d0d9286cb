import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { EvaluationRuleEntity } from './evaluation-rule.entity.js';

/** The last backfill of a rule: evaluates what is already stored, newest first. */
@Entity('evaluation_backfills')
@Index('evaluation_backfills_selecting', ['updatedAt'], { where: 'is_selecting' })
export class EvaluationBackfillEntity {
  @ForeignKey(() => EvaluationRuleEntity, {
    name: 'evaluation_backfills_rule_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({
    name: 'rule_id',
    type: 'bigint',
    primaryKeyConstraintName: 'evaluation_backfills_pkey',
  })
  readonly ruleId: number;

  /** Of the range in which spans, traces or sessions began; null for no bound. */
  @Column({ name: 'start_time', type: 'timestamptz', nullable: true })
  readonly startTime: string | null;

  @Column({ name: 'end_time', type: 'timestamptz' })
  readonly endTime: string;

  /** Where the next page begins. */
  @Column({ name: 'next_time', type: 'timestamptz' })
  readonly nextTime: string;

  @Column({ name: 'next_id', type: 'bigint' })
  readonly nextId: number;

  @Column({ type: 'integer', default: 0 })
  readonly selected: number;

  /** Whether there are further pages. */
  @Column({ name: 'is_selecting', type: 'boolean', default: true })
  readonly isSelecting: boolean;

  /** Why it ended early. */
  @Column({ type: 'text', nullable: true })
  readonly error: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  readonly updatedAt: string;
}
