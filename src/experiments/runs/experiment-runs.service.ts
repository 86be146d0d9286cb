import { Injectable } from '@nestjs/common';
import { ConflictError, NotFoundError } from '../../common/errors/errors.js';
import { findableRowIdInPath, parseCursor } from '../../common/ids/global-id.js';
import { cleanText } from '../../common/json/clean-json.js';
import type { JsonValue } from '../../common/json/json.js';
import { payloadText } from '../../common/json/payload-text.js';
import { isForeignKeyViolation } from '../../common/errors/database-errors.js';
import type { ExperimentRunRow } from './experiment-run.entity.js';
import { ExperimentRunsQueries, type NewRun, type RunPayload } from './experiment-runs.queries.js';

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

/** Finds, lists and stores the runs of experiments, for REST and GraphQL. */
@Injectable()
export class ExperimentRunsService {
  constructor(private readonly queries: ExperimentRunsQueries) {}

  /** In no particular order; unknown ids are left out. */
  findByIds(ids: readonly number[]): Promise<ExperimentRunRow[]> {
    return this.queries.findByIds(ids);
  }

  /**
   * The runs of an experiment, newest first, in batches of about a megabyte; none of an unknown one.
   * @param cursor global id of the run that opens the page.
   * @returns the batches; they end with the row id of the run that opens the following page.
   * @throws UnprocessableError for texts that are no global ids, NotFoundError for the id of something
   * else than an experiment.
   */
  list(
    experimentGlobalId: string,
    cursor: string | undefined,
    limit: number | undefined,
  ): AsyncGenerator<RunPayload[], number | null> {
    const experimentId = findableRowIdInPath(experimentGlobalId, 'Experiment');
    const from = parseCursor(cursor) ?? Number.MAX_SAFE_INTEGER;
    return this.batches(experimentId, from, limit ?? Infinity);
  }

  private async *batches(
    experimentId: number,
    first: number,
    limit: number,
  ): AsyncGenerator<RunPayload[], number | null> {
    let [from, left] = [first, limit];
    for (;;) {
      const batch = await this.queries.nextPayloads(experimentId, from, left + 1);
      yield batch.slice(0, left);
      const next = batch[left];
      if (next) return next.id;
      const last = batch.at(-1);
      if (!last) return null;
      from = last.id - 1;
      left -= batch.length;
    }
  }

  /**
   * Stores a run. A failed run of the same repetition is replaced and keeps its id.
   * @returns its row id.
   * @throws ConflictError when the repetition has succeeded already, UnprocessableError for ids that
   * are none, NotFoundError for an unknown experiment and for an example that its dataset lacks.
   */
  async create(experimentGlobalId: string, result: RunResult): Promise<number> {
    const experimentId = findableRowIdInPath(experimentGlobalId, 'Experiment');
    const exampleId = findableRowIdInPath(result.example, 'DatasetExample');
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
