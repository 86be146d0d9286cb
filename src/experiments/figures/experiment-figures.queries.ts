import { Injectable } from '@nestjs/common';
import { selectColumns } from '../../database/columns.js';
import { DatabaseReader } from '../../database/database-reader.js';
import {
  COST_DETAIL_ORDER,
  COST_DETAIL_SUMS,
  COST_DETAIL_TYPE,
  JOIN_COST_DETAILS,
  type CostDetailSums,
  sumPriced,
  UNPRICED_MODEL,
  UNPRICED_SPANS,
  UNPRICED_SUMS,
  sumCosts,
} from '../../spans/cost-details.js';
import type { LabelSums } from '../../evaluators/graphql/score-figures.type.js';
import type { CostSums, UnpricedSums } from '../../tracing/graphql/cost.type.js';
import { TraceEntity } from '../../tracing/traces/trace.entity.js';

/** Totals over the evaluations with one name in an experiment. */
export interface EvaluationFigures {
  experimentId: number;
  annotationName: string;
  count: number;
  errorCount: number;
  labelCount: number;
  scoreCount: number;
  /** Null without scores, like the next two. */
  minScore: number | null;
  maxScore: number | null;
  meanScore: number | null;
}

/** One label among the evaluations with one name in an experiment. */
export interface ExperimentLabelFigures {
  experimentId: number;
  annotationName: string;
  label: string;
  count: number;
}

/** The range of scores of the evaluations with one name in a dataset's experiments. */
export interface DatasetScores {
  datasetId: number;
  annotationName: string;
  minScore: number | null;
  maxScore: number | null;
}

/** The evaluations with one label by an evaluator of a dataset in an experiment. */
export interface UseLabelSums extends LabelSums {
  useId: number;
  experimentId: number;
}

/** Tokens of the runs of an experiment, and the cost of their traces in US dollars. */
export interface ExperimentTokens extends CostSums {
  experimentId: number;
}

/** Tokens of one run, and the cost of its trace in US dollars. */
export interface RunTokens extends CostSums {
  runId: number;
}

/**
 * Joins `tokens.prompt` and `tokens.completion` to runs `r`: the counts sent with the run, or else
 * those of its trace; null until there is a trace.
 */
export const RUN_TOKENS = `LEFT JOIN traces t ON t.trace_id = r.trace_id
  CROSS JOIN LATERAL (
    SELECT CASE WHEN own.are_known THEN coalesce(r.prompt_tokens, 0)
                ELSE t.prompt_tokens END AS prompt,
           CASE WHEN own.are_known THEN coalesce(r.completion_tokens, 0)
                ELSE t.completion_tokens END AS completion
      FROM (VALUES (coalesce(r.prompt_tokens, r.completion_tokens) IS NOT NULL)) AS own (are_known)
  ) AS tokens`;

/**
 * Aggregates the runs and evaluations of experiments. Covering indexes contain everything except
 * labels.
 */
@Injectable()
export class ExperimentFiguresQueries {
  constructor(private readonly reader: DatabaseReader) {}

  /** Sorted by name. */
  readEvaluations(ids: readonly number[]): Promise<EvaluationFigures[]> {
    return this.reader.query(
      `SELECT a.experiment_id AS "experimentId", a.name AS "annotationName", count(*) AS count,
              count(*) FILTER (WHERE a.is_failed) AS "errorCount",
              count(*) FILTER (WHERE a.has_label) AS "labelCount",
              count(a.score) AS "scoreCount", min(a.score) AS "minScore",
              max(a.score) AS "maxScore", avg(a.score) AS "meanScore"
         FROM experiment_run_annotations a WHERE a.experiment_id = ANY($1)
        GROUP BY a.experiment_id, a.name ORDER BY a.name COLLATE "C"`,
      [ids],
    );
  }

  /** Most frequent first. */
  readLabels(experimentIds: readonly number[]): Promise<ExperimentLabelFigures[]> {
    return this.reader.query(
      `SELECT a.experiment_id AS "experimentId", a.name AS "annotationName", a.label,
              count(*) AS count
         FROM experiment_run_annotations a
        WHERE a.experiment_id = ANY($1) AND a.has_label
        GROUP BY a.experiment_id, a.name, a.label ORDER BY count(*) DESC, a.label COLLATE "C"`,
      [experimentIds],
    );
  }

