import { Injectable } from '@nestjs/common';
import { ConflictError, NotFoundError, UnprocessableError } from '../../kernel/errors/errors.js';
import { findableRowIdInPath, findRowId, parseCursor } from '../../kernel/ids/global-id.js';
import { cleanText } from '../../kernel/json/clean-json.js';
import type { JsonValue } from '../../kernel/json/json.js';
import { payloadText } from '../../kernel/json/payload-text.js';
import { DatasetsService } from '../../datasets/datasets.service.js';
import { DATASET_EXAMPLE_TYPE } from '../../datasets/examples/dataset-example.entity.js';
import { ExperimentsService } from '../experiments.service.js';
import { isForeignKeyViolation } from '../../kernel/errors/database-errors.js';
import { ExperimentRunsQueries, type NewRun, type RunPayload } from './experiment-runs.queries.js';

/** The result of a task for one example. */
export interface RunResult {
  /** Global ID, or the external ID. */
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
  constructor(
    private readonly queries: ExperimentRunsQueries,
    private readonly experiments: ExperimentsService,
    private readonly datasets: DatasetsService,
  ) {}

  /**
   * Lists the runs of an experiment, newest first, in batches of about a megabyte. Lists none if
   * the experiment does not exist.
   * @param cursor global ID of the first run of the page.
   * @returns the batches; the generator returns the row ID of the first run of the next page.
   * @throws UnprocessableError for texts that are not global IDs, NotFoundError for an ID of
   * another type.
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
      const batch = await this.queries.readNextPayloads(experimentId, from, left + 1);
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
   * Stores a run. Replaces a failed run of the same repetition, and keeps its ID.
   * @returns its row ID.
   * @throws ConflictError if the repetition has already succeeded, UnprocessableError for invalid
   * IDs and for more repetitions than the experiment has, NotFoundError if the experiment does not exist or its dataset does not have the example.
   */
  async create(experimentGlobalId: string, result: RunResult): Promise<number> {
    const experimentId = findableRowIdInPath(experimentGlobalId, 'Experiment');
    const exampleId = await this.findExample(experimentId, result.example);
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
    const { hasExperiment, hasExample, repetitions } = await this.queries.findParents(run);
    if (!hasExperiment) {
      throw new NotFoundError(`Experiment with ID ${experimentGlobalId} does not exist.`);
    }
    if (!hasExample) {
      throw new NotFoundError(
        `The dataset of the experiment does not have the example ${result.example}.`,
      );
    }
    if (repetitions !== null && repetitionNumber > repetitions) {
      throw new UnprocessableError(
        `Repetition ${repetitionNumber} cannot be stored, because the number of repetitions of the experiment is ${repetitions}.`,
      );
    }
    throw new ConflictError(
      `Repetition ${repetitionNumber} of the example ${result.example} already exists with a ` +
        'successful result.',
    );
  }

  /** Finds an example by its global ID, or by its external ID in the dataset of the experiment. */
  private async findExample(experimentId: number, name: string): Promise<number> {
    const id = findRowId(name, DATASET_EXAMPLE_TYPE);
    if (id !== null) return id;
    const [experiment] = await this.experiments.findByIds([experimentId]);
    const known = experiment && (await this.datasets.findExamples(experiment.datasetId, [name]));
    return known?.get(name) ?? findableRowIdInPath(name, DATASET_EXAMPLE_TYPE);
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
