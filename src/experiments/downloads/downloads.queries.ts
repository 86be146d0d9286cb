import { Injectable } from '@nestjs/common';
import { DatabaseReader } from '../../database/database-reader.js';
import type { ExperimentRunEntity } from '../runs/experiment-run.entity.js';

/** Maximum number of runs per query. */
const BATCH_ROWS = 1000;

/** Bytes of payload, as stored, after which a batch ends. */
const BATCH_BYTES = 1024 * 1024;

/** A run with its example at the experiment's version; payloads are JSON text. */
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

/** The facts about a run that determine the columns of a table. */
export interface RunSketch extends Pick<
  DownloadedRun,
  'exampleId' | 'repetitionNumber' | 'promptTokens' | 'completionTokens' | 'metadata'
> {
  /** The output as JSON text if it is a number or null; otherwise its type, such as `"list"`. */
  output: string;
}

/** The last run of the previous batch. */
export type RunPlace = Pick<DownloadedRun, 'exampleId' | 'repetitionNumber'>;

/** An experiment, with the version at which its examples are read. */
export interface DownloadSource {
  id: number;
  datasetVersionId: number;
}

/** Runs after a position, by example and repetition, except those whose examples are deleted. */
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
  constructor(private readonly reader: DatabaseReader) {}

  /** Lists the next runs after a position: at least one, and up to about a megabyte. */
  readRuns(experiment: DownloadSource, after: RunPlace): Promise<DownloadedRun[]> {
    return this.reader.query(
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

  /** Lists the next runs after a position, with only the facts that determine columns. */
  readSketches(experiment: DownloadSource, after: RunPlace): Promise<RunSketch[]> {
    return this.reader.query(
      `SELECT r.example_id AS "exampleId", r.repetition_number AS "repetitionNumber",
              r.prompt_tokens AS "promptTokens", r.completion_tokens AS "completionTokens",
              CASE WHEN json_typeof(r.output) IN ('number', 'null') THEN r.output::text
                   ELSE to_json(json_typeof(r.output))::text END AS output,
              v.metadata::text AS metadata
         FROM ${RUNS} LIMIT ${BATCH_ROWS}`,
      [experiment.id, experiment.datasetVersionId, after.exampleId, after.repetitionNumber],
    );
  }

  /** Lists the names of an experiment's evaluations, sorted, by skipping through an index. */
  async readEvaluationNames(experimentId: number): Promise<string[]> {
    const rows = await this.reader.query<{ name: string }[]>(
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
