import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Identity } from '../../common/access/access.js';
import { ConflictError } from '../../common/errors/errors.js';
import { requireRowId, rowIdInPath } from '../../common/ids/global-id.js';
import type { JsonObject } from '../../common/json/json.js';
import { payloadText } from '../../common/json/payload-text.js';
import { isUniqueViolation } from '../../database/db-errors.js';
import { inRetriedTransaction } from '../../database/retried-transaction.js';
import { DatasetsService } from '../datasets.service.js';
import type { DatasetExampleRow } from '../examples/dataset-example.entity.js';
import { DatasetExamplesService } from '../examples/dataset-examples.service.js';
import type { DatasetSplitRow } from './dataset-split.entity.js';
import { DatasetSplitsService } from './dataset-splits.service.js';
import {
  addMembers,
  deleteSplits,
  insertSplit,
  type NewSplit,
  removeMembers,
  updateSplit,
} from './split-changes.queries.js';
import { existing, SplitMembersService } from './split-members.service.js';

/** What may be said of a split. */
export interface SplitDetails {
  name: string;
  description?: string | null;
  color: string;
  metadata?: JsonObject | null;
}

/** The changed details of a split. Undefined and null fields stay unchanged, except that a null description clears it. */
export type SplitPatch = { [Key in keyof SplitDetails]?: SplitDetails[Key] | null };

/** Examples that a split gains and loses, by global ids; one in both lists is lost. */
export interface MemberChanges {
  added: readonly string[];
  removed: readonly string[];
}

/** A split with the number of its examples in one dataset. */
export interface CountedSplit {
  split: DatasetSplitRow;
  exampleCount: number;
}

