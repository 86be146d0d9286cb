import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { unnestRows } from '../../database/columns.js';
import { ExperimentRunEntity, RUN_CONTENT } from '../runs/experiment-run.entity.js';

/** The fields that identify an experiment among all of its dataset, also on another server. */
export interface ExperimentOrigin {
  datasetId: number;
  name: string;
  projectName: string | null;
  /** Wire text. */
  createdAt: string;
  updatedAt: string;
}

/** A run to store. Output as JSON text, times as wire text. */
export interface ImportedRunRow {
  exampleId: number;
  repetition: number;
  output: string;
  error: string | null;
  traceId: string | null;
  startTime: string;
  endTime: string;
}

/** An evaluation to store. Metadata as JSON text, times as wire text. */
export interface ImportedEvaluationRow {
  exampleId: number;
  repetition: number;
  name: string;
  annotatorKind: string;
  label: string | null;
  score: number | null;
  explanation: string | null;
  traceId: string | null;
  error: string | null;
  metadata: string;
  startTime: string;
  endTime: string;
}

/** The tokens that a run used. */
export interface RunTokens {
  exampleId: number;
  repetition: number;
  prompt: number | null;
  completion: number | null;
}

/** Counts of imported rows: the new ones, and all that are stored now. */
export interface StoredCounts {
  added: number;
  stored: number;
}

/** SQL that stores experiments of other servers. */
@Injectable()
export class ImportedExperimentsQueries {
  /** Keeps other imports from storing experiments of the dataset until the transaction ends. */
  async lockDataset(tx: EntityManager, datasetId: number): Promise<void> {
    await tx.query('SELECT FROM datasets WHERE id = $1 FOR NO KEY UPDATE', [datasetId]);
  }

  /**
   * Returns null if the experiment is not stored. The names of projects are unique, those of experiments
   * are not.
   */
  async find(
    tx: EntityManager,
    { datasetId, name, projectName, createdAt, updatedAt }: ExperimentOrigin,
  ): Promise<{ id: number; isOutdated: boolean } | null> {
    const [row] = await tx.query<{ id: number; isOutdated: boolean }[]>(
      `SELECT id, updated_at < $5::timestamptz AS "isOutdated" FROM experiments
        WHERE dataset_id = $1 AND created_at = $2::timestamptz
          AND project_name IS NOT DISTINCT FROM $3::text
          AND ($3::text IS NOT NULL OR name = $4)
        ORDER BY id LIMIT 1`,
      [datasetId, createdAt, projectName, name, updatedAt],
    );
    return row ?? null;
  }

  /** Gives an experiment the times that it had elsewhere. */
  async setTimes(
    tx: EntityManager,
    id: number,
    { createdAt, updatedAt }: Pick<ExperimentOrigin, 'createdAt' | 'updatedAt'>,
  ): Promise<void> {
    await tx.query(
      `UPDATE experiments SET created_at = $2::timestamptz, updated_at = $3::timestamptz WHERE id = $1`,
      [id, createdAt, updatedAt],
    );
  }

  /** Limits a new experiment to some of the examples of its version. */
  async keepExamples(tx: EntityManager, id: number, exampleIds: readonly number[]): Promise<void> {
    await tx.query(
      `DELETE FROM experiment_examples WHERE experiment_id = $1 AND example_id <> ALL($2::bigint[])`,
      [id, exampleIds],
    );
    await tx.query(
      `UPDATE experiments SET example_count =
         (SELECT count(*) FROM experiment_examples WHERE experiment_id = $1) WHERE id = $1`,
      [id],
    );
  }

  async addSplits(tx: EntityManager, id: number, splitIds: readonly number[]): Promise<void> {
    await tx.query(
      `INSERT INTO experiment_splits (experiment_id, split_id)
       SELECT $1, split_id FROM unnest($2::bigint[]) AS split_id ON CONFLICT DO NOTHING`,
      [id, splitIds],
    );
  }

