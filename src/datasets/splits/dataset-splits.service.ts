import { Injectable } from '@nestjs/common';
import { NotFoundError, UnprocessableError } from '../../common/errors.js';
import { rowIdOf } from '../../common/global-id.js';
import { isStorable } from '../../common/storable.js';
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
}
