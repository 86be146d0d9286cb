import type pg from 'pg';
import type { EntityManager } from 'typeorm';
import { selectColumns, unnestRows } from '../../database/columns.js';
import type { DatabaseWriter } from '../../database/database-writer.js';
import {
  type EvaluationRuleRow,
  EVALUATION_RULE_COLUMNS,
  TODAY,
} from '../evaluation-rules.queries.js';
import { EvaluationQueueItemEntity } from '../evaluation-queue.entity.js';

/** The span, trace or session to evaluate, as in the queue. */
export interface QueueKey {
  ruleId: number;
  traceId: string;
  spanId: string;
  sessionId: string;
}

/** A row of the queue that this server has claimed. */
export interface ClaimedItem extends QueueKey {
  /** Names the claim. */
  owner: string;
  /** Including this one. */
  attempts: number;
}

/** The amounts that an evaluation adds to the figures of its day. */
export interface DayFigures {
  evaluated: number;
  failed: number;
  tokens: number;
  /** US dollars. */
  cost: number;
  /** Calls of models with tokens, and how many of them had no price. */
  callCount: number;
  unpricedCallCount: number;
}

/** Marks the statements of the loop, which run all the time. */
const MARK = '/* evaluations */';

/** How long a claim is valid without a sign of life. */
const LEASE = `interval '30 s'`;

/** How long failed and skipped rows stay, so that spans whose block changes are not selected again. */
const REMEMBERED = `interval '1 hour'`;

/** Claimed for a rule with a cost limit, by all servers, because the cost is known only at the end. */
const MAX_WITH_COST = 8;

/** Longer than a statement that selects, and that may not see the annotation yet. */
const SELECTED = `interval '1 min'`;

/** Rows to skip or forget at a time. */
const BATCH = 1_000;

const KEYS = ['ruleId', 'traceId', 'spanId', 'sessionId'] as const;
const KEY = 'rule_id, trace_id, span_id, session_id';
const ITEM = selectColumns(EvaluationQueueItemEntity, 'q', {
  except: ['dueAt', 'isFinished', 'isBackfill'],
});

const READY_RULES = `FROM evaluation_rules r
  WHERE r.is_enabled AND EXISTS (
    SELECT FROM evaluation_queue q
     WHERE q.rule_id = r.id AND NOT q.is_finished AND q.due_at <= now())`;

/** SQL of whether something is due for an enabled rule. */
export const EVALUATIONS_DUE = `EXISTS (SELECT ${READY_RULES})`;

/** Lists enabled rules for which something is due. */
export async function listReadyRules(client: pg.ClientBase): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `${MARK} SELECT r.id ${READY_RULES} ORDER BY r.id`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Claims what is due for a rule, as far as its budgets of today allow. Counts what is beyond them as
 * skipped. The lock of the rule lets one server at a time compare with the budgets.
 * @returns null if nothing is due, or another server claims for the same rule now.
 */
export async function claimDue(
  client: pg.ClientBase,
  ruleId: number,
  owner: string,
  limit: number,
): Promise<{ rule: EvaluationRuleRow; items: ClaimedItem[] } | null> {
  await client.query('BEGIN');
  const { rows } = await client.query<EvaluationRuleRow>(
    `${MARK} SELECT ${EVALUATION_RULE_COLUMNS} FROM evaluation_rules r
      WHERE r.id = $1 AND r.is_enabled FOR NO KEY UPDATE SKIP LOCKED`,
    [ruleId],
  );
  const [rule] = rows;
  const items = rule ? await claimWithin(client, rule, owner, limit) : [];
  await client.query('COMMIT');
  return rule && items.length > 0 ? { rule, items } : null;
}