  /**
   * Stores runs in their order. Replaces failed ones, like runs that a client sends. They count as
   * created when they ended, so that their experiment does not look as if it had just changed.
   */
  async storeRuns(
    tx: EntityManager,
    experimentId: number,
    runs: readonly ImportedRunRow[],
  ): Promise<StoredCounts> {
    const added = runs.map((run) => ({ ...run, repetitionNumber: run.repetition }));
    const { columns, source, parameters } = unnestRows(ExperimentRunEntity, RUN_CONTENT, added, 2);
    const rows = await tx.query<{ isNew: boolean }[]>(
      `INSERT INTO experiment_runs AS r (experiment_id, ${columns}, is_failed, latency_ms, created_at)
       SELECT $1, ${columns}, n.error IS NOT NULL,
              extract(epoch FROM n.end_time - n.start_time) * 1000, n.end_time
         FROM ${source} WITH ORDINALITY AS n (${columns}, place)
        ORDER BY n.place
       ON CONFLICT (experiment_id, example_id, repetition_number) DO UPDATE
          SET output = excluded.output, error = excluded.error, trace_id = excluded.trace_id,
              start_time = excluded.start_time, end_time = excluded.end_time,
              is_failed = excluded.is_failed, latency_ms = excluded.latency_ms,
              prompt_tokens = NULL, completion_tokens = NULL
        WHERE r.is_failed
       RETURNING xmax = 0 AS "isNew"`,
      [experimentId, ...parameters],
    );
    return { added: rows.filter(({ isNew }) => isNew).length, stored: runs.length };
  }

  /** Stores evaluations of stored runs, and replaces those with the same names. Skips all others. */
  async storeEvaluations(
    tx: EntityManager,
    experimentId: number,
    evaluations: readonly ImportedEvaluationRow[],
  ): Promise<StoredCounts> {
    const rows = await tx.query<{ isNew: boolean }[]>(
      `INSERT INTO experiment_run_annotations (experiment_id, run_id, name, annotator_kind, label,
         score, explanation, trace_id, error, metadata, start_time, end_time, has_label, is_failed)
       SELECT r.experiment_id, r.id, n.name, n.annotator_kind, n.label, n.score, n.explanation,
              n.trace_id, n.error, n.metadata::json, n.start_time, n.end_time,
              n.label IS NOT NULL, n.error IS NOT NULL
         FROM unnest($2::bigint[], $3::int[], $4::text[], $5::text[], $6::text[], $7::float8[],
                     $8::text[], $9::text[], $10::text[], $11::text[], $12::timestamptz[],
                     $13::timestamptz[])
              WITH ORDINALITY AS n (example_id, repetition, name, annotator_kind, label, score,
                                    explanation, trace_id, error, metadata, start_time, end_time,
                                    place)
         JOIN experiment_runs r ON r.experiment_id = $1 AND r.example_id = n.example_id
          AND r.repetition_number = n.repetition
        ORDER BY n.place
       ON CONFLICT (run_id, name) DO UPDATE
          SET annotator_kind = excluded.annotator_kind, label = excluded.label,
              score = excluded.score, explanation = excluded.explanation,
              trace_id = excluded.trace_id, error = excluded.error, metadata = excluded.metadata,
              start_time = excluded.start_time, end_time = excluded.end_time,
              has_label = excluded.has_label, is_failed = excluded.is_failed
       RETURNING xmax = 0 AS "isNew"`,
      [
        experimentId,
        evaluations.map((evaluation) => evaluation.exampleId),
        evaluations.map((evaluation) => evaluation.repetition),
        evaluations.map((evaluation) => evaluation.name),
        evaluations.map((evaluation) => evaluation.annotatorKind),
        evaluations.map((evaluation) => evaluation.label),
        evaluations.map((evaluation) => evaluation.score),
        evaluations.map((evaluation) => evaluation.explanation),
        evaluations.map((evaluation) => evaluation.traceId),
        evaluations.map((evaluation) => evaluation.error),
        evaluations.map((evaluation) => evaluation.metadata),
        evaluations.map((evaluation) => evaluation.startTime),
        evaluations.map((evaluation) => evaluation.endTime),
      ],
    );
    return { added: rows.filter(({ isNew }) => isNew).length, stored: rows.length };
  }

  async setTokens(
    tx: EntityManager,
    experimentId: number,
    tokens: readonly RunTokens[],
  ): Promise<void> {
    await tx.query(
      `UPDATE experiment_runs r SET prompt_tokens = n.prompt, completion_tokens = n.completion
         FROM unnest($2::bigint[], $3::int[], $4::bigint[], $5::bigint[])
              AS n (example_id, repetition, prompt, completion)
        WHERE r.experiment_id = $1 AND r.example_id = n.example_id
          AND r.repetition_number = n.repetition
          AND (r.prompt_tokens, r.completion_tokens) IS DISTINCT FROM (n.prompt, n.completion)`,
      [
        experimentId,
        tokens.map((run) => run.exampleId),
        tokens.map((run) => run.repetition),
        tokens.map((run) => run.prompt),
        tokens.map((run) => run.completion),
      ],
    );
  }
}
