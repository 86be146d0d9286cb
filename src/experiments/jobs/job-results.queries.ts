import { Injectable } from '@nestjs/common';
import { unnestRows } from '../../database/columns.js';
import { ExperimentRunAnnotationEntity } from '../evaluations/experiment-run-annotation.entity.js';
import { ExperimentRunEntity, RUN_CONTENT } from '../runs/experiment-run.entity.js';
import { DatabaseWriter } from '../../database/database-writer.js';
import type { JsonObject, JsonValue } from '../../kernel/json/json.js';
import { type ExperimentJobRow, LEASE } from './experiment-jobs.queries.js';
import type { JobClaim } from './job-claims.queries.js';

/** Examples to read at a time, and their bytes as stored. */
const PAGE_TASKS = 200;
const PAGE_BYTES = 4 * 1024 * 1024;

/** Entries to keep for each job. The rest is in the runs and evaluations themselves. */
const MAX_LOGS = 1_000;

/** Something to do: a run, or the evaluations of a run that exists. */
export interface JobTaskRow {
  exampleId: number;
  repetition: number;
  input: JsonObject;
  reference: JsonObject;
  metadata: JsonObject;
  /** Row ID and output of a successful run; null if it must be made first. */
  runId: number | null;
  runOutput: JsonValue;
  /** The evaluations that an existing run lacks. */
  missing: string[];
}

/** Place of a task in the order of examples and repetitions. */
export interface TaskPlace {
  exampleId: number;
  repetition: number;
}

/** An entry of a job's log, about a run or an evaluation that failed. */
export interface NewLog {
  message: string;
  errorType: string;
  retryCount: number;
  evaluatorName: string | null;
}

/** The usage of a result, and its log entry. */
interface Use {
  tokens: number;
  /** US dollars; null if no price is known. */
  cost: number | null;
  log: NewLog | null;
}

/** A run to store. */
export interface JobRunResult extends TaskPlace, Use {
  /** JSON text. */
  output: string;
  error: string | null;
  traceId: string | null;
  startTime: string;
  endTime: string;
  promptTokens: number | null;
  completionTokens: number | null;
}

/** An evaluation to store. */
export interface JobEvaluationResult extends TaskPlace, Use {
  runId: number;
  name: string;
  annotatorKind: string;
  label: string | null;
  score: number | null;
  explanation: string | null;
  error: string | null;
  traceId: string | null;
  startTime: string;
  endTime: string;
}

/** The results that were stored, and the status of the job at that time. */
export interface Stored<T> {
  status: ExperimentJobRow['status'];
  stored: T[];
}

type NullableStored<T> = Omit<Stored<T>, 'status'> & {
  status: ExperimentJobRow['status'] | null;
};

interface StoredRun {
  id: number;
  exampleId: number;
  repetition: number;
}

interface StoredEvaluation {
  id: number;
  runId: number;
  name: string;
}

/** Adds up what results used. Finds nothing if the caller is no longer the owner. */
const COUNT_UP = `job AS (
  UPDATE experiment_jobs SET tokens_used = tokens_used + $3,
         cost_used = CASE WHEN $4::float8 IS NULL THEN cost_used ELSE coalesce(cost_used, 0) + $4 END,
         call_count = call_count + $6, unpriced_call_count = unpriced_call_count + $7,
         attempt_done_count = attempt_done_count + $5, lease_until = now() + ${LEASE}
   WHERE id = $1 AND owner = $2
   RETURNING id, experiment_id, attempt, status)`;

/** Both, and no status without a claim. */
const SELECT_STORED = `SELECT (SELECT status FROM job) AS status,
  coalesce((SELECT json_agg(s) FROM stored s), '[]') AS stored`;

const RUN = [...RUN_CONTENT, 'promptTokens', 'completionTokens'] as const;

const EVALUATION = [
  'runId',
  'name',
  'annotatorKind',
  'label',
  'score',
  'explanation',
  'traceId',
  'error',
  'startTime',
  'endTime',
] as const;

