import { Injectable } from '@nestjs/common';
import { NotFoundError, UnprocessableError } from '../../common/errors/errors.js';
import { requireRowId, rowIdInPath, rowIdOf } from '../../common/ids/global-id.js';
import { isStorable } from '../../common/validation/storable.js';
import type { Slice } from '../datasets.queries.js';
import type { DatasetSplitRow } from './dataset-split.entity.js';
import { DatasetSplitsQueries } from './dataset-splits.queries.js';

/** Finds splits, for REST and GraphQL. */
@Injectable()
export class DatasetSplitsService {
  constructor(private readonly queries: DatasetSplitsQueries) {}

  /** By name; unknown ids are left out. */
  findByIds(ids: readonly number[]): Promise<DatasetSplitRow[]> {
    return this.queries.findByIds(ids);
  }

  /**
   * The split of a global id in the address of a request.
   * @throws UnprocessableError for ids of anything else, NotFoundError if the split does not exist.
   */
  async get(globalId: string): Promise<DatasetSplitRow> {
    const id = rowIdInPath(globalId, 'DatasetSplit', 'UNPROCESSABLE');
    const [split] = await this.queries.findByIds([id]);
    if (!split) throw noSuchSplit(globalId);
    return split;
  }

  /**
   * The splits of global ids in a GraphQL argument, each once, by name.
   * @throws DomainError BAD_USER_INPUT for any other text, NotFoundError when one is missing.
   */
  async getAllByGlobalId(globalIds: readonly string[]): Promise<DatasetSplitRow[]> {
    const wanted = new Map(globalIds.map((text) => [requireRowId(text, 'DatasetSplit'), text]));
    const rows = wanted.size === 0 ? [] : await this.queries.findByIds([...wanted.keys()]);
    for (const { id } of rows) wanted.delete(id);
    if (wanted.size > 0) throw noSuchSplit([...wanted.values()].join(', '));
    return rows;
  }

  /**
   * The splits that a request names by their names and global ids, blanks around them dropped: those
   * named by id first, each once.
   * @throws UnprocessableError for an empty text, NotFoundError for an unknown split.
   */
  async resolve(identifiers: readonly string[]): Promise<DatasetSplitRow[]> {
    const asked = identifiers.map((identifier) => identifier.trim());
    if (asked.includes('')) throw new UnprocessableError('Split names must not be empty.');
    const ids = asked.map((text) => rowIdOf(text, 'DatasetSplit'));
    const names = asked.filter((text, at) => ids[at] === null && isStorable(text));
    const byId = ids.some((id) => id !== null)
      ? await this.queries.findByIds(ids.filter((id) => id !== null))
      : [];
    const byName = names.length === 0 ? [] : await this.queries.findByNames(names);
    const unknown = asked.filter((text, at) =>
      ids[at] === null
        ? !byName.some(({ name }) => name === text)
        : !byId.some(({ id }) => id === ids[at]),
    );
    if (unknown.length > 0) throw new NotFoundError(`Unknown splits: ${unknown.join(', ')}`);
    return [...new Map([...byId, ...byName].map((split) => [split.id, split])).values()];
  }

  /** A part of the list by name, of all or of those with these names. */
  slice(names: readonly string[] | null, slice: Slice): Promise<DatasetSplitRow[]> {
    return this.queries.slice(names && names.filter(isStorable), slice);
  }

  count(names: readonly string[] | null): Promise<number> {
    return this.queries.count(names && names.filter(isStorable));
  }

  /** How many examples each split has now, of one dataset or of all. */
  async exampleCounts(splitIds: readonly number[], datasetId: number | null): Promise<number[]> {
    const rows = await this.queries.exampleCounts(splitIds, datasetId);
    const counts = new Map(rows.map((row) => [row.splitId, row.count]));
    return splitIds.map((id) => counts.get(id) ?? 0);
  }
}

function noSuchSplit(globalId: string): NotFoundError {
  return new NotFoundError(`No dataset split with id ${globalId} can be found.`);
}
