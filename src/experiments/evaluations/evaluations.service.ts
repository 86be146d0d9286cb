import { Injectable } from '@nestjs/common';
import { cleanText } from '../../kernel/json/clean-json.js';
import { NotFoundError, UnprocessableError } from '../../kernel/errors/errors.js';
import { findableRowIdInPath } from '../../kernel/ids/global-id.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { payloadText } from '../../kernel/json/payload-text.js';
import { isForeignKeyViolation } from '../../kernel/errors/database-errors.js';
import { EvaluationsQueries, type NewEvaluation } from './evaluations.queries.js';

/** An evaluator's result for a run. Absent and null mean the same. */
export interface RunEvaluation {
  /** Global ID. */
  run: string;
  name: string;
  annotatorKind: string;
  /** Wire text. */
  startTime: string;
  endTime: string;
  result?: {
    label?: string | null;
    score?: number | null;
    explanation?: string | null;
  } | null;
  /** Why the evaluator failed. */
  error?: string | null;
  metadata?: JsonObject | null;
  traceId?: string | null;
}

/** Stores and finds evaluations of runs, for REST and GraphQL. */
@Injectable()
export class EvaluationsService {
  constructor(private readonly queries: EvaluationsQueries) {}

  /**
   * Stores an evaluation. Replaces one with the same name, and keeps its ID.
   * @returns its row ID.
   * @throws UnprocessableError if there is neither a result nor an error, or for a text that is not
   * a global ID; NotFoundError if the run does not exist.
   */
  async upsert(evaluation: RunEvaluation): Promise<number> {
    const { run, name, annotatorKind, startTime, endTime, result, error, traceId } = evaluation;
    if (!result && typeof error !== 'string') {
      throw new UnprocessableError('result or error is required.');
    }
    const id = await this.tryToUpsert({
      runId: findableRowIdInPath(run, 'ExperimentRun'),
      name,
      annotatorKind,
      label: cleaned(result?.label),
      score: result?.score ?? null,
      explanation: cleaned(result?.explanation),
      traceId: traceId ?? null,
      error: cleaned(error),
      metadata: payloadText(evaluation.metadata ?? {}),
      startTime,
      endTime,
    });
    if (id === null) throw new NotFoundError(`Experiment run with ID ${run} does not exist.`);
    return id;
  }

  private async tryToUpsert(evaluation: NewEvaluation): Promise<number | null> {
    try {
      return await this.queries.upsert(evaluation);
    } catch (error) {
      // The run was deleted while its evaluation was being stored.
      if (isForeignKeyViolation(error)) return null;
      throw error;
    }
  }
}

function cleaned(text: string | null | undefined): string | null {
  return typeof text === 'string' ? cleanText(text) : null;
}
