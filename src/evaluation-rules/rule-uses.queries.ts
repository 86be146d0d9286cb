import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { LabelSums } from '../evaluators/graphql/score-figures.type.js';
import { type EvaluationRuleRow, RULE_COLUMNS, TODAY } from './evaluation-rules.queries.js';

/** The newest annotations of a rule that are added up. More would take long. */
const MOST_ADDED = 10_000;

/** The evaluations of a rule on one day in UTC, with one label. */
export interface DayLabelSums extends LabelSums {
  ruleId: number;
  /** When the day began. */
  day: string;
}

const TARGETS = [
  ['SPAN', 'span_annotations'],
  ['TRACE', 'trace_annotations'],
  ['SESSION', 'session_annotations'],
] as const;

/** SQL for the rules of evaluators, and for how they judged. */
@Injectable()
export class RuleUsesQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** Lists the same part of the rules of each evaluator, oldest first. */
  slicesByEvaluator(
    evaluatorIds: readonly number[],
    { offset, limit }: { offset: number; limit: number },
  ): Promise<EvaluationRuleRow[]> {
    return this.dataSource.query(
      `SELECT part.* FROM unnest($1::bigint[]) AS p (id) CROSS JOIN LATERAL (
         SELECT ${RULE_COLUMNS} FROM evaluation_rules r
          WHERE r.evaluator_id = p.id ORDER BY r.id OFFSET $2 LIMIT $3
       ) part`,
      [evaluatorIds, offset, limit],
    );
  }

  countsByEvaluator(evaluatorIds: readonly number[]): Promise<{ id: number; count: number }[]> {
    return this.dataSource.query(
      `SELECT r.evaluator_id AS id, count(*) AS count FROM evaluation_rules r
        WHERE r.evaluator_id = ANY($1) GROUP BY r.evaluator_id`,
      [evaluatorIds],
    );
  }

  /**
   * Adds up the annotations of rules on each of the last days, oldest first. An index finds the newest
   * annotations of a rule by its identifier.
   */
  readDays(
    rules: readonly { id: number; identifier: string }[],
    days: number,
  ): Promise<DayLabelSums[]> {
    const since = `${TODAY} - $3::int + 1`;
    const annotations = TARGETS.map(
      ([target, table]) =>
        `(SELECT a.created_at, a.label, a.score FROM ${table} a
           WHERE r.target = '${target}' AND a.project_id = r.project_id
             AND a.identifier = k.identifier AND a.identifier <> ''
           ORDER BY a.id DESC LIMIT ${MOST_ADDED})`,
    );
    return this.dataSource.query(
      `SELECT sums.id AS "ruleId", sums.day::timestamp AT TIME ZONE 'UTC' AS day, sums.label,
              sums.count, sums.errors AS "errorCount", sums.scores AS "scoreCount",
              sums.score AS "scoreSum"
         FROM (
           SELECT r.id, (a.created_at AT TIME ZONE 'UTC')::date AS day, a.label, count(*) AS count,
                  0 AS errors, count(a.score) AS scores, sum(a.score) AS score
             FROM unnest($1::bigint[], $2::text[]) AS k (id, identifier)
             JOIN evaluation_rules r ON r.id = k.id
            CROSS JOIN LATERAL (${annotations.join(' UNION ALL ')}) a
            GROUP BY 1, 2, 3
           UNION ALL
           SELECT d.rule_id, d.day, NULL, 0, d.failed, 0, NULL FROM evaluation_rule_days d
            WHERE d.rule_id = ANY($1) AND d.failed > 0
         ) sums WHERE sums.day >= ${since} ORDER BY sums.day`,
      [rules.map(({ id }) => id), rules.map(({ identifier }) => identifier), days],
    );
  }
}
