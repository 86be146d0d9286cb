import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ExperimentRunEntity } from '../runs/experiment-run.entity.js';

/** Runs that are read in one query at most. */
const BATCH_ROWS = 1000;

/** Bytes of payload, as stored, after which a batch ends. */
const BATCH_BYTES = 1024 * 1024;

/** A run with its example as it was at the version of the experiment; payloads are JSON text. */
export interface DownloadedRun extends Pick<
  ExperimentRunEntity,
  | 'id'
  | 'exampleId'
  | 'repetitionNumber'
  | 'error'
  | 'traceId'
  | 'startTime'
  | 'endTime'
  | 'latencyMs'
  | 'promptTokens'
  | 'completionTokens'
> {
  output: string;
  input: string;
  referenceOutput: string;
  metadata: string;
}

/** What the columns of a table depend on. */
export interface RunSketch extends Pick<
  DownloadedRun,
  'exampleId' | 'repetitionNumber' | 'promptTokens' | 'completionTokens' | 'metadata'
> {
  /** JSON text of the output when that is a number or null; otherwise what it is, such as `"list"`. */
  output: string;
}

/** The run behind which a batch begins. */
export type RunPlace = Pick<DownloadedRun, 'exampleId' | 'repetitionNumber'>;

/** An experiment with the version that its examples are read at. */
export interface DownloadSource {
  id: number;
  datasetVersionId: number;
}

/** Runs behind a place by example and repetition, without those whose examples are deleted. */
const RUNS = `experiment_runs r CROSS JOIN LATERAL (
    SELECT o.* FROM dataset_example_revisions o
     WHERE o.example_id = r.example_id AND o.version_id <= $2
     ORDER BY o.version_id DESC LIMIT 1) v
   WHERE r.experiment_id = $1 AND (r.example_id, r.repetition_number) > ($3, $4)
     AND v.kind <> 'DELETE'
   ORDER BY r.example_id, r.repetition_number`;

/** SQL that reads the runs of whole experiments. */
@Injectable()
export class DownloadsQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** The next runs behind a place: as many as make a handy batch, one at least. */
  runs(experiment: DownloadSource, after: RunPlace): Promise<DownloadedRun[]> {
    return this.dataSource.query(
      `WITH page AS (
         SELECT r.*, v.input, v.output AS reference_output, v.metadata,
                pg_column_size(r.output) + pg_column_size(v.input) + pg_column_size(v.output)
                  + pg_column_size(v.metadata) AS bytes
           FROM ${RUNS} LIMIT ${BATCH_ROWS}),
       sized AS (
         SELECT page.*, sum(bytes) OVER (ORDER BY example_id, repetition_number) - bytes AS before
           FROM page)
       SELECT id, example_id AS "exampleId", repetition_number AS "repetitionNumber", error,
              trace_id AS "traceId", start_time AS "startTime", end_time AS "endTime",
              latency_ms AS "latencyMs", prompt_tokens AS "promptTokens",
              completion_tokens AS "completionTokens", output::text AS output,
              input::text AS input, reference_output::text AS "referenceOutput",
              metadata::text AS metadata
         FROM sized WHERE before < ${BATCH_BYTES} ORDER BY example_id, repetition_number`,
      [experiment.id, experiment.datasetVersionId, after.exampleId, after.repetitionNumber],
    );
  }

  /** The next runs behind a place, with no more of them than their columns depend on. */
  sketches(experiment: DownloadSource, after: RunPlace): Promise<RunSketch[]> {
    return this.dataSource.query(
      `SELECT r.example_id AS "exampleId", r.repetition_number AS "repetitionNumber",
              r.prompt_tokens AS "promptTokens", r.completion_tokens AS "completionTokens",
              CASE WHEN json_typeof(r.output) IN ('number', 'null') THEN r.output::text
                   ELSE to_json(json_typeof(r.output))::text END AS output,
              v.metadata::text AS metadata
         FROM ${RUNS} LIMIT ${BATCH_ROWS}`,
      [experiment.id, experiment.datasetVersionId, after.exampleId, after.repetitionNumber],
    );
  }

  /** Names of all evaluations of an experiment, sorted; an index is skipped through for them. */
  async evaluationNames(experimentId: number): Promise<string[]> {
    const rows = await this.dataSource.query<{ name: string }[]>(
      `WITH RECURSIVE names (name) AS (
         SELECT min(name) FROM experiment_run_annotations WHERE experiment_id = $1
         UNION ALL
         SELECT (SELECT min(a.name) FROM experiment_run_annotations a
                  WHERE a.experiment_id = $1 AND a.name > names.name)
           FROM names WHERE names.name IS NOT NULL
       )
       SELECT name FROM names WHERE name IS NOT NULL ORDER BY name COLLATE "C"`,
      [experimentId],
    );
    return rows.map(({ name }) => name);
  }
}
