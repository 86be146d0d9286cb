import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RUN_TOKENS } from './run-tokens.js';

/** What the runs of an experiment add up to. */
export interface RunFigures {
  experimentId: number;
  runCount: number;
  failedRunCount: number;
  /** Of failed runs as well; null without runs. */
  averageLatencyMs: number | null;
}

/** Tokens of the runs of an experiment. */
export interface ExperimentTokens {
  experimentId: number;
  prompt: number;
  completion: number;
}

/** Tokens of one run. */
export interface RunTokens {
  runId: number;
  prompt: number;
  completion: number;
}

/** Sums over the runs of experiments; runs are read off a covering index. */
@Injectable()
export class RunFiguresQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** Experiments without runs are left out. */
  ofExperiments(ids: readonly number[]): Promise<RunFigures[]> {
    return this.dataSource.query(
      `SELECT experiment_id AS "experimentId", count(*) AS "runCount",
              count(*) FILTER (WHERE is_failed) AS "failedRunCount",
              avg(latency_ms) AS "averageLatencyMs"
         FROM experiment_runs WHERE experiment_id = ANY($1) GROUP BY experiment_id`,
      [ids],
    );
  }

  /** Experiments without tokens are left out. */
  tokensOfExperiments(ids: readonly number[]): Promise<ExperimentTokens[]> {
    return this.dataSource.query(
      `SELECT r.experiment_id AS "experimentId", sum(tokens.prompt)::float8 AS prompt,
              sum(tokens.completion)::float8 AS completion
         FROM experiment_runs r ${RUN_TOKENS}
        WHERE r.experiment_id = ANY($1) AND tokens.prompt IS NOT NULL GROUP BY r.experiment_id`,
      [ids],
    );
  }

  /** Runs without tokens are left out. */
  tokensOfRuns(ids: readonly number[]): Promise<RunTokens[]> {
    return this.dataSource.query(
      `SELECT r.id AS "runId", tokens.prompt::float8 AS prompt,
              tokens.completion::float8 AS completion
         FROM experiment_runs r ${RUN_TOKENS}
        WHERE r.id = ANY($1) AND tokens.prompt IS NOT NULL`,
      [ids],
    );
  }
}
