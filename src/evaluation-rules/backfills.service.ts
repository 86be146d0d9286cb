import { Injectable } from '@nestjs/common';
import { selectColumns } from '../database/columns.js';
import { DatabaseWriter } from '../database/database-writer.js';
import { BadRequestError, ConflictError } from '../kernel/errors/errors.js';
import type { TimeRange } from '../kernel/time/time.js';
import { EvaluationBackfillEntity } from './evaluation-backfill.entity.js';
import { EvaluationRulesQueries, type EvaluationRuleRow } from './evaluation-rules.queries.js';
import { ruleNotFound } from './rule-not-found.js';

/** The last backfill of a rule, and how far it is. */
export type BackfillRow = Pick<
  EvaluationBackfillEntity,
  'ruleId' | 'startTime' | 'endTime' | 'selected' | 'isSelecting' | 'error' | 'createdAt'
> & {
  /** What it has selected and that has not been evaluated yet. */
  waiting: number;
};

/** Evaluates with rules what is already stored. All IDs are row IDs. */
@Injectable()
export class BackfillsService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly rules: EvaluationRulesQueries,
  ) {}

  /** Returns the last backfill of each rule; null if there was none. */
  async findByRules(ruleIds: readonly number[]): Promise<(BackfillRow | null)[]> {
    const rows = await this.database.query<BackfillRow[]>(
      `SELECT ${selectColumns(EvaluationBackfillEntity, 'b', { except: ['nextTime', 'nextId', 'updatedAt'] })},
              (SELECT count(*) FROM evaluation_queue q
                WHERE q.rule_id = b.rule_id AND q.is_backfill AND NOT q.is_finished) AS waiting
         FROM evaluation_backfills b WHERE b.rule_id = ANY($1)`,
      [ruleIds],
    );
    const byRule = new Map(rows.map((row) => [row.ruleId, row]));
    return ruleIds.map((id) => byRule.get(id) ?? null);
  }

  /**
   * Begins a backfill, which replaces the last one.
   * @param range when the spans, traces or sessions began; up to now by default.
   * @throws NotFoundError, ConflictError if the rule is disabled or a backfill is running, and
   * BadRequestError for an empty range.
   */
  async start(ruleId: number, { start, end }: TimeRange): Promise<EvaluationRuleRow> {
    return this.database.inTransaction(async (tx) => {
      const [rule] = await this.rules.lock(tx, [ruleId]);
      if (!rule) throw ruleNotFound([ruleId]);
      if (!rule.isEnabled) {
        throw new ConflictError('This rule is disabled. Enable it before you start a backfill.');
      }
      const [range] = await tx.query<[{ isEmpty: boolean }]>(
        'SELECT $1::timestamptz >= coalesce($2::timestamptz, now()) AS "isEmpty"',
        [start ?? null, end ?? null],
      );
      if (range.isEmpty)
        throw new BadRequestError('The start of the range must be before its end.');
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
        [ruleId, start ?? null, end ?? null],
      );
      if (started.length > 0) return rule;
      throw new ConflictError(
        'A backfill of this rule is running. Wait until it ends, or stop it first.',
      );
    });
  }

  /** Stops the backfill of a rule, and forgets what waits for it. @throws NotFoundError */
  async stop(ruleId: number): Promise<EvaluationRuleRow> {
    return this.database.inTransaction(async (tx) => {
      const [rule] = await this.rules.lock(tx, [ruleId]);
      if (!rule) throw ruleNotFound([ruleId]);
      const [, count] = await tx.query<[unknown[], number]>(
        'DELETE FROM evaluation_queue WHERE rule_id = $1 AND is_backfill AND NOT is_finished',
        [ruleId],
      );
      await tx.query(
        `UPDATE evaluation_backfills SET is_selecting = false, selected = selected - $2
          WHERE rule_id = $1`,
        [ruleId, count],
      );
      return rule;
    });
  }
}
