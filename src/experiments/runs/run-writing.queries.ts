import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A run to be stored. */
export interface NewRun {
  experimentId: number;
  exampleId: number;
  repetitionNumber: number;
  /** JSON text. */
  output: string;
  error: string | null;
  traceId: string | null;
  startTime: string;
  endTime: string;
}

/** Which of the things that a run names are there. */
export interface RunParents {
  hasExperiment: boolean;
  /** In the dataset of the experiment. */
  hasExample: boolean;
}

/** Stores runs. */
@Injectable()
export class RunWritingQueries {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Stores a run, in place of a failed one of the same repetition. One statement, so that of many who
   * come at once exactly one is stored.
   * @returns its row id; null when a run without an error is there, or experiment or example is not.
   */
  async store(run: NewRun): Promise<number | null> {
    const [row] = await this.dataSource.query<{ id: number }[]>(
      `INSERT INTO experiment_runs AS r (experiment_id, example_id, repetition_number, output, error,
         trace_id, start_time, end_time, is_failed, latency_ms)
       SELECT e.id, x.id, $3::int, $4::json, $5::text, $6::text, $7::timestamptz, $8::timestamptz,
              $5::text IS NOT NULL,
              extract(epoch FROM $8::timestamptz - $7::timestamptz) * 1000
         FROM experiments e JOIN dataset_examples x ON x.dataset_id = e.dataset_id
        WHERE e.id = $1 AND x.id = $2
       ON CONFLICT (experiment_id, example_id, repetition_number) DO UPDATE
          SET output = excluded.output, error = excluded.error, trace_id = excluded.trace_id,
              start_time = excluded.start_time, end_time = excluded.end_time,
              is_failed = excluded.is_failed, latency_ms = excluded.latency_ms,
              prompt_tokens = NULL, completion_tokens = NULL
        WHERE r.is_failed
       RETURNING id`,
      [
        run.experimentId,
        run.exampleId,
        run.repetitionNumber,
        run.output,
        run.error,
        run.traceId,
        run.startTime,
        run.endTime,
      ],
    );
    return row?.id ?? null;
  }

  /** Tells why nothing was stored. */
  async parentsOf({ experimentId, exampleId }: NewRun): Promise<RunParents> {
    const [row] = await this.dataSource.query<RunParents[]>(
      `SELECT e.id IS NOT NULL AS "hasExperiment", x.id IS NOT NULL AS "hasExample"
         FROM (SELECT) AS always
         LEFT JOIN experiments e ON e.id = $1
         LEFT JOIN dataset_examples x ON x.id = $2 AND x.dataset_id = e.dataset_id`,
      [experimentId, exampleId],
    );
    return row!;
  }
}
