import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** What the runs of an experiment add up to. */
export interface RunFigures {
  experimentId: number;
  runCount: number;
  failedRunCount: number;
  /** Of failed runs as well; null without runs. */
  averageLatencyMs: number | null;
}

/** Tokens of runs. */
export interface TokenSums {
  prompt: number;
  completion: number;
}

/** Sums over the runs of experiments, read off a covering index. */
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
}
