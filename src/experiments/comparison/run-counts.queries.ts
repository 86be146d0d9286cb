import { costOf } from '../../spans/cost-details.js';
import { Injectable } from '@nestjs/common';
import { DatabaseReader } from '../../database/database-reader.js';
import { RUN_TOKENS } from '../figures/experiment-figures.queries.js';

/**
 * Numbers of the base's runs that are better than, worse than and equal to the best of the others.
 */
export interface RunCounts {
  improved: number;
  regressed: number;
  equal: number;
}

/** Counts by figures for which lower is better. */
const FIGURES = [
  'latency',
  'totalTokenCount',
  'promptTokenCount',
  'completionTokenCount',
  'totalCost',
  'promptCost',
  'completionCost',
] as const;

export type FigureCounts = Record<(typeof FIGURES)[number], RunCounts> & {
  /** Number of the base's runs. */
  runCount: number;
};

/** Counts by the scores of one evaluation. */
export interface ScoreCounts {
  name: string;
  counts: RunCounts;
  /** Number of the base's runs. */
  runCount: number;
}

/** Runs `r` of all compared experiments ($2) on the snapshot of the base ($1). */
const COMPARED_RUNS = `experiment_examples s
  JOIN experiment_runs r ON r.experiment_id = ANY($2) AND r.example_id = s.example_id`;

/**
 * Counts runs of the base. Each is compared with the best mean of the other experiments for the
 * same example, so that many repetitions are not an advantage.
 */
@Injectable()
export class RunCountsQueries {
  constructor(private readonly reader: DatabaseReader) {}

  async countByFigures(baseId: number, otherIds: readonly number[]): Promise<FigureCounts> {
    const each = (write: (figure: string) => string) =>
      FIGURES.map((figure) => write(`"${figure}"`)).join(', ');
    const [row] = await this.reader.query<[FigureCounts]>(
      `WITH compared AS MATERIALIZED (
         SELECT r.experiment_id, r.example_id, r.latency_ms AS "latency",
                (tokens.prompt + tokens.completion)::float8 AS "totalTokenCount",
                tokens.prompt::float8 AS "promptTokenCount",
                tokens.completion::float8 AS "completionTokenCount",
                ${costOf('t')} AS "totalCost", t.prompt_cost AS "promptCost",
                t.completion_cost AS "completionCost"
           FROM ${COMPARED_RUNS} ${RUN_TOKENS} WHERE s.experiment_id = $1),
       means AS (
         SELECT example_id, ${each((figure) => `${meanOf(figure)} AS ${figure}`)}
           FROM compared WHERE experiment_id <> $1 GROUP BY experiment_id, example_id),
       best AS (
         SELECT example_id, ${each((figure) => `min(${figure}) AS ${figure}`)}
           FROM means GROUP BY example_id)
       SELECT count(*) AS "runCount",
              ${each((figure) => `${countsOf(`c.${figure}`, '<', `b.${figure}`)} AS ${figure}`)}
         FROM compared c LEFT JOIN best b USING (example_id) WHERE c.experiment_id = $1`,
      [baseId, [baseId, ...otherIds]],
    );
    return row;
  }

  /**
   * Sorted by name. Skips evaluations without scores.
   * @param lowerIsBetter names of evaluations of which lower scores are better, not higher ones.
   */
  countByScores(
    baseId: number,
    otherIds: readonly number[],
    lowerIsBetter: readonly string[],
  ): Promise<ScoreCounts[]> {
    return this.reader.query(
      `WITH compared AS MATERIALIZED (
         SELECT r.experiment_id, r.example_id, a.name,
                CASE WHEN a.name = ANY($3) THEN -a.score ELSE a.score END AS score
           FROM ${COMPARED_RUNS}
           JOIN experiment_run_annotations a
             ON a.experiment_id = r.experiment_id AND a.run_id = r.id
          WHERE s.experiment_id = $1 AND a.score IS NOT NULL),
       means AS (
         SELECT example_id, name, ${meanOf('score')} AS score
           FROM compared WHERE experiment_id <> $1 GROUP BY experiment_id, example_id, name),
       best AS (SELECT example_id, name, max(score) AS score FROM means GROUP BY example_id, name)
       SELECT c.name, ${countsOf('c.score', '>', 'b.score')} AS counts,
              (SELECT count(*) FROM experiment_examples s
                 JOIN experiment_runs r USING (experiment_id, example_id)
                WHERE s.experiment_id = $1) AS "runCount"
         FROM compared c
         LEFT JOIN best b
           ON c.experiment_id = $1 AND b.example_id = c.example_id AND b.name = c.name
        GROUP BY c.name ORDER BY c.name COLLATE "C"`,
      [baseId, [baseId, ...otherIds], lowerIsBetter],
    );
  }
}

/**
 * Averages values. If all are equal, returns that value, because dividing their sum could round it.
 */
function meanOf(column: string): string {
  return `CASE WHEN min(${column}) = max(${column}) THEN min(${column}) ELSE avg(${column}) END`;
}

/** Writes the SQL of `RunCounts` as JSON. */
function countsOf(value: string, isBetter: '<' | '>', best: string): string {
  return `json_build_object('improved', count(*) FILTER (WHERE ${value} ${isBetter} ${best}),
    'regressed', count(*) FILTER (WHERE ${best} ${isBetter} ${value}),
    'equal', count(*) FILTER (WHERE ${value} = ${best}))`;
}
