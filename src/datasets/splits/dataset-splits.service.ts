import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Identity } from '../../kernel/access/access.js';
import { ConflictError, NotFoundError, UnprocessableError } from '../../kernel/errors/errors.js';
import { findRowId, toGlobalId } from '../../kernel/ids/global-id.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { payloadText } from '../../kernel/json/payload-text.js';
import { isStorable } from '../../kernel/validation/storable.js';
import { isUniqueViolation } from '../../kernel/errors/database-errors.js';
import type { Slice } from '../datasets.service.js';
import { DATASET_SPLIT_TYPE, type DatasetSplitRow } from './dataset-split.entity.js';
import { DatasetSplitsQueries, type NewSplitRow } from './dataset-splits.queries.js';
import { type CountedSplit, SplitMembersService } from './split-members.service.js';

export { DATASET_SPLIT_TYPE, type DatasetSplitRow } from './dataset-split.entity.js';

/** Longest color, in bytes of UTF-8. */
export const MAX_COLOR_BYTES = 64;

/** A split to create. */
export interface NewSplit {
  name: string;
  description?: string | null;
  color: string;
  metadata?: JsonObject | null;
}

/** Changes to a split. Absent and null fields stay unchanged, but a null description removes it. */
export type SplitPatch = { [Key in keyof NewSplit]?: NewSplit[Key] | null };

/**
 * Examples of one dataset to add to and remove from a split. An example in both lists is removed.
 */
export interface MemberChanges {
  datasetId: number;
  added: readonly number[];
  removed: readonly number[];
}

/** Finds, creates, changes and deletes splits. All ids are row IDs. */
@Injectable()
export class DatasetSplitsService {
  constructor(
    private readonly queries: DatasetSplitsQueries,
    private readonly members: SplitMembersService,
  ) {}

  /** Sorted by name; unknown IDs are skipped. */
  findByIds(ids: readonly number[]): Promise<DatasetSplitRow[]> {
    return this.queries.findByIds(ids);
  }

  /** @throws NotFoundError */
  async get(id: number): Promise<DatasetSplitRow> {
    const [split] = await this.getAll([id]);
    return split!;
  }

  /** Sorted by name. @throws NotFoundError that names the unknown ones. */
  async getAll(ids: readonly number[]): Promise<DatasetSplitRow[]> {
    const rows = ids.length === 0 ? [] : await this.queries.findByIds(ids);
    const known = new Set(rows.map(({ id }) => id));
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length === 0) return rows;
    const globalIds = unknown.map((id) => `"${toGlobalId(DATASET_SPLIT_TYPE, id)}"`);
    throw new NotFoundError(
      `${unknown.length === 1 ? 'Split' : 'Splits'} ${globalIds.join(', ')} not found.`,
    );
  }

  /**
   * Gets splits by names and global IDs, ignoring surrounding white space. Returns each once, those
   * given by id first.
   * @throws UnprocessableError for a blank text, NotFoundError that names the unknown ones.
   */
  async resolve(identifiers: readonly string[]): Promise<DatasetSplitRow[]> {
    const wanted = identifiers.map((identifier) => {
      const text = identifier.trim();
      return { text, id: findRowId(text, DATASET_SPLIT_TYPE) };
    });
    if (wanted.some(({ text }) => text === '')) {
      throw new UnprocessableError('Split names must not be empty.');
    }
    const ids = wanted.flatMap(({ id }) => id ?? []);
    const names = wanted.filter(({ id, text }) => id === null && isStorable(text));
    const byId = ids.length === 0 ? [] : await this.queries.findByIds(ids);
    const byName =
      names.length === 0 ? [] : await this.queries.findByNames(names.map(({ text }) => text));
    const unknown = wanted.filter(({ text, id }) =>
      id === null ? !byName.some(({ name }) => name === text) : !byId.some((row) => row.id === id),
    );
    if (unknown.length > 0) {
      throw new NotFoundError(`Unknown splits: ${unknown.map(({ text }) => text).join(', ')}.`);
    }
    return [...new Map([...byId, ...byName].map((split) => [split.id, split])).values()];
  }

  /** Lists part of all splits, or of those with the given names, sorted by name. */
  listSlice(names: readonly string[] | null, slice: Slice): Promise<DatasetSplitRow[]> {
    return this.queries.listSlice(names && names.filter(isStorable), slice);
  }

  count(names: readonly string[] | null): Promise<number> {
    return this.queries.count(names && names.filter(isStorable));
  }

  /**
   * Creates a split that contains the given live examples.
   * @param datasetId the dataset that must contain the examples, if given.
   * @throws NotFoundError that names the unknown examples, ConflictError if the name is taken.
   */
  create(
    split: NewSplit,
    { userId }: Identity,
    exampleIds: readonly number[] = [],
    datasetId?: number,
  ): Promise<CountedSplit> {
    return this.write(split.name, async (tx) => {
      const members = await this.members.lockLive(tx, exampleIds, datasetId);
      const row = await this.queries.insert(tx, toNewRow(split), userId);
      await this.members.add(tx, row.id, members);
      return { split: row, exampleCount: members.length };
    });
  }

  /**
   * Changes a split and its examples of one dataset. If any change fails, changes nothing.
   * @throws NotFoundError that names the unknown split or examples, ConflictError if the name is taken.
   */
  async update(id: number, patch: SplitPatch, members?: MemberChanges): Promise<DatasetSplitRow> {
    await this.get(id);
    await this.write(patch.name, async (tx) => {
      if (members) await this.members.change(tx, id, members.datasetId, members);
      const columns = toColumns(patch);
      if (Object.keys(columns).length > 0) await this.queries.update(tx, id, columns);
    });
    return this.get(id);
  }

  /**
   * Deletes splits from all datasets, or none if one is unknown. Their examples remain.
   * @returns the deleted splits.
   * @throws NotFoundError that names the unknown ones.
   */
  async delete(ids: readonly number[]): Promise<DatasetSplitRow[]> {
    await this.getAll(ids);
    return this.members.inTransaction((tx) => this.queries.delete(tx, ids));
  }

  /** Runs a transaction that fails if a name is taken. */
  private async write<T>(
    name: string | null | undefined,
    work: (tx: EntityManager) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.members.inTransaction(work);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new ConflictError(`Split "${name}" already exists.`);
    }
  }
}

function toNewRow({ name, description, color, metadata }: NewSplit): NewSplitRow {
  return { name, description: description || null, color, metadata: payloadText(metadata ?? {}) };
}

function toColumns({ name, description, color, metadata }: SplitPatch): Partial<NewSplitRow> {
  return {
    ...(name != null && { name }),
    ...(color != null && { color }),
    ...(description !== undefined && { description: description || null }),
    ...(metadata != null && { metadata: payloadText(metadata) }),
  };
}
