import { Injectable } from '@nestjs/common';
import { BadRequestError, UnprocessableError } from '../../common/errors/errors.js';
import { findableRowIdInPath, rowIdOf } from '../../common/ids/global-id.js';
import { isStorable } from '../../common/validation/storable.js';
import { ExperimentsService } from '../experiments.service.js';
import {
  type IncompleteEvaluation,
  IncompleteQueries,
  type IncompleteRun,
} from './incomplete.queries.js';

const DEFAULT_LIMIT = 50;

/** Rows that one page holds at most, whatever is asked for; the cursor leads on. */
const MAX_LIMIT = 1000;

/** Where a page begins, and how long it is. */
export interface PageQuery {
  cursor?: string;
  limit?: number;
}

/** What an example still has to be run for. */
export type MissingRuns = Omit<IncompleteRun, 'succeeded'> & { repetitionNumbers: number[] };

/** Tells what there is still to do in an experiment that was interrupted. */
@Injectable()
export class IncompleteService {
  constructor(
    private readonly experiments: ExperimentsService,
    private readonly queries: IncompleteQueries,
  ) {}

  /**
   * The examples of an experiment that lack successful runs, with the repetitions that they lack.
   * @throws UnprocessableError for texts that are no ids, NotFoundError for an unknown experiment.
   */
  async runs(experimentGlobalId: string, { cursor, limit }: PageQuery) {
    const experiment = await this.experiments.get(
      findableRowIdInPath(experimentGlobalId, 'Experiment'),
    );
    const from = cursorOf(cursor, 'DatasetExample');
    const size = sizeOf(limit);
    const rows = await this.queries.runs(experiment, from, size + 1);
    const shown = rows.slice(0, size).map(({ succeeded, ...example }): MissingRuns => {
      const done = new Set(succeeded);
      const all = Array.from({ length: experiment.repetitions }, (_, at) => at + 1);
      return { ...example, repetitionNumbers: all.filter((number) => !done.has(number)) };
    });
    return { rows: shown, next: rows[size]?.exampleId ?? null };
  }

  /**
   * The successful runs of an experiment that lack successful evaluations.
   * @param evaluationNames blanks around them are dropped, as are empty ones.
   * @throws BadRequestError for names that cannot be, and without any; otherwise as `runs`.
   */
  async evaluations(
    experimentGlobalId: string,
    evaluationNames: readonly string[],
    { cursor, limit }: PageQuery,
  ): Promise<{ experimentId: number; rows: IncompleteEvaluation[]; next: number | null }> {
    const experimentId = findableRowIdInPath(experimentGlobalId, 'Experiment');
    const from = cursorOf(cursor, 'ExperimentRun');
    const names = [...new Set(evaluationNames.map((name) => name.trim()))].filter(Boolean);
    if (names.length === 0) {
      throw new BadRequestError('At least one evaluation_name is needed');
    }
    if (!names.every(isStorable)) {
      throw new BadRequestError('An evaluation_name must not hold null bytes');
    }
    await this.experiments.get(experimentId);
    const size = sizeOf(limit);
    const rows = await this.queries.evaluations(experimentId, names, from, size + 1);
    return { experimentId, rows: rows.slice(0, size), next: rows[size]?.runId ?? null };
  }
}

function cursorOf(cursor: string | undefined, type: string): number {
  if (!cursor) return 0;
  const id = rowIdOf(cursor, type);
  if (id === null) throw new UnprocessableError(`Invalid cursor format: ${cursor}`);
  return id;
}

function sizeOf(limit: number | undefined): number {
  return Math.min(limit ?? DEFAULT_LIMIT, MAX_LIMIT);
}
