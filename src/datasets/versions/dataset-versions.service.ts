import { Injectable } from '@nestjs/common';
import { NotFoundError, UnprocessableError } from '../../common/errors/errors.js';
import { requireRowId, rowIdInPath, rowIdOf } from '../../common/ids/global-id.js';
import type { DatasetVersionRow } from './dataset-version.entity.js';
import { DatasetVersionsQueries } from './dataset-versions.queries.js';

const DEFAULT_LIMIT = 10;

/** Rows that one page holds at most, whatever is asked for; the cursor leads on. */
const MAX_LIMIT = 10_000;

export interface DatasetVersionPage {
  rows: DatasetVersionRow[];
  /** The version that opens the following page. */
  next: DatasetVersionRow | null;
}

/** Finds versions of datasets, for REST and GraphQL. */
@Injectable()
export class DatasetVersionsService {
  constructor(private readonly queries: DatasetVersionsQueries) {}

  /** In no particular order; unknown ids are left out. */
  findByIds(ids: readonly number[]): Promise<DatasetVersionRow[]> {
    return this.queries.findByIds(ids);
  }

  /** The newest version of each dataset; datasets without one are left out. */
  newestOf(datasetIds: readonly number[]): Promise<DatasetVersionRow[]> {
    return this.queries.newestOf(datasetIds);
  }

  /** How many examples each dataset has now. */
  async exampleCounts(datasetIds: readonly number[]): Promise<number[]> {
    const newest = await this.queries.newestOf(datasetIds);
    const counts = new Map(newest.map((version) => [version.datasetId, version.exampleCount]));
    return datasetIds.map((id) => counts.get(id) ?? 0);
  }

  /** The version when it is one of the dataset. */
  async findIn(datasetId: number, versionId: number): Promise<DatasetVersionRow | null> {
    const [version] = await this.queries.findByIds([versionId]);
    return version?.datasetId === datasetId ? version : null;
  }

  /**
   * The version of a dataset that a request names, the newest when it names none.
   * @throws UnprocessableError for a text that is no global id, NotFoundError for the id of something
   * else, of no version of this dataset, and for a dataset without versions.
   */
  async get(datasetId: number, globalId: string | undefined): Promise<DatasetVersionRow> {
    if (globalId) {
      const id = rowIdInPath(globalId, 'DatasetVersion', 'NOT_FOUND');
      const version = await this.findIn(datasetId, id);
      if (version) return version;
      throw new NotFoundError(`No dataset version with id ${globalId} can be found.`);
    }
    const [newest] = await this.queries.newestOf([datasetId]);
    if (!newest) throw new NotFoundError('The dataset has no versions.');
    return newest;
  }

  /**
   * The version of a dataset that a GraphQL argument names.
   * @throws DomainError BAD_USER_INPUT for ids of anything else, NotFoundError for a version that the
   * dataset lacks.
   */
  async getByGlobalId(datasetId: number, globalId: string): Promise<DatasetVersionRow> {
    const version = await this.findIn(datasetId, requireRowId(globalId, 'DatasetVersion'));
    if (!version) throw new NotFoundError(`No dataset version with id ${globalId} can be found.`);
    return version;
  }

  /**
   * Newest first; nothing for an unknown dataset.
   * @throws UnprocessableError for ids of anything but a dataset, and a cursor of anything but a
   * version.
   */
  async page(
    datasetGlobalId: string,
    cursor: string | undefined,
    limit = DEFAULT_LIMIT,
  ): Promise<DatasetVersionPage> {
    const datasetId = rowIdInPath(datasetGlobalId, 'Dataset', 'UNPROCESSABLE');
    const from = cursor ? rowIdOf(cursor, 'DatasetVersion') : null;
    if (cursor && from === null) throw new UnprocessableError(`Invalid cursor: ${cursor}`);
    const size = Math.min(limit, MAX_LIMIT);
    // A cursor of another dataset leads nowhere.
    if (from !== null && !(await this.findIn(datasetId, from))) return { rows: [], next: null };
    const rows = await this.queries.page(datasetId, from, size + 1);
    return { rows: rows.slice(0, size), next: rows[size] ?? null };
  }

  count(datasetId: number): Promise<number> {
    return this.queries.count(datasetId);
  }
}
