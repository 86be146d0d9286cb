import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { NotFoundError } from '../../common/errors/errors.js';
import { requireRowId, rowIdInPath, toGlobalId } from '../../common/ids/global-id.js';
import { inOrderOf } from '../../common/graphql/loaders.js';
import { isForeignKeyViolation } from '../../database/db-errors.js';
import { inRetriedTransaction } from '../../database/retried-transaction.js';
import { DatasetsService } from '../datasets.service.js';
import type { DatasetExampleRow } from '../examples/dataset-example.entity.js';
import { DatasetExamplesService } from '../examples/dataset-examples.service.js';
import { DatasetSplitsService } from './dataset-splits.service.js';
import {
  addMembers,
  findMembers,
  holdDatasets,
  keepSplits,
  type MemberRow,
} from './split-changes.queries.js';

/** Says which examples are in which splits. */
@Injectable()
export class SplitMembersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly datasets: DatasetsService,
    private readonly examples: DatasetExamplesService,
    private readonly splits: DatasetSplitsService,
  ) {}

  /**
   * Puts examples into these splits and takes them out of all others, all or none of them.
   * @param datasetGlobalId the dataset that they must be of, when one is given.
   * @returns the examples in the order of their ids.
   * @throws DomainError BAD_USER_INPUT for ids of anything else, NotFoundError for unknown examples,
   * splits or datasets, and for examples of another dataset.
   */
  async set(
    exampleGlobalIds: readonly string[],
    splitGlobalIds: readonly string[],
    datasetGlobalId?: string | null,
  ): Promise<DatasetExampleRow[]> {
    const ids = exampleGlobalIds.map((id) => requireRowId(id, 'DatasetExample'));
    const splits = await this.splits.getAllByGlobalId(splitGlobalIds);
    const dataset = datasetGlobalId ? await this.datasets.getByGlobalId(datasetGlobalId) : null;
    const splitIds = splits.map((split) => split.id);
    await existing(() =>
      inRetriedTransaction(this.dataSource, async (tx) => {
        const members = await this.hold(tx, ids, dataset?.id);
        await keepSplits(tx, members, splitIds);
        await addMembers(tx, splitIds, members);
      }),
    );
    const rows = inOrderOf([...new Set(ids)], await this.examples.findByIds(ids), (row) => row.id);
    return rows.map((row) => {
      if (!row) throw new NotFoundError('An example has since been deleted.');
      return row;
    });
  }

  /**
   * Examples that are live, and stay so until the transaction ends.
   * @param datasetId what they must be of, when it is given.
   * @throws NotFoundError that names every other one.
   */
  async hold(tx: EntityManager, ids: readonly number[], datasetId?: number): Promise<MemberRow[]> {
    const wanted = [...new Set(ids)].toSorted((a, b) => a - b);
    const found = await findMembers(tx, wanted);
    await holdDatasets(
      tx,
      found.map((member) => member.datasetId),
    );
    // They may have been deleted while others held them.
    const members = (await findMembers(tx, wanted)).filter(
      (member) => member.isLive && (datasetId === undefined || member.datasetId === datasetId),
    );
    assertAll(wanted, members);
    return members;
  }

  /**
   * Examples of a dataset, deleted ones as well, by their global ids in a REST body.
   * @throws UnprocessableError for ids of anything else, NotFoundError that names every one which is
   * not of the dataset.
   */
  async find(
    tx: EntityManager,
    globalIds: readonly string[],
    datasetId: number,
  ): Promise<MemberRow[]> {
    const ids = globalIds.map((id) => rowIdInPath(id, 'DatasetExample', 'UNPROCESSABLE'));
    const found = ids.length === 0 ? [] : await findMembers(tx, ids);
    const members = found.filter((member) => member.datasetId === datasetId);
    assertAll(ids, members);
    return members;
  }
}

/** Writes what names splits and examples that may be deleted at the same moment. */
export async function existing<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    throw new NotFoundError('A split or an example has since been deleted.');
  }
}

function assertAll(ids: readonly number[], members: readonly MemberRow[]): void {
  const known = new Set(members.map((member) => member.id));
  const unknown = [...new Set(ids)].filter((id) => !known.has(id));
  if (unknown.length === 0) return;
  const named = unknown.map((id) => toGlobalId('DatasetExample', id));
  throw new NotFoundError(`The dataset holds no examples with these ids: ${named.join(', ')}`);
}
