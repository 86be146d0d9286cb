import { Injectable } from '@nestjs/common';
import { cleanText } from '../../common/json/clean-json.js';
import { ConflictError, NotFoundError } from '../../common/errors/errors.js';
import { rowIdInPath } from '../../common/ids/global-id.js';
import type { JsonValue } from '../../common/json/json.js';
import { payloadText } from '../../common/json/payload-text.js';
import { isForeignKeyViolation } from '../../database/db-errors.js';
import { type NewRun, RunWritingQueries } from './run-writing.queries.js';

/** What a task made of one example. */
export interface RunResult {
  /** Global id. */
  example: string;
  repetitionNumber: number;
  output: JsonValue;
  /** Wire text. */
  startTime: string;
  endTime: string;
  traceId?: string | null;
  /** Why the task failed. */
  error?: string | null;
}

/** Stores what tasks have made of examples. */
@Injectable()
export class RunWritingService {
  constructor(private readonly queries: RunWritingQueries) {}

  /**
   * Stores a run. A failed run of the same repetition is replaced and keeps its id.
   * @returns its row id.
   * @throws ConflictError when the repetition has succeeded already, UnprocessableError for ids that
   * are none, NotFoundError for an unknown experiment and for an example that its dataset lacks.
   */
  async store(experimentGlobalId: string, result: RunResult): Promise<number> {
    const experimentId = rowIdInPath(experimentGlobalId, 'Experiment', 'NOT_FOUND');
    const exampleId = rowIdInPath(result.example, 'DatasetExample', 'NOT_FOUND');
    const { repetitionNumber, startTime, endTime, traceId, error } = result;
    const run = {
      experimentId,
      exampleId,
      repetitionNumber,
      output: payloadText(result.output),
      error: typeof error === 'string' ? cleanText(error) : null,
      traceId: traceId ?? null,
      startTime,
      endTime,
    };
    const id = await this.tryToStore(run);
    if (id !== null) return id;
    const { hasExperiment, hasExample } = await this.queries.parentsOf(run);
    if (!hasExperiment) {
      throw new NotFoundError(`Experiment with ID ${experimentGlobalId} does not exist`);
    }
    if (!hasExample) {
      throw new NotFoundError(`The dataset of the experiment has no example ${result.example}`);
    }
    throw new ConflictError(
      `Repetition ${repetitionNumber} of the example ${result.example} already exists with a ` +
        'successful result',
    );
  }

  private async tryToStore(run: NewRun): Promise<number | null> {
    try {
      return await this.queries.store(run);
    } catch (error) {
      // The experiment was deleted while the run was being stored.
      if (isForeignKeyViolation(error)) return null;
      throw error;
    }
  }
}
