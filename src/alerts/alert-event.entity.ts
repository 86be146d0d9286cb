import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ProjectEntity } from '../projects/project.entity.js';
import { AlertRuleEntity } from './alert-rule.entity.js';
import type { AlertState } from './alert-rule.enum.js';

/** A rule has begun to fire, or no longer does. */
@Entity('alert_events')
@Index('alert_events_project', ['projectId', 'id'])
@Index('alert_events_rule', ['ruleId'])
@Check('alert_events_state_check', "state IN ('OK', 'FIRING')")
export class AlertEventEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'alert_events_pkey',
  })
  readonly id: number;

  @ForeignKey(() => ProjectEntity, { name: 'alert_events_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'bigint' })
  readonly projectId: number;

  @ForeignKey(() => AlertRuleEntity, { name: 'alert_events_rule_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'rule_id', type: 'bigint' })
  readonly ruleId: number;

  @Column({ type: 'text' })
  readonly state: `${AlertState}`;

  @Column({ type: 'double precision', nullable: true })
  readonly value: number | null;

  @Column({ type: 'text' })
  readonly summary: string;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;
}
