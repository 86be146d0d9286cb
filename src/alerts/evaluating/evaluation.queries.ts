import type pg from 'pg';
import type { AlertGroup } from '../alert-rule.entity.js';
import { type AlertRuleRow, ALERT_RULE_COLUMNS } from '../alert-rules.queries.js';
import type { AlertProgress } from './alert-state.js';

/** A rule that is due, and the name of its project. */
export type DueRule = AlertRuleRow & { projectName: string };

/** The result of evaluating a rule, to be stored. */
export interface EvaluatedRule {
  rule: DueRule;
  value: number | null;
  error: string | null;
  progress: AlertProgress;
  groups: readonly AlertGroup[];
  /** The changes of state to report in messages. */
  news: AlertNews[];
  nextEvaluationAt: string;
}

/** A change to report: a rule, or some of its groups, began to fire or no longer do. */
export interface AlertNews {
  state: AlertProgress['state'];
  value: number | null;
  /** Absent for a rule without groups. */
  groups?: readonly AlertGroup[];
}

/** How long the history of alerts is kept. */
const KEPT = `interval '90 days'`;
const MAX_FORGOTTEN = 5_000;

/** The longest waiting first. */
export async function listDue(client: pg.ClientBase): Promise<DueRule[]> {
  const { rows } = await client.query<DueRule>(
    `SELECT ${ALERT_RULE_COLUMNS}, p.name AS "projectName"
       FROM alert_rules r JOIN projects p ON p.id = r.project_id
      WHERE r.is_enabled AND r.next_evaluation_at <= now() ORDER BY r.next_evaluation_at, r.id`,
  );
  return rows;
}

/** Returns the IDs of those that nobody has changed since. The others are evaluated again. */
export async function saveEvaluations(
  client: pg.ClientBase,
  evaluated: readonly EvaluatedRule[],
  now: Date,
): Promise<Set<number>> {
  const of = <T>(read: (one: EvaluatedRule) => T) => evaluated.map(read);
  const { rows } = await client.query<{ id: number }>(
    `UPDATE alert_rules r
        SET state = d.state, state_since = d.state_since, inside_since = d.inside_since,
            last_message_at = d.last_message_at, last_value = d.value, last_error = d.error,
            groups = d.groups, evaluated_at = $11, next_evaluation_at = d.next_evaluation_at
       FROM unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::timestamptz[],
                   $5::timestamptz[], $6::timestamptz[], $7::float8[], $8::text[],
                   $9::timestamptz[], $10::jsonb[])
              AS d (id, updated_at, state, state_since, inside_since, last_message_at, value, error,
                    next_evaluation_at, groups)
      WHERE r.id = d.id AND r.updated_at = d.updated_at AND r.is_enabled
     RETURNING r.id`,
    [
      of(({ rule }) => rule.id),
      of(({ rule }) => rule.updatedAt),
      of(({ progress }) => progress.state),
      of(({ progress }) => progress.stateSince),
      of(({ progress }) => progress.insideSince),
      of(({ progress }) => progress.lastMessageAt),
      of(({ value }) => value),
      of(({ error }) => error),
      of(({ nextEvaluationAt }) => nextEvaluationAt),
      of(({ groups }) => JSON.stringify(groups)),
      now.toISOString(),
    ],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Adds an entry to the history of a project. */
export async function insertEvent(
  client: pg.ClientBase,
  rule: DueRule,
  { state, value }: AlertNews,
  summary: string,
): Promise<void> {
  await client.query(
    `INSERT INTO alert_events (project_id, rule_id, state, value, summary)
     VALUES ($1, $2, $3, $4, $5)`,
    [rule.projectId, rule.id, state, value, summary],
  );
}

/** Removes old entries from the history. */
export async function forgetOldEvents(client: pg.ClientBase): Promise<void> {
  await client.query(
    `DELETE FROM alert_events WHERE id IN (
       SELECT id FROM alert_events ORDER BY id LIMIT ${MAX_FORGOTTEN})
       AND created_at < now() - ${KEPT}`,
  );
}
