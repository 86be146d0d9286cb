import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { selectColumns } from '../database/columns.js';
import { DatabaseWriter } from '../database/database-writer.js';
import { isPrivate } from '../projects/private-projects.contract.js';
import { AlertEventEntity } from './alert-event.entity.js';
import { AlertRuleEntity, type AlertSubject } from './alert-rule.entity.js';

/** A row as queries return it, with times as wire text. */
export type AlertRuleRow = Readonly<AlertRuleEntity>;

/** What users decide about a rule. */
export type AlertRuleContent = AlertSubject &
  Pick<
    AlertRuleRow,
    'name' | 'comparison' | 'threshold' | 'quietMinutes' | 'webhookIds' | 'userIds' | 'isEnabled'
  >;

const PLAIN_COLUMNS = selectColumns(AlertRuleEntity, 'r', { except: ['webhookIds', 'userIds'] });

/** The columns of rules `r`. */
export const ALERT_RULE_COLUMNS = `${PLAIN_COLUMNS},
  to_jsonb(r.webhook_ids) AS "webhookIds", to_jsonb(r.user_ids) AS "userIds"`;

/** SQL of the addresses of those users who still exist and may still see a project. */
const FIND_EMAILS = `
  SELECT u.email FROM users u
   WHERE u.id = ANY($1) AND u.email IS NOT NULL AND u.deactivated_at IS NULL AND (
     u.role = 'ADMIN'
     OR NOT ${isPrivate('$2')}
     OR EXISTS (
       SELECT FROM projects p JOIN project_roles r ON r.project_id = coalesce(p.parent_id, p.id)
        WHERE p.id = $2 AND (r.user_id = u.id OR r.group_id IN (
          SELECT m.group_id FROM user_group_members m WHERE m.user_id = u.id))))
   ORDER BY u.id`;

/** SQL for rules and their history, except what evaluates them. */
@Injectable()
export class AlertRulesQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Returns those that exist, in no particular order. */
  findByIds(
    ids: readonly number[],
    tx: EntityManager = this.database.manager,
  ): Promise<AlertRuleRow[]> {
    return tx.query(`SELECT ${ALERT_RULE_COLUMNS} FROM alert_rules r WHERE r.id = ANY($1)`, [ids]);
  }

  /** Finds the addresses of those who get email of a rule, still exist and may still see its project. */
  async findEmails({
    userIds,
    projectId,
  }: Pick<AlertRuleRow, 'userIds' | 'projectId'>): Promise<string[]> {
    const rows = await this.database.query<{ email: string }[]>(FIND_EMAILS, [userIds, projectId]);
    return rows.map(({ email }) => email);
  }

  /** Sorts by name. */
  listByProjects(projectIds: readonly number[]): Promise<AlertRuleRow[]> {
    return this.database.query(
      `SELECT ${ALERT_RULE_COLUMNS} FROM alert_rules r
        WHERE r.project_id = ANY($1) ORDER BY r.name, r.id`,
      [projectIds],
    );
  }

  /** Returns the row ID, or null if there are as many rules as possible. */
  async insert(
    tx: EntityManager,
    origin: Pick<AlertRuleRow, 'projectId' | 'userId'>,
    content: AlertRuleContent,
    max: { perProject: number; all: number },
  ): Promise<number | null> {
    const [inserted] = await tx.query<{ id: number }[]>(
      `INSERT INTO alert_rules (name, target, condition, measure, annotation, window_minutes,
              baseline, comparison, threshold, quiet_minutes, webhook_ids, user_ids, is_enabled,
              group_by, group_attribute, metric, project_id, user_id)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18
        WHERE (SELECT count(*) FROM alert_rules WHERE project_id = $17) < $19
          AND (SELECT count(*) FROM alert_rules) < $20
       RETURNING id`,
      [...toValues(content), origin.projectId, origin.userId, max.perProject, max.all],
    );
    return inserted?.id ?? null;
  }

  /**
   * The rule is evaluated at once. One that is disabled, or has other groups than before, no longer
   * fires.
   */
  async update(tx: EntityManager, id: number, content: AlertRuleContent): Promise<void> {
    const goesOn = `($13 AND group_by IS NOT DISTINCT FROM $14
                     AND group_attribute IS NOT DISTINCT FROM $15)`;
    await tx.query(
      `UPDATE alert_rules
          SET name = $1, target = $2, condition = $3, measure = $4, annotation = $5,
              window_minutes = $6, baseline = $7, comparison = $8, threshold = $9,
              quiet_minutes = $10, webhook_ids = $11, user_ids = $12, is_enabled = $13,
              group_by = $14, group_attribute = $15, metric = $16,
              groups = CASE WHEN ${goesOn} THEN groups ELSE '[]' END,
              state = CASE WHEN ${goesOn} THEN state ELSE 'OK' END,
              state_since = CASE WHEN ${goesOn} OR state = 'OK' THEN state_since ELSE now() END,
              inside_since = NULL, last_error = NULL, next_evaluation_at = now(),
              updated_at = clock_timestamp()
        WHERE id = $17`,
      [...toValues(content), id],
    );
  }

  /** Finds rows and locks them until the transaction ends, always in the same order. */
  lock(tx: EntityManager, ids: readonly number[]): Promise<AlertRuleRow[]> {
    return tx.query(
      `SELECT ${ALERT_RULE_COLUMNS} FROM alert_rules r WHERE r.id = ANY($1) ORDER BY r.id FOR UPDATE`,
      [ids],
    );
  }

  async delete(tx: EntityManager, ids: readonly number[]): Promise<void> {
    await tx.query('DELETE FROM alert_rules WHERE id = ANY($1)', [ids]);
  }

  /** Newest first, before the row `before` if given. */
  listEvents(projectId: number, before: number | null, limit: number): Promise<AlertEventEntity[]> {
    return this.database.query(
      `SELECT ${selectColumns(AlertEventEntity, 'e')}
         FROM alert_events e
        WHERE e.project_id = $1 AND ($2::bigint IS NULL OR e.id < $2) ORDER BY e.id DESC LIMIT $3`,
      [projectId, before, limit],
    );
  }
}

function toValues(content: AlertRuleContent): unknown[] {
  return [
    content.name,
    content.target,
    content.condition,
    content.measure,
    content.annotation,
    content.windowMinutes,
    content.baseline,
    content.comparison,
    content.threshold,
    content.quietMinutes,
    content.webhookIds,
    content.userIds,
    content.isEnabled,
    content.groupBy,
    content.groupAttribute,
    content.metric,
  ];
}