async function claimWithin(
  client: pg.ClientBase,
  rule: EvaluationRuleRow,
  owner: string,
  limit: number,
): Promise<ClaimedItem[]> {
  const { maxEvaluationsPerDay, maxCostPerDay } = rule;
  const hasBudget = maxEvaluationsPerDay !== null || maxCostPerDay !== null;
  const used = hasBudget ? await readUsed(client, rule.id) : { done: 0, cost: 0, claimed: 0 };
  const isOver =
    (maxEvaluationsPerDay !== null && used.done >= maxEvaluationsPerDay) ||
    (maxCostPerDay !== null && used.cost >= maxCostPerDay);
  if (isOver) {
    await skipDue(client, rule.id);
    return [];
  }
  const room = Math.min(
    limit,
    maxEvaluationsPerDay === null ? limit : maxEvaluationsPerDay - used.done - used.claimed,
    maxCostPerDay === null ? limit : MAX_WITH_COST - used.claimed,
  );
  if (room <= 0) return [];
  const { rows } = await client.query<ClaimedItem>(
    `${MARK} UPDATE evaluation_queue q
        SET owner = $2, attempts = q.attempts + 1, due_at = now() + ${LEASE}
       FROM (SELECT ${KEY} FROM evaluation_queue
              WHERE rule_id = $1 AND NOT is_finished AND due_at <= now()
              ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED) due
      WHERE (q.rule_id, q.trace_id, q.span_id, q.session_id)
          = (due.rule_id, due.trace_id, due.span_id, due.session_id)
     RETURNING ${ITEM}`,
    [rule.id, owner, room],
  );
  return rows;
}

/**
 * Returns the amounts that count against the budgets of today. Evaluations under way are in `claimed`, without
 * their cost.
 */
async function readUsed(
  client: pg.ClientBase,
  ruleId: number,
): Promise<{ done: number; cost: number; claimed: number }> {
  const { rows } = await client.query<{ done: number; cost: number; claimed: number }>(
    `${MARK} SELECT coalesce(sum(d.evaluated + d.failed), 0)::float8 AS done,
            coalesce(sum(d.cost), 0)::float8 AS cost,
            (SELECT count(*) FROM evaluation_queue
              WHERE rule_id = $1 AND NOT is_finished AND owner IS NOT NULL
                AND due_at > now() AND due_at <= now() + ${LEASE}) AS claimed
       FROM evaluation_rule_days d WHERE d.rule_id = $1 AND d.day = ${TODAY}`,
    [ruleId],
  );
  return rows[0]!;
}

async function skipDue(client: pg.ClientBase, ruleId: number): Promise<void> {
  await client.query(
    `${MARK} WITH skipped AS (
       UPDATE evaluation_queue q
          SET is_finished = true, owner = NULL, due_at = now() + ${REMEMBERED}
         FROM (SELECT ${KEY} FROM evaluation_queue
                WHERE rule_id = $1 AND NOT is_finished AND due_at <= now()
                ORDER BY due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) due
        WHERE (q.rule_id, q.trace_id, q.span_id, q.session_id)
            = (due.rule_id, due.trace_id, due.span_id, due.session_id)
       RETURNING 1)
     INSERT INTO evaluation_rule_days AS d (rule_id, day, skipped)
     SELECT $1, ${TODAY}, count(*) FROM skipped HAVING count(*) > 0
     ON CONFLICT (rule_id, day) DO UPDATE SET skipped = d.skipped + excluded.skipped`,
    [ruleId],
  );
}

/** Extends claims. Returns those that are no longer valid, for example because of a deleted rule. */
export async function renewClaims(
  client: pg.ClientBase,
  items: readonly ClaimedItem[],
): Promise<ClaimedItem[]> {
  if (items.length === 0) return [];
  const mine = unnestRows(EvaluationQueueItemEntity, [...KEYS, 'owner'], items);
  const { rows } = await client.query<ClaimedItem>(
    `${MARK} UPDATE evaluation_queue q SET due_at = now() + ${LEASE}
       FROM ${mine.source} AS mine (${mine.columns})
      WHERE (q.rule_id, q.trace_id, q.span_id, q.session_id, q.owner)
          = (mine.rule_id, mine.trace_id, mine.span_id, mine.session_id, mine.owner)
     RETURNING ${ITEM}`,
    mine.parameters,
  );
  const renewed = new Set(rows.map((row) => JSON.stringify(claimOf(row))));
  return items.filter((item) => !renewed.has(JSON.stringify(claimOf(item))));
}

