import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../../database/database-writer.js';
import type { JsonObject, JsonValue } from '../../kernel/json/json.js';

/** An example as it was when the experiment was created. */
export interface SnapshotExample {
  exampleId: number;
  input: JsonObject;
  output: JsonObject;
  metadata: JsonObject;
  /** When the revision was written, as wire text. */
  revisedAt: string;
  /** Row ID of the span that the example was created from, if that still exists. */
  spanRowId: number | null;
  spanId: string | null;
}

/** An example with fewer successful runs than repetitions. */
export interface IncompleteRun extends SnapshotExample {
  /** Successful repetitions, up to the requested number. */
  succeeded: number[];
}

/** A run that lacks evaluations. */
export interface IncompleteEvaluation extends SnapshotExample {
  runId: number;
  repetitionNumber: number;
  runOutput: JsonValue;
  traceId: string | null;
  startTime: string;
  endTime: string;
  /** Names of the evaluations that are missing or have failed, sorted. */
  missing: string[];
}

const SNAPSHOT_COLUMNS = `p.example_id AS "exampleId", v.input, v.output, v.metadata,
  v.created_at AS "revisedAt", s.id AS "spanRowId", s.span_id AS "spanId"`;

const SNAPSHOT_JOINS = `JOIN dataset_example_revisions v ON v.id = p.revision_id
  JOIN dataset_examples x ON x.id = p.example_id
  LEFT JOIN spans s ON s.trace_id = x.trace_id AND s.span_id = x.span_id`;

/** SQL for the missing work of an experiment. Reads payloads only for the page. */
@Injectable()
export class IncompleteQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /**
   * Lists examples of the snapshot that lack a successful run for some repetition, by row ID.
   * @param from row ID of the first example of the page.
   */
  listRuns(
    experiment: { id: number; repetitions: number },
    from: number,
    limit: number,
  ): Promise<IncompleteRun[]> {
    return this.database.query(
      `WITH done AS (
         SELECT example_id, array_agg(repetition_number) AS succeeded FROM experiment_runs
          WHERE experiment_id = $1 AND example_id >= $3 AND NOT is_failed
            AND repetition_number <= $2
          GROUP BY example_id
       ), page AS (
         SELECT e.example_id, e.revision_id, coalesce(d.succeeded, '{}') AS succeeded
           FROM experiment_examples e LEFT JOIN done d USING (example_id)
          WHERE e.experiment_id = $1 AND e.example_id >= $3
            AND coalesce(cardinality(d.succeeded), 0) < $2
          ORDER BY e.example_id LIMIT $4
       )
       SELECT ${SNAPSHOT_COLUMNS}, p.succeeded FROM page p ${SNAPSHOT_JOINS} ORDER BY p.example_id`,
      [experiment.id, experiment.repetitions, from, limit],
    );
  }

  /**
   * Lists successful runs that lack a successful evaluation for some of the names, by row ID.
   * @param from row ID of the first run of the page.
   */
  listEvaluations(
    experimentId: number,
    names: readonly string[],
    from: number,
    limit: number,
  ): Promise<IncompleteEvaluation[]> {
    return this.database.query(
      `WITH done AS (
         SELECT run_id, array_agg(name) AS names FROM experiment_run_annotations
          WHERE experiment_id = $1 AND name = ANY($2) AND run_id >= $3 AND NOT is_failed
          GROUP BY run_id
       ), page AS (
         SELECT r.id, e.example_id, e.revision_id, d.names
           FROM experiment_runs r
           JOIN experiment_examples e USING (experiment_id, example_id)
           LEFT JOIN done d ON d.run_id = r.id
          WHERE r.experiment_id = $1 AND r.id >= $3 AND NOT r.is_failed
            AND coalesce(cardinality(d.names), 0) < cardinality($2)
          ORDER BY r.id LIMIT $4
       )
       SELECT ${SNAPSHOT_COLUMNS}, p.id AS "runId", r.repetition_number AS "repetitionNumber",
              r.output AS "runOutput", r.trace_id AS "traceId", r.start_time AS "startTime",
              r.end_time AS "endTime",
              ARRAY(SELECT name FROM unnest($2::text[]) AS name WHERE name <> ALL(coalesce(p.names, '{}'))
                     ORDER BY name COLLATE "C") AS missing
         FROM page p JOIN experiment_runs r ON r.id = p.id ${SNAPSHOT_JOINS} ORDER BY p.id`,
      [experimentId, names, from, limit],
    );
  }
}
