import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { selectColumns } from '../database/columns.js';
import { DatabaseWriter } from '../database/database-writer.js';
import type { JsonObject } from '../kernel/json/json.js';
import { payloadText } from '../kernel/json/payload-text.js';
import type { InputMapping } from '../evaluators/judging/mapping-checks.service.js';
import { EvaluationRuleEntity } from './evaluation-rule.entity.js';

/** A row as queries return it, with times as wire text. */
export type EvaluationRuleRow = Omit<EvaluationRuleEntity, 'inputMapping'> & {
  inputMapping: InputMapping;
};

/** The columns of a rule that users edit. */
export type EvaluationRuleContent = Pick<
  EvaluationRuleRow,
  | 'name'
  | 'condition'
  | 'samplingRate'
  | 'evaluatorId'
  | 'inputMapping'
  | 'maxEvaluationsPerDay'
  | 'maxCostPerDay'
  | 'isEnabled'
>;

/** The columns of a rule that are set when it is created, and never change. */
export type EvaluationRuleOrigin = Pick<
  EvaluationRuleRow,
  'projectId' | 'target' | 'tracesProjectName' | 'userId'
>;

/** The counts and costs of a rule today, in UTC, and the count of subjects that wait for it. */
export interface EvaluationRuleFigures {
  id: number;
  evaluated: number;
  failed: number;
  skipped: number;
  tokens: number;
  /** US dollars. */
  cost: number;
  /** Calls of models with tokens, and how many of them had no price. */
  callCount: number;
  unpricedCallCount: number;
  waiting: number;
}

/** The columns of rules `r`. */
export const EVALUATION_RULE_COLUMNS = selectColumns(EvaluationRuleEntity, 'r');

/** The current day of budgets. */
export const TODAY = `(now() AT TIME ZONE 'UTC')::date`;

/** Rows of a queue that are counted. More would take long. */
const MAX_COUNTED = 10_000;