/** Deletes rows that no longer need to be remembered. */
export async function forgetFinished(client: pg.ClientBase): Promise<void> {
  await client.query(
    `${MARK} DELETE FROM evaluation_queue q
      USING (SELECT ${KEY} FROM evaluation_queue WHERE is_finished AND due_at <= now()
              LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) old
      WHERE (q.rule_id, q.trace_id, q.span_id, q.session_id)
          = (old.rule_id, old.trace_id, old.span_id, old.session_id)`,
  );
}

/** Returns how long what is due has waited, in seconds; 0 if nothing is. */
export async function readLag(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ lag: number }>(
    `${MARK} SELECT coalesce(max(extract(epoch FROM now() - first.due_at)), 0)::float8 AS lag
       FROM evaluation_rules r CROSS JOIN LATERAL (
         SELECT q.due_at FROM evaluation_queue q
          WHERE q.rule_id = r.id AND NOT q.is_finished AND q.due_at <= now()
          ORDER BY q.due_at LIMIT 1) first
      WHERE r.is_enabled`,
  );
  return rows[0]?.lag ?? 0;
}

const IS_MINE = `rule_id = $1 AND trace_id = $2 AND span_id = $3 AND session_id = $4 AND owner = $5`;

const claimOf = (item: ClaimedItem) => [
  item.ruleId,
  item.traceId,
  item.spanId,
  item.sessionId,
  item.owner,
];

/** Removes a row. Returns false if another server has claimed it, or the rule is gone or disabled. */
export async function removeItem(tx: EntityManager, item: ClaimedItem): Promise<boolean> {
  const [, count] = await tx.query<[unknown[], number]>(
    `DELETE FROM evaluation_queue WHERE ${IS_MINE}`,
    claimOf(item),
  );
  return count > 0;
}

/**
 * Marks a row as finished. Returns false like `removeItem`.
 * @param hasAnnotation whether an annotation tells from now on that it was evaluated.
 */
export async function finishItem(
  tx: EntityManager,
  item: ClaimedItem,
  { hasAnnotation }: { hasAnnotation: boolean },
): Promise<boolean> {
  const remembered = hasAnnotation ? SELECTED : REMEMBERED;
  const [, count] = await tx.query<[unknown[], number]>(
    `UPDATE evaluation_queue
        SET is_finished = true, owner = NULL, due_at = now() + ${remembered} WHERE ${IS_MINE}`,
    claimOf(item),
  );
  return count > 0;
}

/**
 * Releases a row to any server.
 * @param countsAsAttempt false if nothing was tried.
 */
export async function releaseItem(
  database: DatabaseWriter,
  item: ClaimedItem,
  { waitSeconds, countsAsAttempt }: { waitSeconds: number; countsAsAttempt: boolean },
): Promise<void> {
  await database.query(
    `UPDATE evaluation_queue
        SET owner = NULL, due_at = now() + make_interval(secs => $6),
            attempts = attempts - $7
      WHERE ${IS_MINE}`,
    [...claimOf(item), waitSeconds, countsAsAttempt ? 0 : 1],
  );
}

/** Adds to the figures of today. */
export async function addToDay(
  tx: EntityManager,
  ruleId: number,
  { evaluated, failed, tokens, cost, callCount, unpricedCallCount }: DayFigures,
): Promise<void> {
  await tx.query(
    `INSERT INTO evaluation_rule_days AS d (rule_id, day, evaluated, failed, tokens, cost, call_count,
       unpriced_call_count)
     VALUES ($1, ${TODAY}, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (rule_id, day) DO UPDATE
        SET evaluated = d.evaluated + excluded.evaluated, failed = d.failed + excluded.failed,
            tokens = d.tokens + excluded.tokens, cost = d.cost + excluded.cost,
            call_count = d.call_count + excluded.call_count,
            unpriced_call_count = d.unpriced_call_count + excluded.unpriced_call_count`,
    [ruleId, evaluated, failed, tokens, cost, callCount, unpricedCallCount],
  );
}
