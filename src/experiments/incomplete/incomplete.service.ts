import { Injectable } from '@nestjs/common';
import { BadRequestError, UnprocessableError } from '../../kernel/errors/errors.js';
import { findableRowIdInPath, findRowId } from '../../kernel/ids/global-id.js';
import { isStorable } from '../../kernel/validation/storable.js';
import { ExperimentsService } from '../experiments.service.js';
import {
  type IncompleteEvaluation,
  IncompleteQueries,
  type IncompleteRun,
} from './incomplete.queries.js';

const DEFAULT_LIMIT = 50;

/** Maximum number of rows per page; the cursor continues the list. */
const MAX_LIMIT = 1000;

/** The start and size of a page. */
export interface PageQuery {
  cursor?: string;
  limit?: number;
}

/** An example, and its repetitions without a successful run. */
export type MissingRuns = Omit<IncompleteRun, 'succeeded'> & { repetitionNumbers: number[] };

/** Finds the missing work of an experiment that was interrupted. */
@Injectable()
export class IncompleteService {
  constructor(
    private readonly experiments: ExperimentsService,
    private readonly queries: IncompleteQueries,
  ) {}

  /**
   * Lists examples with missing runs, and the repetitions without a successful run.
   * @throws UnprocessableError for texts that are not IDs, NotFoundError if the experiment does not
   * exist.
   */
  async listRuns(experimentGlobalId: string, { cursor, limit }: PageQuery) {
    const experiment = await this.experiments.get(
      findableRowIdInPath(experimentGlobalId, 'Experiment'),
    );
    const from = cursorOf(cursor, 'DatasetExample');
    const size = sizeOf(limit);
    const rows = await this.queries.listRuns(experiment, from, size + 1);
    const shown = rows.slice(0, size).map(({ succeeded, ...example }): MissingRuns => {
      const done = new Set(succeeded);
      const all = Array.from({ length: experiment.repetitions }, (_, at) => at + 1);
      return { ...example, repetitionNumbers: all.filter((number) => !done.has(number)) };
    });
    return { rows: shown, next: rows[size]?.exampleId ?? null };
  }

  /**
   * Lists successful runs with missing evaluations.
   * @param evaluationNames are trimmed; empty ones are ignored.
   * @throws BadRequestError if no names remain, or one of them is not valid; otherwise like `runs`.
   */
  async listEvaluations(
    experimentGlobalId: string,
    evaluationNames: readonly string[],
    { cursor, limit }: PageQuery,
  ): Promise<{ experimentId: number; rows: IncompleteEvaluation[]; next: number | null }> {
    const experimentId = findableRowIdInPath(experimentGlobalId, 'Experiment');
    const from = cursorOf(cursor, 'ExperimentRun');
    const names = [...new Set(evaluationNames.map((name) => name.trim()))].filter(Boolean);
    if (names.length === 0) {
      throw new BadRequestError('At least one evaluation_name is required.');
    }
    if (!names.every(isStorable)) {
      throw new BadRequestError('evaluation_name must not contain null bytes.');
    }
    await this.experiments.get(experimentId);
    const size = sizeOf(limit);
    const rows = await this.queries.listEvaluations(experimentId, names, from, size + 1);
    return { experimentId, rows: rows.slice(0, size), next: rows[size]?.runId ?? null };
  }
}

function cursorOf(cursor: string | undefined, type: string): number {
  if (!cursor) return 0;
  const id = findRowId(cursor, type);
  if (id === null) throw new UnprocessableError(`Invalid cursor format: ${cursor}`);
  return id;
}

function sizeOf(limit: number | undefined): number {
  return Math.min(limit ?? DEFAULT_LIMIT, MAX_LIMIT);
}
