import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { EvaluationRuleEntity } from './evaluation-rule.entity.js';

/** The counts and costs of a rule on one day in UTC. */
@Entity('evaluation_rule_days')
export class EvaluationRuleDayEntity {
  @ForeignKey(() => EvaluationRuleEntity, {
    name: 'evaluation_rule_days_rule_id_fkey',
    onDelete: 'CASCADE',
  })
  @PrimaryColumn({
    name: 'rule_id',
    type: 'bigint',
    primaryKeyConstraintName: 'evaluation_rule_days_pkey',
  })
  readonly ruleId: number;

  @PrimaryColumn({ type: 'date', primaryKeyConstraintName: 'evaluation_rule_days_pkey' })
  readonly day: string;

  @Column({ type: 'integer', default: 0 })
  readonly evaluated: number;

  @Column({ type: 'integer', default: 0 })
  readonly failed: number;

  /** Beyond a budget. */
  @Column({ type: 'integer', default: 0 })
  readonly skipped: number;

  @Column({ type: 'bigint', default: 0 })
  readonly tokens: number;

  /** US dollars. */
  @Column({ type: 'double precision', default: 0 })
  readonly cost: number;

  /** Calls of models with tokens, and how many of them had no price. */
  @Column({ name: 'call_count', type: 'integer', default: 0 })
  readonly callCount: number;

  @Column({ name: 'unpriced_call_count', type: 'integer', default: 0 })
  readonly unpricedCallCount: number;
}
