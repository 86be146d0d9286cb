import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../database/database-writer.js';
import { BadRequestError, ConflictError } from '../kernel/errors/errors.js';
import type { TimeRange } from '../kernel/time/time.js';
import {
  type BackfillRow,
  beginBackfill,
  endBackfill,
  findBackfills,
  isEmptyRange,
} from './backfills.queries.js';
import { EvaluationRulesQueries, type EvaluationRuleRow } from './evaluation-rules.queries.js';
import { ruleNotFound } from './rule-not-found.js';

export type { BackfillRow };

/** Evaluates with rules what is already stored. All IDs are row IDs. */
@Injectable()
export class BackfillsService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly rules: EvaluationRulesQueries,
  ) {}

  /** Returns the last backfill of each rule; null if there was none. */
  async findByRules(ruleIds: readonly number[]): Promise<(BackfillRow | null)[]> {
    const rows = await findBackfills(this.database, ruleIds);
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
      const [from, until] = [start ?? null, end ?? null];
      if (await isEmptyRange(tx, from, until)) {
        throw new BadRequestError('The start of the range must be before its end.');
      }
      if (await beginBackfill(tx, ruleId, from, until)) return rule;
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
      await endBackfill(tx, ruleId);
      return rule;
    });
  }
}
