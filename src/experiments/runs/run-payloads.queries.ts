import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ExperimentRunEntity } from './experiment-run.entity.js';

/** Runs that are read in one query at most. */
const BATCH_ROWS = 1000;

/** Bytes of output, as stored, after which a batch ends. */
const BATCH_BYTES = 1024 * 1024;

/** A run with what the task answered, as JSON text. */
export interface RunPayload extends Pick<
  ExperimentRunEntity,
  | 'id'
  | 'experimentId'
  | 'exampleId'
  | 'repetitionNumber'
  | 'error'
  | 'traceId'
  | 'startTime'
  | 'endTime'
> {
  output: string;
}

/** SQL that reads runs with their outputs. */
@Injectable()
export class RunPayloadsQueries {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * The next runs of an experiment, newest first, that are not newer than `from`: as many as make a
   * handy batch, and at least one as long as there are any.
   */
  batch(experimentId: number, from: number, limit: number): Promise<RunPayload[]> {
    return this.dataSource.query(
      `WITH page AS (
         SELECT r.*, pg_column_size(r.output) AS bytes FROM experiment_runs r
          WHERE r.experiment_id = $1 AND r.id <= $2
          ORDER BY r.id DESC LIMIT ${Math.min(limit, BATCH_ROWS)}),
       sized AS (SELECT page.*, sum(bytes) OVER (ORDER BY id DESC) - bytes AS before FROM page)
       SELECT id, experiment_id AS "experimentId", example_id AS "exampleId",
              repetition_number AS "repetitionNumber", error, trace_id AS "traceId",
              start_time AS "startTime", end_time AS "endTime", output::text AS output
         FROM sized WHERE before < ${BATCH_BYTES} ORDER BY id DESC`,
      [experimentId, from],
    );
  }
}
