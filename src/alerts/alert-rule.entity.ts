import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { ProjectEntity } from '../projects/project.entity.js';
import { UserEntity } from '../users/user.entity.js';
import type {
  AlertBaseline,
  AlertComparison,
  AlertGrouping,
  AlertMeasure,
  AlertState,
  AlertTarget,
} from './alert-rule.enum.js';

/** The state of one group of a rule, such as a user, between evaluations. Times are wire text. */
export interface AlertGroup {
  key: string;
  state: `${AlertState}`;
  stateSince: string;
  /** While it fires: since when the value has been inside the threshold again. */
  insideSince: string | null;
  lastMessageAt: string | null;
  /** Since when it has not been among the measured groups; null if it is. */
  missingSince: string | null;
  /** Null if there was nothing to measure. */
  value: number | null;
}

/** Watches a figure of a project, and tells people when it is beyond a threshold. */
@Entity('alert_rules')
@Unique('alert_rules_project_id_name_key', ['projectId', 'name'])
@Index('alert_rules_user', ['userId'], { where: 'user_id IS NOT NULL' })
@Check('alert_rules_state_check', "state IN ('OK', 'FIRING')")
export class AlertRuleEntity {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'alert_rules_pkey',
  })
  readonly id: number;

  @ForeignKey(() => ProjectEntity, { name: 'alert_rules_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'bigint' })
  readonly projectId: number;

  @Column({ type: 'text', collation: 'C' })
  readonly name: string;

  @Column({ type: 'text' })
  readonly target: `${AlertTarget}`;

  /** The name of the metric, if the target is one. */
  @Column({ type: 'text', nullable: true })
  readonly metric: string | null;

  /** In the filter language; empty for all. */
  @Column({ type: 'text' })
  readonly condition: string;

  @Column({ type: 'text' })
  readonly measure: AlertMeasure;

  /** The name of the annotations whose scores are averaged. */
  @Column({ type: 'text', nullable: true })
  readonly annotation: string | null;

  /**
   * The value that rows are grouped by, to watch each group separately; null if the rule watches everything
   * together.
   */
  @Column({ name: 'group_by', type: 'text', nullable: true })
  readonly groupBy: AlertGrouping | null;

  /** The dotted name of the attribute to group by. */
  @Column({ name: 'group_attribute', type: 'text', nullable: true })
  readonly groupAttribute: string | null;

  @Column({ name: 'window_minutes', type: 'integer' })
  readonly windowMinutes: number;

  @Column({ type: 'text' })
  readonly baseline: `${AlertBaseline}`;

  @Column({ type: 'text' })
  readonly comparison: `${AlertComparison}`;

  /** In the unit of the measure; in percent of the value a week earlier, if that is the baseline. */
  @Column({ type: 'double precision' })
  readonly threshold: number;

  /** At most one message in this time. */
  @Column({ name: 'quiet_minutes', type: 'integer' })
  readonly quietMinutes: number;

  /** Row IDs. Those that no longer exist are ignored. */
  @Column({ name: 'webhook_ids', type: 'bigint', array: true })
  readonly webhookIds: number[];

  /** Who gets email. Those that no longer exist are ignored. */
  @Column({ name: 'user_ids', type: 'bigint', array: true })
  readonly userIds: number[];

  @Column({ name: 'is_enabled', type: 'boolean' })
  readonly isEnabled: boolean;

  @Column({ type: 'text', default: 'OK' })
  readonly state: `${AlertState}`;

  @Column({ name: 'state_since', type: 'timestamptz', default: () => 'now()' })
  readonly stateSince: string;

  /** While it fires: since when the value has been inside the threshold again. */
  @Column({ name: 'inside_since', type: 'timestamptz', nullable: true })
  readonly insideSince: string | null;

  @Column({ name: 'last_message_at', type: 'timestamptz', nullable: true })
  readonly lastMessageAt: string | null;

  /** The groups that fire, or that a message named within the quiet time; not more than a limit. */
  @Column({ type: 'jsonb', default: () => "'[]'" })
  readonly groups: readonly AlertGroup[];

  /** Null if there was nothing to measure; with groups, the value that is furthest beyond. */
  @Column({ name: 'last_value', type: 'double precision', nullable: true })
  readonly lastValue: number | null;

  /** Why it could not be measured. */
  @Column({ name: 'last_error', type: 'text', nullable: true })
  readonly lastError: string | null;

  @Column({ name: 'evaluated_at', type: 'timestamptz', nullable: true })
  readonly evaluatedAt: string | null;

  @Column({ name: 'next_evaluation_at', type: 'timestamptz', default: () => 'now()' })
  readonly nextEvaluationAt: string;

  @ForeignKey(() => UserEntity, { name: 'alert_rules_user_id_fkey', onDelete: 'SET NULL' })
  @Column({ name: 'user_id', type: 'bigint', nullable: true })
  readonly userId: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt: string;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  readonly updatedAt: string;
}

/** What a rule watches. */
export type AlertSubject = Pick<
  AlertRuleEntity,
  | 'target'
  | 'metric'
  | 'condition'
  | 'measure'
  | 'annotation'
  | 'groupBy'
  | 'groupAttribute'
  | 'windowMinutes'
  | 'baseline'
>;
