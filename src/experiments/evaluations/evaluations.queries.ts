import { Injectable } from '@nestjs/common';
import { selectColumns } from '../../database/columns.js';
import { DatabaseWriter } from '../../database/database-writer.js';
import {
  type EvaluationRow,
  ExperimentRunAnnotationEntity,
} from './experiment-run-annotation.entity.js';

export const EVALUATION_COLUMNS = selectColumns(ExperimentRunAnnotationEntity, 'a', {
  except: ['hasLabel', 'isFailed', 'jobAttempt'],
});

/** An evaluation to store. */
export interface NewEvaluation extends Omit<EvaluationRow, 'id' | 'experimentId' | 'metadata'> {
  /** JSON text. */
  metadata: string;
}

/** SQL for evaluations of runs. */
@Injectable()
export class EvaluationsQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /**
   * Stores an evaluation and replaces one with the same name.
   * @returns its row ID; null if the run does not exist.
   */
  async upsert(evaluation: NewEvaluation): Promise<number | null> {
    const [row] = await this.database.query<{ id: number }[]>(
      `INSERT INTO experiment_run_annotations (experiment_id, run_id, name, annotator_kind, label,
         score, explanation, trace_id, error, metadata, start_time, end_time, has_label, is_failed)
       SELECT experiment_id, id, $2, $3, $4::text, $5::float8, $6, $7, $8::text, $9::json,
              $10::timestamptz, $11::timestamptz, $4::text IS NOT NULL, $8::text IS NOT NULL
         FROM experiment_runs WHERE id = $1
       ON CONFLICT (run_id, name) DO UPDATE
          SET annotator_kind = excluded.annotator_kind, label = excluded.label,
              score = excluded.score, explanation = excluded.explanation,
              trace_id = excluded.trace_id, error = excluded.error, metadata = excluded.metadata,
              start_time = excluded.start_time, end_time = excluded.end_time,
              has_label = excluded.has_label, is_failed = excluded.is_failed
       RETURNING id`,
      [
        evaluation.runId,
        evaluation.name,
        evaluation.annotatorKind,
        evaluation.label,
        evaluation.score,
        evaluation.explanation,
        evaluation.traceId,
        evaluation.error,
        evaluation.metadata,
        evaluation.startTime,
        evaluation.endTime,
      ],
    );
    return row?.id ?? null;
  }

  /** Returns those that exist, in no particular order. */
  findByIds(ids: readonly number[]): Promise<EvaluationRow[]> {
    return this.database.query(
      `SELECT ${EVALUATION_COLUMNS} FROM experiment_run_annotations a WHERE a.id = ANY($1)`,
      [ids],
    );
  }

  /** Sorted by name. */
  listByRun(runIds: readonly number[]): Promise<EvaluationRow[]> {
    return this.database.query(
      `SELECT ${EVALUATION_COLUMNS} FROM experiment_run_annotations a WHERE a.run_id = ANY($1)
        ORDER BY a.name COLLATE "C"`,
      [runIds],
    );
  }
}
