import { Injectable } from '@nestjs/common';
import { NotFoundError, UnprocessableError } from '../../common/errors/errors.js';
import { rowIdInPath, rowIdOf } from '../../common/ids/global-id.js';
import { isStorable } from '../../common/validation/storable.js';
import { DatasetsService } from '../datasets.service.js';
import type { Slice } from '../datasets.queries.js';
import type { DatasetLabelRow } from './dataset-label.entity.js';
import { DatasetLabelsQueries } from './dataset-labels.queries.js';

const DEFAULT_LIMIT = 100;

/** Rows that one page holds at most, whatever is asked for; the cursor leads on. */
const MAX_LIMIT = 10_000;

export interface DatasetLabelPage {
  rows: DatasetLabelRow[];
  /** The label that opens the following page. */
  next: DatasetLabelRow | null;
}

/** Finds labels, for REST and GraphQL. */
@Injectable()
export class DatasetLabelsService {
  constructor(
    private readonly queries: DatasetLabelsQueries,
    private readonly datasets: DatasetsService,
  ) {}

  /**
   * The label of a global id in the address of a request.
   * @throws UnprocessableError for ids of anything else, NotFoundError if the label does not exist.
   */
  async get(globalId: string): Promise<DatasetLabelRow> {
    const [label] = await this.queries.findByIds([
      rowIdInPath(globalId, 'DatasetLabel', 'UNPROCESSABLE'),
    ]);
    if (!label) throw noSuchLabel(globalId);
    return label;
  }

  /**
   * Newest first.
   * @param cursor global id of the label that opens the page.
   * @throws UnprocessableError for a cursor that is not the ID of a label.
   */
  async page(cursor: string | undefined, limit = DEFAULT_LIMIT): Promise<DatasetLabelPage> {
    const from = cursor ? rowIdOf(cursor, 'DatasetLabel') : null;
    if (cursor && from === null) throw new UnprocessableError(`Invalid cursor: ${cursor}`);
    const size = Math.min(limit, MAX_LIMIT);
    const rows = await this.queries.page(from, size + 1);
    return { rows: rows.slice(0, size), next: rows[size] ?? null };
  }

  /**
   * The labels of a dataset, newest first.
   * @throws NotFoundError when nothing has this global id or name.
   */
  async ofDataset(identifier: string): Promise<DatasetLabelRow[]> {
    return this.ofDatasetRow((await this.datasets.resolve(identifier)).id);
  }

  /** The same by the row id of the dataset. */
  async ofDatasetRow(datasetId: number): Promise<DatasetLabelRow[]> {
    const rows = await this.queries.ofDatasets([datasetId]);
    return rows.toSorted((a, b) => b.id - a.id);
  }

  /** A part of the list by name, of all or of those with these names. */
  slice(names: readonly string[] | null, slice: Slice): Promise<DatasetLabelRow[]> {
    return this.queries.slice(names && names.filter(isStorable), slice);
  }

  count(names: readonly string[] | null): Promise<number> {
    return this.queries.count(names && names.filter(isStorable));
  }
}

export function noSuchLabel(globalId: string): NotFoundError {
  return new NotFoundError(`No dataset label with id ${globalId} can be found.`);
}
