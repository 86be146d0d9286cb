import { Injectable } from '@nestjs/common';
import { DatabaseReader } from '../../database/database-reader.js';
import {
  COST_DETAIL_ORDER,
  COST_DETAIL_SUMS,
  COST_DETAIL_TYPE,
  JOIN_COST_DETAILS,
  type CostDetailSums,
  sumPriced,
  sumCosts,
} from '../../spans/cost-details.js';
import type { ExperimentRunRow } from '../runs/experiment-run.entity.js';
import { RUN_COLUMNS } from '../runs/experiment-runs.queries.js';
import type { CostSums } from '../../tracing/graphql/cost.type.js';
import { RUN_TOKENS } from '../figures/experiment-figures.queries.js';

/** One experiment and one example, with all repetitions. */
export interface RunGroupKey {
  experimentId: number;
  exampleId: number;
}

/** Mean score of an evaluation over the runs of a group; null if there are no scores. */
export interface GroupEvaluation extends RunGroupKey {
  annotationName: string;
  meanScore: number | null;
}

/** Tokens of the runs of a group, and the cost of their traces in US dollars. */
export type GroupTokens = RunGroupKey & CostSums;

const KEYS = `unnest($1::bigint[], $2::bigint[]) AS k (experiment_id, example_id)
  JOIN experiment_runs r ON r.experiment_id = k.experiment_id AND r.example_id = k.example_id`;

/** SQL for the runs of groups and their evaluations, for many groups at once. */
@Injectable()
export class RepeatedRunGroupsQueries {
  constructor(private readonly reader: DatabaseReader) {}

  /** Sorted by repetition. */
  listRuns(groups: readonly RunGroupKey[]): Promise<ExperimentRunRow[]> {
    return this.reader.query(
      `SELECT ${RUN_COLUMNS} FROM ${KEYS} ORDER BY r.repetition_number`,
      parameters(groups),
    );
  }

  /** Skips groups without tokens. */
  readTokens(groups: readonly RunGroupKey[]): Promise<GroupTokens[]> {
    return this.reader.query(
      `SELECT r.experiment_id AS "experimentId", r.example_id AS "exampleId",
              sum(tokens.prompt)::float8 AS "promptTokens",
              sum(tokens.completion)::float8 AS "completionTokens",
              ${sumCosts('t')},
              ${sumPriced('t')}
         FROM ${KEYS} ${RUN_TOKENS} WHERE tokens.prompt IS NOT NULL
        GROUP BY r.experiment_id, r.example_id`,
      parameters(groups),
    );
  }

  /** Costs of the traces of the runs by type of tokens. */
  readCostDetails(groups: readonly RunGroupKey[]): Promise<(RunGroupKey & CostDetailSums)[]> {
    return this.reader.query(
      `SELECT r.experiment_id AS "experimentId", r.example_id AS "exampleId", ${COST_DETAIL_SUMS}
         FROM ${KEYS} ${JOIN_COST_DETAILS}
        GROUP BY r.experiment_id, r.example_id, ${COST_DETAIL_TYPE} ORDER BY ${COST_DETAIL_ORDER}`,
      parameters(groups),
    );
  }

  /** Sorted by name. */
  readEvaluations(groups: readonly RunGroupKey[]): Promise<GroupEvaluation[]> {
    return this.reader.query(
      `SELECT r.experiment_id AS "experimentId", r.example_id AS "exampleId",
              a.name AS "annotationName", avg(a.score::numeric)::float8 AS "meanScore"
         FROM ${KEYS} JOIN experiment_run_annotations a ON a.run_id = r.id
        GROUP BY r.experiment_id, r.example_id, a.name ORDER BY a.name COLLATE "C"`,
      parameters(groups),
    );
  }
}

function parameters(groups: readonly RunGroupKey[]): number[][] {
  return [groups.map((group) => group.experimentId), groups.map((group) => group.exampleId)];
}
