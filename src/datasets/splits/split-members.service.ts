import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../database/database-writer.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { isForeignKeyViolation } from '../../kernel/errors/database-errors.js';
import { cutPage } from '../../kernel/pagination/page.js';
import { DATASET_SPLIT_TYPE, type DatasetSplitRow } from './dataset-split.entity.js';
import { type SplitMemberRow, SplitMembersQueries } from './split-members.queries.js';

/** A split with the number of its examples in one dataset. */
export interface CountedSplit {
  split: DatasetSplitRow;
  exampleCount: number;
}

/** Assigns examples to splits. All ids are row IDs. */
@Injectable()
export class SplitMembersService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: SplitMembersQueries,
  ) {}

  /** Counts the examples that each split now contains, of one dataset or of all. */
  async countExamples(splitIds: readonly number[], datasetId: number | null): Promise<number[]> {
    const rows = await this.queries.countExamples(splitIds, datasetId);
    const counts = new Map(rows.map((row) => [row.splitId, row.count]));
    return splitIds.map((id) => counts.get(id) ?? 0);
  }

  /** Lists the splits of each example, sorted by name. */
  async listByExample(exampleIds: readonly number[]): Promise<DatasetSplitRow[][]> {
    const rows = await this.queries.listByExample(exampleIds);
    const byExample = Map.groupBy(rows, (row) => row.exampleId);
    return exampleIds.map((id) => byExample.get(id) ?? []);
  }

  /** Lists the splits that contain examples of each dataset, sorted by name. */
  async listByDataset(datasetIds: readonly number[]): Promise<DatasetSplitRow[][]> {
    const rows = await this.queries.listByDataset(datasetIds);
    const byDataset = Map.groupBy(rows, (row) => row.datasetId);
    return datasetIds.map((id) => byDataset.get(id) ?? []);
  }

  /**
   * Lists one page of the splits that contain examples of a dataset, newest first, with the numbers of
   * those examples.
   * @param from the first split of the page; null starts with the newest.
   */
  async listPageOfDataset(
    datasetId: number,
    from: number | null,
    limit: number,
  ): Promise<{ splits: CountedSplit[]; nextCursor: string | null }> {
    const found = await this.queries.listPageOfDataset(datasetId, from, limit + 1);
    const { rows, nextCursor } = cutPage(found, limit, DATASET_SPLIT_TYPE);
    const ids = rows.map(({ id }) => id);
    const counts = await this.countExamples(ids, datasetId);
    const splits = rows.map((split, at) => ({ split, exampleCount: counts[at]! }));
    return { splits, nextCursor };
  }

  /**
   * Replaces the splits of examples. Changes none if one cannot be changed.
   * @param datasetId the dataset that must contain the examples, if given.
   * @throws NotFoundError that names examples that do not exist, are deleted or belong elsewhere.
   */
  async replaceSplits(
    exampleIds: readonly number[],
    splitIds: readonly number[],
    datasetId?: number,
  ): Promise<void> {
    await this.inTransaction(async (tx) => {
      const members = await this.lockLive(tx, exampleIds, datasetId);
      await this.queries.removeFromOthers(tx, splitIds, members);
      await this.queries.add(tx, splitIds, members);
    });
  }

  /**
   * Returns live examples without duplicates, which stay live until the transaction ends.
   * @param datasetId the dataset that must contain them, if given.
   * @throws NotFoundError that names all others.
   */
  async lockLive(
    tx: EntityManager,
    ids: readonly number[],
    datasetId?: number,
  ): Promise<SplitMemberRow[]> {
    const wanted = [...new Set(ids)].toSorted((a, b) => a - b);
    const found = await this.queries.findExamples(tx, wanted);
    await this.queries.lockDatasets(
      tx,
      found.map((member) => member.datasetId),
    );
    // They may have been deleted while this transaction waited for the lock.
    const members = (await this.queries.findExamples(tx, wanted)).filter(
      (member) => member.isLive && (datasetId === undefined || member.datasetId === datasetId),
    );
    requireAll(wanted, members);
    return members;
  }

  async add(tx: EntityManager, splitId: number, members: readonly SplitMemberRow[]): Promise<void> {
    await this.queries.add(tx, [splitId], members);
  }

  /**
   * Removes examples of a dataset from a split and adds others; an example in both lists is removed.
   * @throws NotFoundError that names the examples that are not in the dataset.
   */
  async change(
    tx: EntityManager,
    splitId: number,
    datasetId: number,
    { added, removed }: { added: readonly number[]; removed: readonly number[] },
  ): Promise<void> {
    const leaving = await this.findAll(tx, removed, datasetId);
    await this.findAll(tx, added, datasetId);
    const left = new Set(removed);
    const staying = added.filter((id) => !left.has(id));
    const members = await this.lockLive(tx, staying, datasetId);
    await this.queries.remove(tx, splitId, leaving);
    await this.queries.add(tx, [splitId], members);
  }

  /** Runs a transaction that fails if a split or an example has been deleted. */
  async inTransaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.database.inTransaction(work);
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      throw new NotFoundError('A split or an example has since been deleted.');
    }
  }

  /** Returns examples of a dataset, including deleted ones. */
  private async findAll(
    tx: EntityManager,
    ids: readonly number[],
    datasetId: number,
  ): Promise<SplitMemberRow[]> {
    const found = ids.length === 0 ? [] : await this.queries.findExamples(tx, ids);
    const members = found.filter((member) => member.datasetId === datasetId);
    requireAll(ids, members);
    return members;
  }
}

function requireAll(ids: readonly number[], members: readonly SplitMemberRow[]): void {
  const known = new Set(members.map((member) => member.id));
  const unknown = [...new Set(ids)].filter((id) => !known.has(id));
  if (unknown.length === 0) return;
  const globalIds = unknown.map((id) => `"${toGlobalId('DatasetExample', id)}"`);
  const noun = unknown.length === 1 ? 'Example' : 'Examples';
  throw new NotFoundError(`${noun} ${globalIds.join(', ')} not found in the dataset.`);
}
