import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../database/database-writer.js';
import { SqlWhere } from '../kernel/sql/sql-where.js';
import type { LabelSums } from '../evaluators/graphql/score-figures.type.js';
import {
  type EvaluationRuleRow,
  EVALUATION_RULE_COLUMNS,
  TODAY,
} from './evaluation-rules.queries.js';
import { identifierOf } from './rule-identifier.js';

/** The newest annotations of a rule that are added up. More would take long. */
const MAX_ADDED = 10_000;

/** The evaluations of a rule on one day in UTC, with one label. */
export interface DayLabelSums extends LabelSums {
  ruleId: number;
  /** When the day began. */
  day: string;
}

const TABLES = {
  SPAN: 'span_annotations',
  TRACE: 'trace_annotations',
  SESSION: 'session_annotations',
} as const;

/** SQL for the rules of evaluators, and for how they judged. */
@Injectable()
export class RuleUsesQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Lists the same part of the rules of each evaluator, oldest first. */
  slicesByEvaluator(
    evaluatorIds: readonly number[],
    { offset, limit }: { offset: number; limit: number },
  ): Promise<EvaluationRuleRow[]> {
    return this.database.query(
      `SELECT part.* FROM unnest($1::bigint[]) AS p (id) CROSS JOIN LATERAL (
         SELECT ${EVALUATION_RULE_COLUMNS} FROM evaluation_rules r
          WHERE r.evaluator_id = p.id ORDER BY r.id OFFSET $2 LIMIT $3
       ) part`,
      [evaluatorIds, offset, limit],
    );
  }

  countsByEvaluator(evaluatorIds: readonly number[]): Promise<{ id: number; count: number }[]> {
    return this.database.query(
      `SELECT r.evaluator_id AS id, count(*) AS count FROM evaluation_rules r
        WHERE r.evaluator_id = ANY($1) GROUP BY r.evaluator_id`,
      [evaluatorIds],
    );
  }

  /**
   * Adds up the annotations of rules on each of the last days, oldest first. An index finds the newest
   * annotations of a rule by its identifier. Each rule has a subquery of its own, because Citus refuses
   * one that depends on a row of another table.
   */
  async readDays(ruleIds: readonly number[], days: number): Promise<DayLabelSums[]> {
    const rules: Pick<EvaluationRuleRow, 'id' | 'projectId' | 'target'>[] =
      await this.database.query(
        'SELECT id, project_id AS "projectId", target FROM evaluation_rules WHERE id = ANY($1)',
        [ruleIds],
      );
    if (rules.length === 0) return [];
    const where = new SqlWhere([ruleIds, days]);
    const annotations = rules.map(
      (rule) =>
        `(SELECT ${where.bind(rule.id)}::bigint AS id, a.created_at, a.label, a.score
            FROM ${TABLES[rule.target]} a
           WHERE a.project_id = ${where.bind(rule.projectId)}
             AND a.identifier = ${where.bind(identifierOf(rule))} AND a.identifier <> ''
           ORDER BY a.id DESC LIMIT ${MAX_ADDED})`,
    );
    return this.database.query(
      `SELECT sums.id AS "ruleId", sums.day::timestamp AT TIME ZONE 'UTC' AS day, sums.label,
              sums.count, sums.errors AS "errorCount", sums.scores AS "scoreCount",
              sums.score AS "scoreSum"
         FROM (
           SELECT a.id, (a.created_at AT TIME ZONE 'UTC')::date AS day, a.label, count(*) AS count,
                  0 AS errors, count(a.score) AS scores, sum(a.score) AS score
             FROM (${annotations.join(' UNION ALL ')}) a
            GROUP BY 1, 2, 3
           UNION ALL
           SELECT d.rule_id, d.day, NULL, 0, d.failed, 0, NULL FROM evaluation_rule_days d
            WHERE d.rule_id = ANY($1) AND d.failed > 0
         ) sums WHERE sums.day >= ${TODAY} - $2::int + 1 ORDER BY sums.day`,
      where.parameters,
    );
  }
}