/** Makes, changes and deletes splits, for REST and GraphQL. */
@Injectable()
export class SplitChangesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly datasets: DatasetsService,
    private readonly examples: DatasetExamplesService,
    private readonly splits: DatasetSplitsService,
    private readonly members: SplitMembersService,
  ) {}

  /**
   * Makes a split of examples of any datasets, none unless given.
   * @throws DomainError BAD_USER_INPUT or NotFoundError for ids of no live example, ConflictError
   * when another split has the name.
   */
  async create(
    details: SplitDetails,
    caller: Identity,
    exampleGlobalIds: readonly string[] = [],
  ): Promise<{ split: DatasetSplitRow; examples: DatasetExampleRow[] }> {
    const ids = exampleGlobalIds.map((id) => requireRowId(id, 'DatasetExample'));
    const split = await this.write(details.name, async (tx) => {
      const members = await this.members.hold(tx, ids);
      const made = await insertSplit(tx, newSplit(details), caller.userId);
      await addMembers(tx, [made.id], members);
      return made;
    });
    return { split, examples: await this.examples.findByIds(ids) };
  }

  /**
   * Makes a split of examples of one dataset.
   * @param datasetIdentifier global id or name.
   * @throws UnprocessableError for ids of no example; NotFoundError for an unknown dataset, and for
   * examples that it does not hold; ConflictError when another split has the name.
   */
  async createIn(
    datasetIdentifier: string,
    details: SplitDetails,
    exampleGlobalIds: readonly string[],
    caller: Identity,
  ): Promise<CountedSplit> {
    const dataset = await this.datasets.resolve(datasetIdentifier);
    const ids = exampleGlobalIds.map((id) => rowIdInPath(id, 'DatasetExample', 'UNPROCESSABLE'));
    return this.write(details.name, async (tx) => {
      const members = await this.members.hold(tx, ids, dataset.id);
      const split = await insertSplit(tx, newSplit(details), caller.userId);
      await addMembers(tx, [split.id], members);
      return { split, exampleCount: members.length };
    });
  }

  /**
   * Says something else of a split.
   * @throws DomainError BAD_USER_INPUT for ids of anything else, NotFoundError if the
   * split does not exist, ConflictError when another one has the name.
   */
  async update(globalId: string, patch: SplitPatch): Promise<DatasetSplitRow> {
    const [split] = await this.splits.getAllByGlobalId([globalId]);
    await this.write(patch.name, (tx) => change(tx, split!.id, patch));
    const [changed] = await this.splits.getAllByGlobalId([globalId]);
    return changed!;
  }

  /**
   * Says something else of a split, and who of one dataset is in it, all or nothing.
   * @param datasetIdentifier global id or name.
   * @throws UnprocessableError for ids of anything else; NotFoundError for an unknown dataset or
   * split, and for examples that the dataset does not hold; ConflictError when another split has the
   * name.
   */
  async updateIn(
    datasetIdentifier: string,
    splitGlobalId: string,
    patch: SplitPatch,
    { added, removed }: MemberChanges,
  ): Promise<CountedSplit> {
    rowIdInPath(splitGlobalId, 'DatasetSplit', 'UNPROCESSABLE');
    const dataset = await this.datasets.resolve(datasetIdentifier);
    const { id } = await this.splits.get(splitGlobalId);
    await this.write(patch.name, async (tx) => {
      const leaving = await this.members.find(tx, removed, dataset.id);
      const left = new Set(leaving.map((member) => member.id));
      const coming = await this.members.find(tx, added, dataset.id);
      const staying = coming.filter((member) => !left.has(member.id)).map((member) => member.id);
      const members = await this.members.hold(tx, staying, dataset.id);
      await removeMembers(tx, id, leaving);
      await addMembers(tx, [id], members);
      await change(tx, id, patch);
    });
    const [exampleCount] = await this.splits.exampleCounts([id], dataset.id);
    return { split: await this.splits.get(splitGlobalId), exampleCount: exampleCount! };
  }

  /**
   * Deletes splits, all or none. Their examples stay.
   * @returns them as they were.
   * @throws DomainError BAD_USER_INPUT for ids of anything else, NotFoundError for unknown ones.
   */
  async deleteAll(globalIds: readonly string[]): Promise<DatasetSplitRow[]> {
    const splits = await this.splits.getAllByGlobalId(globalIds);
    const ids = splits.map((split) => split.id);
    return inRetriedTransaction(this.dataSource, (tx) => deleteSplits(tx, ids));
  }

  /**
   * Deletes a split everywhere. Its examples stay.
   * @param datasetIdentifier global id or name of any dataset.
   * @throws UnprocessableError for ids of anything else, NotFoundError for an unknown dataset or split.
   */
  async delete(datasetIdentifier: string, splitGlobalId: string): Promise<void> {
    rowIdInPath(splitGlobalId, 'DatasetSplit', 'UNPROCESSABLE');
    await this.datasets.resolve(datasetIdentifier);
    const { id } = await this.splits.get(splitGlobalId);
    await inRetriedTransaction(this.dataSource, (tx) => deleteSplits(tx, [id]));
  }

  /** Writes a split under a name that may be taken. */
  private async write<T>(
    name: string | null | undefined,
    work: (tx: EntityManager) => Promise<T>,
  ): Promise<T> {
    try {
      return await existing(() => inRetriedTransaction(this.dataSource, work));
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new ConflictError(`A dataset split named "${name}" already exists`);
    }
  }
}

async function change(tx: EntityManager, id: number, patch: SplitPatch): Promise<void> {
  const { name, description, color, metadata } = patch;
  const changes: Partial<NewSplit> = {
    ...(name != null && { name }),
    ...(color != null && { color }),
    ...(description !== undefined && { description: description || null }),
    ...(metadata != null && { metadata: payloadText(metadata) }),
  };
  if (Object.keys(changes).length > 0) await updateSplit(tx, id, changes);
}

function newSplit({ name, description, color, metadata }: SplitDetails): NewSplit {
  return {
    name,
    description: description || null,
    color,
    metadata: payloadText(metadata ?? {}),
  };
}
