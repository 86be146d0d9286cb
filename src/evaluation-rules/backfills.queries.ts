import type { EntityManager } from 'typeorm';
import { selectColumns } from '../database/columns.js';
import type { DatabaseWriter } from '../database/database-writer.js';
import { EvaluationBackfillEntity } from './evaluation-backfill.entity.js';

/** The last backfill of a rule, and how far it is. */
export type BackfillRow = Omit<EvaluationBackfillEntity, 'nextTime' | 'nextId' | 'updatedAt'> & {
  /** The count of selected subjects that are not evaluated yet. */
  waiting: number;
};

const COLUMNS = selectColumns(EvaluationBackfillEntity, 'b', {
  except: ['nextTime', 'nextId', 'updatedAt'],
});

export function findBackfills(
  database: DatabaseWriter,
  ruleIds: readonly number[],
): Promise<BackfillRow[]> {
  return database.query(
    `SELECT ${COLUMNS},
            (SELECT count(*) FROM evaluation_queue q
              WHERE q.rule_id = b.rule_id AND q.is_backfill AND NOT q.is_finished) AS waiting
       FROM evaluation_backfills b WHERE b.rule_id = ANY($1)`,
    [ruleIds],
  );
}

/** Returns whether a range ends before it starts. Without an end, it ends now. */
export async function isEmptyRange(
  tx: EntityManager,
  start: string | null,
  end: string | null,
): Promise<boolean> {
  const [row] = await tx.query<[{ isEmpty: boolean }]>(
    'SELECT $1::timestamptz >= coalesce($2::timestamptz, now()) AS "isEmpty"',
    [start, end],
  );
  return row.isEmpty;
}

/** Begins a backfill, and returns whether no other one of the rule is running. */
export async function beginBackfill(
  tx: EntityManager,
  ruleId: number,
  start: string | null,
  end: string | null,
): Promise<boolean> {
  const started = await tx.query<object[]>(
    `INSERT INTO evaluation_backfills AS b (rule_id, start_time, end_time, next_time, next_id)
     SELECT $1, $2, coalesce($3::timestamptz, now()), coalesce($3::timestamptz, now()), 0
     ON CONFLICT (rule_id) DO UPDATE
        SET start_time = excluded.start_time, end_time = excluded.end_time,
            next_time = excluded.next_time, next_id = 0, selected = 0, is_selecting = true,
            error = NULL, created_at = now(), updated_at = now()
      WHERE NOT b.is_selecting AND NOT EXISTS (
        SELECT FROM evaluation_queue q
         WHERE q.rule_id = b.rule_id AND q.is_backfill AND NOT q.is_finished)
     RETURNING rule_id`,
    [ruleId, start, end],
  );
  return started.length > 0;
}

/** Ends a backfill, and forgets what waits for it. */
export async function endBackfill(tx: EntityManager, ruleId: number): Promise<void> {
  const [, count] = await tx.query<[unknown[], number]>(
    'DELETE FROM evaluation_queue WHERE rule_id = $1 AND is_backfill AND NOT is_finished',
    [ruleId],
  );
  await tx.query(
    `UPDATE evaluation_backfills SET is_selecting = false, selected = selected - $2
      WHERE rule_id = $1`,
    [ruleId, count],
  );
}