  /**
   * Adds up how evaluators of datasets judged in the newest experiments of their datasets, oldest first.
   * @param useIds row IDs of evaluators of datasets.
   */
  readScoresOfUses(useIds: readonly number[], experiments: number): Promise<UseLabelSums[]> {
    // Names of evaluators have another collation than the index of evaluations.
    return this.reader.query(
      `SELECT d.id AS "useId", e.id AS "experimentId", a.label,
              count(*) FILTER (WHERE NOT a.is_failed) AS count,
              count(*) FILTER (WHERE a.is_failed) AS "errorCount",
              count(a.score) AS "scoreCount", sum(a.score) AS "scoreSum"
         FROM dataset_evaluators d CROSS JOIN LATERAL (
           SELECT x.id FROM experiments x
            WHERE x.dataset_id = d.dataset_id AND NOT x.is_ephemeral
            ORDER BY x.id DESC LIMIT $2
         ) e
         JOIN experiment_run_annotations a
           ON a.experiment_id = e.id AND a.name = d.name COLLATE "default"
        WHERE d.id = ANY($1) AND a.job_attempt IS NOT NULL
        GROUP BY d.id, e.id, a.label ORDER BY e.id`,
      [useIds, experiments],
    );
  }

  /** Sorted by name. */
  readScoresOfDatasets(
    ids: readonly number[],
    includeEphemeral: boolean,
  ): Promise<DatasetScores[]> {
    return this.reader.query(
      `SELECT e.dataset_id AS "datasetId", a.name AS "annotationName", min(a.score) AS "minScore",
              max(a.score) AS "maxScore"
         FROM experiments e JOIN experiment_run_annotations a ON a.experiment_id = e.id
        WHERE e.dataset_id = ANY($1) AND ($2 OR NOT e.is_ephemeral)
        GROUP BY e.dataset_id, a.name ORDER BY a.name COLLATE "C"`,
      [ids, includeEphemeral],
    );
  }

  /** Skips experiments without tokens. */
  readTokensOfExperiments(ids: readonly number[]): Promise<ExperimentTokens[]> {
    return this.reader.query(
      `SELECT r.experiment_id AS "experimentId", sum(tokens.prompt)::float8 AS "promptTokens",
              sum(tokens.completion)::float8 AS "completionTokens",
              ${sumCosts('t')},
              ${sumPriced('t')}
         FROM experiment_runs r ${RUN_TOKENS}
        WHERE r.experiment_id = ANY($1) AND tokens.prompt IS NOT NULL GROUP BY r.experiment_id`,
      [ids],
    );
  }

  /** Costs of the traces of runs by type of tokens. */
  readCostDetailsOfExperiments(
    ids: readonly number[],
  ): Promise<(CostDetailSums & { experimentId: number })[]> {
    return this.reader.query(
      `SELECT r.experiment_id AS "experimentId", ${COST_DETAIL_SUMS}
         FROM experiment_runs r ${JOIN_COST_DETAILS}
        WHERE r.experiment_id = ANY($1)
        GROUP BY r.experiment_id, ${COST_DETAIL_TYPE} ORDER BY ${COST_DETAIL_ORDER}`,
      [ids],
    );
  }

  /** The models without a price of the traces of runs. */
  readUnpricedOfExperiments(
    ids: readonly number[],
  ): Promise<(UnpricedSums & { experimentId: number })[]> {
    return this.reader.query(
      `SELECT r.experiment_id AS "experimentId", ${UNPRICED_SUMS}
         FROM experiment_runs r JOIN traces seen ON seen.trace_id = r.trace_id
         JOIN (${UNPRICED_SPANS}) d ON d.trace_id = seen.trace_id
        WHERE r.experiment_id = ANY($1)
        GROUP BY r.experiment_id, ${UNPRICED_MODEL}`,
      [ids],
    );
  }

  /** Costs of the trace of a run by type of tokens. */
  readCostDetailsOfRuns(ids: readonly number[]): Promise<(CostDetailSums & { runId: number })[]> {
    return this.reader.query(
      `SELECT r.id AS "runId", ${COST_DETAIL_SUMS}
         FROM experiment_runs r ${JOIN_COST_DETAILS}
        WHERE r.id = ANY($1)
        GROUP BY r.id, ${COST_DETAIL_TYPE} ORDER BY ${COST_DETAIL_ORDER}`,
      [ids],
    );
  }

  /** Skips runs without tokens. */
  readTokensOfRuns(ids: readonly number[]): Promise<RunTokens[]> {
    return this.reader.query(
      `SELECT r.id AS "runId", tokens.prompt::float8 AS "promptTokens",
              tokens.completion::float8 AS "completionTokens", ${selectColumns(TraceEntity, 't', ['promptCost', 'completionCost', 'tokenSpanCount', 'unpricedSpanCount'])}
         FROM experiment_runs r ${RUN_TOKENS}
        WHERE r.id = ANY($1) AND tokens.prompt IS NOT NULL`,
      [ids],
    );
  }
}
