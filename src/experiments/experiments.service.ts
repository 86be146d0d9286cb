import { Injectable } from '@nestjs/common';
import { NotFoundError, UnprocessableError } from '../kernel/errors/errors.js';
import { foldCase } from '../kernel/text/fold-case.js';
import { findRowId, toGlobalId } from '../kernel/ids/global-id.js';
import { isStorable } from '../kernel/validation/storable.js';
import type { ExperimentRow } from './experiment.entity.js';
import {
  type ExperimentFilter,
  ExperimentsQueries,
  type RunFigures,
  type Slice,
} from './experiments.queries.js';

const DEFAULT_LIMIT = 50;

/** Maximum number of rows per page; the cursor continues the list. */
const MAX_LIMIT = 10_000;

/** Selects experiments to list. Absent fields select all. */
export interface ExperimentSearch extends Omit<ExperimentFilter, 'foldedPart'> {
  /** Part of the name or description, ignoring case in every script. */
  text?: string | null;
}

export interface ExperimentPage {
  rows: ExperimentRow[];
  /** The first experiment of the next page. */
  next: ExperimentRow | null;
}

/** Finds experiments, for REST and GraphQL. */
@Injectable()
export class ExperimentsService {
  constructor(private readonly queries: ExperimentsQueries) {}

  /** Returns those that exist, in no particular order. */
  findByIds(ids: readonly number[]): Promise<ExperimentRow[]> {
    return this.queries.findByIds(ids);
  }

  /** @throws NotFoundError */
  async get(id: number): Promise<ExperimentRow> {
    const [experiment] = await this.getAll([id]);
    return experiment!;
  }

  /** Returns them in no particular order. @throws NotFoundError that names the first unknown one. */
  async getAll(ids: readonly number[]): Promise<ExperimentRow[]> {
    const rows = await this.queries.findByIds(ids);
    const known = new Set(rows.map(({ id }) => id));
    const unknown = ids.find((id) => !known.has(id));
    if (unknown === undefined) return rows;
    // Published clients look for "does not exist".
    throw new NotFoundError(
      `Experiment with ID ${toGlobalId('Experiment', unknown)} does not exist.`,
    );
  }

  /**
   * Lists the experiments of a dataset, newest first, including ephemeral ones.
   * @param cursor global ID of the first experiment of the page.
   * @throws UnprocessableError if the cursor is not the ID of an experiment.
   */
  async listPage(
    datasetId: number,
    cursor: string | undefined,
    limit = DEFAULT_LIMIT,
  ): Promise<ExperimentPage> {
    const from = cursor ? findRowId(cursor, 'Experiment') : null;
    if (cursor && from === null) throw new UnprocessableError(`Invalid cursor format: ${cursor}`);
    const size = Math.min(limit, MAX_LIMIT);
    const rows = await this.queries.listPage(datasetId, from, size + 1);
    return { rows: rows.slice(0, size), next: rows[size] ?? null };
  }

  /** Lists a part of the experiments by position, newest first. */
  async listSlice(search: ExperimentSearch, slice: Slice): Promise<ExperimentRow[]> {
    const filter = this.toFilter(search);
    return filter ? this.queries.listSlice(filter, slice) : [];
  }

  async count(search: ExperimentSearch): Promise<number> {
    const filter = this.toFilter(search);
    return filter ? this.queries.count(filter) : 0;
  }

  /** Counts runs by the row ID of the experiment. Skips experiments without runs. */
  async readRunFigures(ids: readonly number[]): Promise<Map<number, RunFigures>> {
    const figures = ids.length === 0 ? [] : await this.queries.readRunFigures(ids);
    return new Map(figures.map((row) => [row.experimentId, row]));
  }

  /** Converts a search for the database; null if nothing can match. */
  toFilter({ text, ...filter }: ExperimentSearch): ExperimentFilter | null {
    return isStorable(text ?? '') ? { ...filter, foldedPart: foldCase(text ?? '') } : null;
  }
}
