import { Injectable } from '@nestjs/common';
import { NotFoundError, UnprocessableError } from '../common/errors/errors.js';
import { foldCase } from '../common/text/fold-case.js';
import { requireRowId, rowIdInPath, rowIdOf } from '../common/ids/global-id.js';
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

  /**
   * The experiment of a global id in the address of a request.
   * @param otherType how the id of something else is refused.
   * @throws UnprocessableError for a text that is no global id, NotFoundError if the
   * experiment does not exist.
   */
  async get(
    globalId: string,
    otherType: 'NOT_FOUND' | 'UNPROCESSABLE' = 'NOT_FOUND',
  ): Promise<ExperimentRow> {
    return this.requireById(rowIdInPath(globalId, 'Experiment', otherType), globalId);
  }

  /**
   * The experiment of a global id in a GraphQL argument.
   * @throws DomainError BAD_USER_INPUT for any other text, NotFoundError when there is none.
   */
  async getByGlobalId(globalId: string): Promise<ExperimentRow> {
    return this.requireById(requireRowId(globalId, 'Experiment'), globalId);
  }

  /** The same for many, each once. @throws like `getByGlobalId`, for the first that is missing. */
  async getAllByGlobalId(globalIds: readonly string[]): Promise<ExperimentRow[]> {
    const ids = globalIds.map((globalId) => requireRowId(globalId, 'Experiment'));
    const rows = await this.queries.findByIds([...new Set(ids)]);
    const found = new Set(rows.map(({ id }) => id));
    const missing = globalIds.find((_, at) => !found.has(ids[at]!));
    if (missing === undefined) return rows;
    throw new NotFoundError(`Experiment with ID ${missing} does not exist`);
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

  private async requireById(id: number, globalId: string): Promise<ExperimentRow> {
    const [experiment] = await this.queries.findByIds([id]);
    if (!experiment) throw new NotFoundError(`Experiment with ID ${globalId} does not exist`);
    return experiment;
  }
}