/** SQL of the server that runs a job. All statements check that it is still the owner. */
@Injectable()
export class JobResultsQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /**
   * Reads the next tasks after a place: at least one if there are any, and up to a few megabytes.
   * @param names of the evaluators.
   */
  readTasks(
    job: Pick<ExperimentJobRow, 'experimentId' | 'attempt'> & { repetitions: number },
    after: TaskPlace,
    names: readonly string[],
  ): Promise<JobTaskRow[]> {
    return this.database.query(
      `WITH page AS (
         SELECT e.example_id, n AS repetition, v.input, v.output AS reference, v.metadata,
                CASE WHEN NOT r.is_failed THEN r.id END AS run_id,
                CASE WHEN NOT r.is_failed THEN r.output END AS run_output, lacking.names,
                pg_column_size(v.input) + pg_column_size(v.output) + pg_column_size(v.metadata)
                  + coalesce(pg_column_size(r.output), 0) AS bytes
           FROM experiment_examples e
           JOIN dataset_example_revisions v ON v.id = e.revision_id
          CROSS JOIN generate_series(1, $4::int) AS n
           LEFT JOIN experiment_runs r ON r.experiment_id = e.experiment_id
                AND r.example_id = e.example_id AND r.repetition_number = n
          CROSS JOIN LATERAL (
            SELECT ARRAY(
              SELECT name FROM unnest($6::text[]) AS wanted (name)
               WHERE r.id IS NOT NULL AND NOT EXISTS (
                 SELECT FROM experiment_run_annotations a
                  WHERE a.run_id = r.id AND a.name = wanted.name
                    AND (NOT a.is_failed OR a.job_attempt = $5))) AS names) lacking
          WHERE e.experiment_id = $1 AND e.example_id >= $2 AND (e.example_id > $2 OR n > $3)
            AND CASE WHEN r.id IS NULL THEN true
                     WHEN r.is_failed THEN r.job_attempt IS DISTINCT FROM $5
                     ELSE cardinality(lacking.names) > 0 END
          ORDER BY e.example_id, n LIMIT ${PAGE_TASKS}),
       sized AS (
         SELECT page.*, sum(bytes) OVER (ORDER BY example_id, repetition) - bytes AS before
           FROM page)
       SELECT example_id AS "exampleId", repetition, input, reference, metadata, run_id AS "runId",
              run_output AS "runOutput", names AS missing
         FROM sized WHERE before < ${PAGE_BYTES} ORDER BY example_id, repetition`,
      [job.experimentId, after.exampleId, after.repetition, job.repetitions, job.attempt, names],
    );
  }

  /**
   * Stores runs. Replaces failed ones; successful ones stay.
   * @returns null if the caller is no longer the owner.
   */
  async storeRuns(
    claim: JobClaim,
    runs: readonly JobRunResult[],
  ): Promise<Stored<StoredRun> | null> {
    const added = runs.map((run) => ({ ...run, repetitionNumber: run.repetition }));
    const counts = countUp(claim, runs, runs.length);
    const n = unnestRows(ExperimentRunEntity, RUN, added, counts.length + 1);
    const [row] = await this.database.query<[NullableStored<StoredRun>]>(
      `WITH ${COUNT_UP},
       stored AS (
         INSERT INTO experiment_runs AS r (experiment_id, is_failed, latency_ms, job_attempt, ${n.columns})
         SELECT job.experiment_id, n.error IS NOT NULL,
                extract(epoch FROM n.end_time - n.start_time) * 1000, job.attempt, n.*
           FROM job CROSS JOIN ${n.source} AS n (${n.columns})
         ON CONFLICT (experiment_id, example_id, repetition_number) DO UPDATE
            SET output = excluded.output, error = excluded.error, trace_id = excluded.trace_id,
                start_time = excluded.start_time, end_time = excluded.end_time,
                is_failed = excluded.is_failed, latency_ms = excluded.latency_ms,
                prompt_tokens = excluded.prompt_tokens,
                completion_tokens = excluded.completion_tokens, job_attempt = excluded.job_attempt
          WHERE r.is_failed
         RETURNING id, example_id AS "exampleId", repetition_number AS repetition)
       ${SELECT_STORED}`,
      [...counts, ...n.parameters],
    );
    return row.status && { status: row.status, stored: row.stored };
  }

  /**
   * Stores evaluations. Replaces those of the same name; skips runs that no longer exist.
   * @returns null if the caller is no longer the owner.
   */
  async storeEvaluations(
    claim: JobClaim,
    evaluations: readonly JobEvaluationResult[],
  ): Promise<Stored<StoredEvaluation> | null> {
    const counts = countUp(claim, evaluations, 0);
    const n = unnestRows(ExperimentRunAnnotationEntity, EVALUATION, evaluations, counts.length + 1);
    const [row] = await this.database.query<[NullableStored<StoredEvaluation>]>(
      `WITH ${COUNT_UP},
       stored AS (
         INSERT INTO experiment_run_annotations
                (experiment_id, metadata, has_label, is_failed, job_attempt, ${n.columns})
         SELECT r.experiment_id, '{}', n.label IS NOT NULL, n.error IS NOT NULL, job.attempt, n.*
           FROM job CROSS JOIN ${n.source} AS n (${n.columns})
           JOIN experiment_runs r ON r.id = n.run_id AND r.experiment_id = job.experiment_id
         ON CONFLICT (run_id, name) DO UPDATE
            SET annotator_kind = excluded.annotator_kind, label = excluded.label,
                score = excluded.score, explanation = excluded.explanation,
                trace_id = excluded.trace_id, error = excluded.error, metadata = excluded.metadata,
                start_time = excluded.start_time, end_time = excluded.end_time,
                has_label = excluded.has_label, is_failed = excluded.is_failed,
                job_attempt = excluded.job_attempt
         RETURNING id, run_id AS "runId", name)
       ${SELECT_STORED}`,
      [...counts, ...n.parameters],
    );
    return row.status && { status: row.status, stored: row.stored };
  }

  /** Stores log entries, until the job has many. */
  async log(jobId: number, results: readonly (TaskPlace & { log: NewLog })[]): Promise<void> {
    await this.database.query(
      `INSERT INTO experiment_job_logs (job_id, category, level, message, example_id,
         repetition_number, evaluator_name, error_type, retry_count)
       SELECT $1, CASE WHEN evaluator_name IS NULL THEN 'TASK' ELSE 'EVAL' END, 'ERROR', message,
              example_id, repetition, evaluator_name, error_type, retry_count
         FROM unnest($2::text[], $3::bigint[], $4::int[], $5::text[], $6::text[], $7::int[])
           AS n (message, example_id, repetition, evaluator_name, error_type, retry_count)
        WHERE EXISTS (SELECT FROM experiment_jobs WHERE id = $1)
          AND (SELECT count(*) FROM experiment_job_logs WHERE job_id = $1) < ${MAX_LOGS}`,
      [
        jobId,
        results.map(({ log }) => log.message),
        results.map(({ exampleId }) => exampleId),
        results.map(({ repetition }) => repetition),
        results.map(({ log }) => log.evaluatorName),
        results.map(({ log }) => log.errorType),
        results.map(({ log }) => log.retryCount),
      ],
    );
  }
}

function countUp({ id, owner }: JobClaim, results: readonly Use[], doneCount: number): unknown[] {
  const costs = results.map(({ cost }) => cost).filter((cost) => cost !== null);
  const tokens = results.reduce((sum, result) => sum + result.tokens, 0);
  const cost = costs.length === 0 ? null : costs.reduce((sum, one) => sum + one, 0);
  const calls = results.filter((result) => result.tokens > 0);
  const unpriced = calls.filter((call) => call.cost === null);
  return [id, owner, tokens, cost, doneCount, calls.length, unpriced.length];
}
