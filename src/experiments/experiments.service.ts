import { Injectable } from '@nestjs/common';
import { NotFoundError, UnprocessableError } from '../common/errors/errors.js';
import { foldCase } from '../common/text/fold-case.js';
import { rowIdOf, toGlobalId } from '../common/ids/global-id.js';
import { isStorable } from '../common/validation/storable.js';
import type { ExperimentRow } from './experiment.entity.js';
import {
  type ExperimentFilter,
  ExperimentsQueries,
  type RunFigures,
  type Slice,
} from './experiments.queries.js';

const DEFAULT_LIMIT = 50;

/** Rows that one page holds at most, whatever is asked for; the cursor leads on. */
const MAX_LIMIT = 10_000;

/** Which experiments somebody asks for; an absent member leaves nothing out. */
export interface ExperimentSearch extends Omit<ExperimentFilter, 'foldedPart'> {
  /** Part of the name or of the description, in any case of any script. */
  text?: string | null;
}

export interface ExperimentPage {
  rows: ExperimentRow[];
  /** The experiment that opens the following page. */
  next: ExperimentRow | null;
}

/** Finds experiments, for REST and GraphQL. */
@Injectable()
export class ExperimentsService {
  constructor(private readonly queries: ExperimentsQueries) {}

  /** In no particular order; unknown ids are left out. */
  findByIds(ids: readonly number[]): Promise<ExperimentRow[]> {
    return this.queries.findByIds(ids);
  }

  /** @throws NotFoundError */
  async get(id: number): Promise<ExperimentRow> {
    const [experiment] = await this.getAll([id]);
    return experiment!;
  }

  /** In no particular order. @throws NotFoundError that names the first unknown one. */
  async getAll(ids: readonly number[]): Promise<ExperimentRow[]> {
    const rows = await this.queries.findByIds(ids);
    const known = new Set(rows.map(({ id }) => id));
    const unknown = ids.find((id) => !known.has(id));
    if (unknown === undefined) return rows;
    throw new NotFoundError(
      `Experiment with ID ${toGlobalId('Experiment', unknown)} does not exist`,
    );
  }

  /**
   * The experiments of a dataset, ephemeral ones as well, newest first.
   * @param cursor global id of the experiment that opens the page.
   * @throws UnprocessableError for a cursor that is not the ID of an experiment.
   */
  async page(
    datasetId: number,
    cursor: string | undefined,
    limit = DEFAULT_LIMIT,
  ): Promise<ExperimentPage> {
    const from = cursor ? rowIdOf(cursor, 'Experiment') : null;
    if (cursor && from === null) throw new UnprocessableError(`Invalid cursor format: ${cursor}`);
    const size = Math.min(limit, MAX_LIMIT);
    const rows = await this.queries.page(datasetId, from, size + 1);
    return { rows: rows.slice(0, size), next: rows[size] ?? null };
  }

  /** A part of a list by position, newest first. */
  async slice(search: ExperimentSearch, slice: Slice): Promise<ExperimentRow[]> {
    const filter = this.toFilter(search);
    return filter ? this.queries.slice(filter, slice) : [];
  }

  async count(search: ExperimentSearch): Promise<number> {
    const filter = this.toFilter(search);
    return filter ? this.queries.count(filter) : 0;
  }

  /** Counts of runs by the row id of the experiment; experiments without runs are left out. */
  async runFigures(ids: readonly number[]): Promise<Map<number, RunFigures>> {
    const figures = ids.length === 0 ? [] : await this.queries.runFigures(ids);
    return new Map(figures.map((row) => [row.experimentId, row]));
  }

  /** What a search means for the database; null when nothing can be meant. */
  toFilter({ text, ...filter }: ExperimentSearch): ExperimentFilter | null {
    return isStorable(text ?? '') ? { ...filter, foldedPart: foldCase(text ?? '') } : null;
  }
}
