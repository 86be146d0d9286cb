import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { JsonValue } from '../../common/json/json.js';
import type { ExperimentRunRow } from './experiment-run.entity.js';

export const RUN_COLUMNS = `r.id, r.experiment_id AS "experimentId", r.example_id AS "exampleId",
  r.repetition_number AS "repetitionNumber", r.error, r.trace_id AS "traceId",
  r.start_time AS "startTime", r.end_time AS "endTime", r.is_failed AS "isFailed",
  r.latency_ms AS "latencyMs", r.prompt_tokens AS "promptTokens",
  r.completion_tokens AS "completionTokens", r.created_at AS "createdAt"`;

/** SQL that reads runs. */
@Injectable()
export class ExperimentRunsQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** In no particular order; unknown ids are left out. */
  findByIds(ids: readonly number[]): Promise<ExperimentRunRow[]> {
    return this.dataSource.query(
      `SELECT ${RUN_COLUMNS} FROM experiment_runs r WHERE r.id = ANY($1)`,
      [ids],
    );
  }

  /** In no particular order; unknown ids are left out. */
  outputsOf(ids: readonly number[]): Promise<{ id: number; output: JsonValue }[]> {
    return this.dataSource.query('SELECT id, output FROM experiment_runs WHERE id = ANY($1)', [
      ids,
    ]);
  }
}
