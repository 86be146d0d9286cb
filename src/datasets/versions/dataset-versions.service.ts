import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { cutPage, type RestPage } from '../../kernel/pagination/page.js';
import type { Slice } from '../datasets.service.js';
import { DATASET_VERSION_TYPE, type DatasetVersionRow } from './dataset-version.entity.js';
import { DatasetVersionsQueries } from './dataset-versions.queries.js';

export { DATASET_VERSION_TYPE, type DatasetVersionRow } from './dataset-version.entity.js';

/** Default page size of the REST list. */
const DEFAULT_LIMIT = 10;

/** Maximum rows in a page, even if the request asks for more. The cursor continues the list. */
const MAX_LIMIT = 10_000;

/** Finds versions of datasets. All ids are row IDs. */
@Injectable()
export class DatasetVersionsService {
  constructor(private readonly queries: DatasetVersionsQueries) {}

  /** Returns those that exist, in no particular order. */
  findByIds(ids: readonly number[]): Promise<DatasetVersionRow[]> {
    return this.queries.findByIds(ids);
  }

  /** Returns null if the version does not exist or belongs to another dataset. */
  async find(datasetId: number, id: number): Promise<DatasetVersionRow | null> {
    const [version] = await this.queries.findByIds([id]);
    return version?.datasetId === datasetId ? version : null;
  }

  /** Returns null if the dataset has no versions. */
  async findNewest(datasetId: number): Promise<DatasetVersionRow | null> {
    const [newest] = await this.queries.listSlices([datasetId], 'DESC', { offset: 0, limit: 1 });
    return newest ?? null;
  }

  /**
   * Returns a version of a dataset, or its newest one if `id` is null.
   * @throws NotFoundError
   */
  async get(datasetId: number, id: number | null): Promise<DatasetVersionRow> {
    if (id === null) {
      const newest = await this.findNewest(datasetId);
      if (!newest) throw new NotFoundError('The dataset has no versions.');
      return newest;
    }
    const version = await this.find(datasetId, id);
    if (version) return version;
    // Published clients compare this text.
    const globalId = toGlobalId(DATASET_VERSION_TYPE, id);
    throw new NotFoundError(`No dataset version with id ${globalId} can be found.`);
  }

  /**
   * Lists one page, newest first. Empty for an unknown dataset, or if `from` belongs to another
   * one.
   * @param from the first version of the page; null starts with the newest.
   */
  async list(
    datasetId: number,
    from: number | null,
    limit = DEFAULT_LIMIT,
  ): Promise<RestPage<DatasetVersionRow>> {
    if (from !== null && !(await this.find(datasetId, from))) return { rows: [], nextCursor: null };
    const size = Math.min(limit, MAX_LIMIT);
    const rows = await this.queries.page(datasetId, from, size + 1);
    return cutPage(rows, size, DATASET_VERSION_TYPE);
  }

  /** Lists the same part of the versions of each dataset. */
  async listByDataset(
    datasetIds: readonly number[],
    direction: 'ASC' | 'DESC',
    slice: Slice,
  ): Promise<DatasetVersionRow[][]> {
    const rows = await this.queries.listSlices(datasetIds, direction, slice);
    const byDataset = Map.groupBy(rows, (row) => row.datasetId);
    return datasetIds.map((id) => byDataset.get(id) ?? []);
  }

  count(datasetId: number): Promise<number> {
    return this.queries.count(datasetId);
  }

  /**
   * Returns the positions of versions in their datasets, starting at 1; 0 for versions that no
   * longer exist.
   */
  async findNumbers(ids: readonly number[]): Promise<number[]> {
    const numbers = new Map(
      (await this.queries.readNumbers(ids)).map(({ id, number }) => [id, number]),
    );
    return ids.map((id) => numbers.get(id) ?? 0);
  }
}