/** SQL for rules, except what selects spans and evaluates them. */
@Injectable()
export class EvaluationRulesQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Returns those that exist, in no particular order. */
  findByIds(
    ids: readonly number[],
    tx: EntityManager = this.database.manager,
  ): Promise<EvaluationRuleRow[]> {
    return tx.query(
      `SELECT ${EVALUATION_RULE_COLUMNS} FROM evaluation_rules r WHERE r.id = ANY($1)`,
      [ids],
    );
  }

  /** Sorts by name. */
  listByProjects(projectIds: readonly number[]): Promise<EvaluationRuleRow[]> {
    return this.database.query(
      `SELECT ${EVALUATION_RULE_COLUMNS} FROM evaluation_rules r
        WHERE r.project_id = ANY($1) ORDER BY r.name, r.id`,
      [projectIds],
    );
  }

  readFigures(ids: readonly number[]): Promise<EvaluationRuleFigures[]> {
    return this.database.query(
      `SELECT k.id, coalesce(d.evaluated, 0) AS evaluated, coalesce(d.failed, 0) AS failed,
              coalesce(d.skipped, 0) AS skipped, coalesce(d.tokens, 0) AS tokens,
              coalesce(d.cost, 0) AS cost, coalesce(d.call_count, 0) AS "callCount",
              coalesce(d.unpriced_call_count, 0) AS "unpricedCallCount",
              (SELECT count(*) FROM (
                 SELECT FROM evaluation_queue q WHERE q.rule_id = k.id AND NOT q.is_finished
                  LIMIT ${MAX_COUNTED}) counted) AS waiting
         FROM unnest($1::bigint[]) AS k (id)
         LEFT JOIN evaluation_rule_days d ON d.rule_id = k.id AND d.day = ${TODAY}`,
      [ids],
    );
  }

  /** Returns whether a project has the traces of an evaluator. */
  async hasEvaluations(projectName: string): Promise<boolean> {
    const [row] = await this.database.query<[{ found: boolean }]>(
      `SELECT EXISTS (SELECT FROM dataset_evaluators WHERE project_name = $1)
           OR EXISTS (SELECT FROM evaluation_rules WHERE traces_project_name = $1) AS found`,
      [projectName],
    );
    return row.found;
  }

  /** Returns the row ID, or null if the project has the maximum number of rules. */
  async insert(
    tx: EntityManager,
    origin: EvaluationRuleOrigin,
    content: EvaluationRuleContent,
    maximum: number,
  ): Promise<number | null> {
    const [inserted] = await tx.query<{ id: number }[]>(
      `INSERT INTO evaluation_rules (name, condition, sampling_rate, evaluator_id, input_mapping,
              max_evaluations_per_day, max_cost_per_day, is_enabled, project_id, target,
              traces_project_name, user_id)
       SELECT $1, $2, $3, $4, $5::json, $6, $7, $8, $9, $10, $11, $12
        WHERE (SELECT count(*) FROM evaluation_rules WHERE project_id = $9) < $13
       RETURNING id`,
      [
        ...valuesOf(content),
        origin.projectId,
        origin.target,
        origin.tracesProjectName,
        origin.userId,
        maximum,
      ],
    );
    return inserted?.id ?? null;
  }

  /** Forgets the last error. A rule that is enabled again evaluates nothing that arrived before. */
  async update(tx: EntityManager, id: number, content: EvaluationRuleContent): Promise<void> {
    await tx.query(
      `UPDATE evaluation_rules
          SET name = $1, condition = $2, sampling_rate = $3, evaluator_id = $4,
              input_mapping = $5, max_evaluations_per_day = $6, max_cost_per_day = $7,
              is_enabled = $8, last_error = NULL, last_error_at = NULL, updated_at = now(),
              enabled_at = CASE WHEN $8 AND NOT is_enabled THEN now() ELSE enabled_at END
        WHERE id = $9`,
      [...valuesOf(content), id],
    );
    // Evaluations that are under way find no row, and store nothing.
    if (!content.isEnabled) {
      await tx.query('DELETE FROM evaluation_queue WHERE rule_id = $1', [id]);
      await tx.query('DELETE FROM evaluation_backfills WHERE rule_id = $1', [id]);
    }
  }

  /** Finds rows and locks them until the transaction ends, always in the same order. */
  lock(tx: EntityManager, ids: readonly number[]): Promise<EvaluationRuleRow[]> {
    return tx.query(
      `SELECT ${EVALUATION_RULE_COLUMNS} FROM evaluation_rules r
        WHERE r.id = ANY($1) ORDER BY r.id FOR UPDATE`,
      [ids],
    );
  }

  async delete(tx: EntityManager, ids: readonly number[]): Promise<void> {
    await tx.query('DELETE FROM evaluation_rules WHERE id = ANY($1)', [ids]);
  }

  /** Like `lock`, for all rules of a project. */
  lockByProject(tx: EntityManager, projectId: number): Promise<EvaluationRuleRow[]> {
    return tx.query(
      `SELECT ${EVALUATION_RULE_COLUMNS} FROM evaluation_rules r
        WHERE r.project_id = $1 ORDER BY r.id FOR UPDATE`,
      [projectId],
    );
  }

  /** Does not write the same error several times a second. */
  async setLastError(id: number, message: string): Promise<void> {
    await this.database.query(
      `UPDATE evaluation_rules SET last_error = $2, last_error_at = now()
        WHERE id = $1 AND (last_error IS DISTINCT FROM $2
                           OR last_error_at < now() - interval '10 s')`,
      [id, message],
    );
  }
}

function valuesOf(content: EvaluationRuleContent): unknown[] {
  return [
    content.name,
    content.condition,
    content.samplingRate,
    content.evaluatorId,
    payloadText(content.inputMapping as unknown as JsonObject),
    content.maxEvaluationsPerDay,
    content.maxCostPerDay,
    content.isEnabled,
  ];
}
