import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Identity } from '../../common/access/access.js';
import { ConflictError, NotFoundError, UnprocessableError } from '../../common/errors/errors.js';
import { requireRowId, rowIdInPath, toGlobalId } from '../../common/ids/global-id.js';
import { isForeignKeyViolation, isUniqueViolation } from '../../database/db-errors.js';
import { inRetriedTransaction } from '../../database/retried-transaction.js';
import type { DatasetRow } from '../dataset.entity.js';
import { DatasetsService } from '../datasets.service.js';
import type { DatasetLabelRow } from './dataset-label.entity.js';
import { DatasetLabelsQueries } from './dataset-labels.queries.js';
import { DatasetLabelsService, noSuchLabel } from './dataset-labels.service.js';
import {
  assignLabels,
  deleteLabels,
  insertLabel,
  keepLabels,
  unassignLabel,
  updateLabel,
} from './label-changes.queries.js';

/** What may be said of a label. */
export interface LabelDetails {
  name: string;
  description?: string | null;
  /** `#rrggbb` */
  color: string;
}

/** Makes, changes and deletes labels, and puts them on datasets, for REST and GraphQL. */
@Injectable()
export class LabelChangesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly queries: DatasetLabelsQueries,
    private readonly labels: DatasetLabelsService,
    private readonly datasets: DatasetsService,
  ) {}

  /**
   * Makes a label, which the datasets of these global ids then bear.
   * @throws DomainError BAD_USER_INPUT or NotFoundError for ids of no dataset, ConflictError when
   * another label has the name.
   */
  async create(
    { name, description, color }: LabelDetails,
    caller: Identity,
    datasetGlobalIds: readonly string[] = [],
  ): Promise<{ label: DatasetLabelRow; datasets: DatasetRow[] }> {
    const datasets = await this.datasets.getAllByGlobalId(datasetGlobalIds);
    const details = { name, description: description ?? null, color };
    return named(name, () =>
      this.dataSource.transaction(async (tx) => {
        const label = await insertLabel(tx, details, caller.userId);
        await assignLabels(tx, idsOf(datasets), [label.id]);
        return { label, datasets };
      }),
    );
  }

  /**
   * Says something else of a label. An absent member is left alone, as a null name or color is; a
   * null description is none.
   * @throws UnprocessableError when nothing is said, and for ids of anything else; NotFoundError when
   * the label does not exist, ConflictError when another one has the name.
   */
  async update(
    globalId: string,
    details: { [Key in keyof LabelDetails]?: LabelDetails[Key] | null },
  ): Promise<DatasetLabelRow> {
    const id = rowIdInPath(globalId, 'DatasetLabel', 'UNPROCESSABLE');
    const { description } = details;
    const name = details.name ?? undefined;
    const color = details.color ?? undefined;
    if (name === undefined && color === undefined && description === undefined) {
      throw new UnprocessableError('Give a name, a color or a description to change.');
    }
    const patch = { name, color, description };
    const label = await named(name ?? '', () => updateLabel(this.dataSource.manager, id, patch));
    if (!label) throw noSuchLabel(globalId);
    return label;
  }

  /**
   * Deletes a label everywhere.
   * @throws UnprocessableError for ids of anything else, NotFoundError if the label does not exist.
   */
  async delete(globalId: string): Promise<void> {
    const id = rowIdInPath(globalId, 'DatasetLabel', 'UNPROCESSABLE');
    const [deleted] = await deleteLabels(this.dataSource.manager, [id]);
    if (!deleted) throw noSuchLabel(globalId);
  }

  /**
   * Deletes labels everywhere, all or none.
   * @returns them as they were.
   * @throws DomainError BAD_USER_INPUT for ids of anything else, NotFoundError for unknown labels.
   */
  async deleteAll(globalIds: readonly string[]): Promise<DatasetLabelRow[]> {
    const ids = rowIdsOf(globalIds);
    return inRetriedTransaction(this.dataSource, async (tx) => {
      await this.assertAll(ids, tx);
      return deleteLabels(tx, ids);
    });
  }

  /**
   * Puts a label on a dataset, which may bear it already.
   * @throws UnprocessableError for the id of no label, NotFoundError for an unknown dataset or label.
   */
  async assign(datasetIdentifier: string, labelGlobalId: string): Promise<DatasetLabelRow> {
    rowIdInPath(labelGlobalId, 'DatasetLabel', 'UNPROCESSABLE');
    const dataset = await this.datasets.resolve(datasetIdentifier);
    const label = await this.labels.get(labelGlobalId);
    await existing(() => assignLabels(this.dataSource.manager, [dataset.id], [label.id]));
    return label;
  }

  /**
   * Takes a label from a dataset, whether it bears it or not.
   * @throws UnprocessableError for the id of no label, NotFoundError for an unknown dataset.
   */
  async unassign(datasetIdentifier: string, labelGlobalId: string): Promise<void> {
    const labelId = rowIdInPath(labelGlobalId, 'DatasetLabel', 'UNPROCESSABLE');
    const dataset = await this.datasets.resolve(datasetIdentifier);
    await unassignLabel(this.dataSource.manager, dataset.id, labelId);
  }

  /**
   * Has a dataset bear these labels and no others.
   * @returns the labels, newest first.
   * @throws UnprocessableError for ids of anything else, NotFoundError for an unknown dataset or
   * label; then nothing has changed.
   */
  async replace(
    datasetIdentifier: string,
    labelGlobalIds: readonly string[],
  ): Promise<DatasetLabelRow[]> {
    const ids = labelGlobalIds.map((id) => rowIdInPath(id, 'DatasetLabel', 'UNPROCESSABLE'));
    const dataset = await this.datasets.resolve(datasetIdentifier);
    await this.set(dataset.id, ids);
    return this.labels.ofDatasetRow(dataset.id);
  }

  /**
   * The same for GraphQL arguments.
   * @throws DomainError BAD_USER_INPUT for ids of anything else, NotFoundError for an unknown dataset
   * or label; then nothing has changed.
   */
  async replaceByGlobalIds(
    datasetGlobalId: string,
    labelGlobalIds: readonly string[],
  ): Promise<DatasetRow> {
    const ids = rowIdsOf(labelGlobalIds);
    const dataset = await this.datasets.getByGlobalId(datasetGlobalId);
    await this.set(dataset.id, ids);
    return dataset;
  }

  private async set(datasetId: number, labelIds: readonly number[]): Promise<void> {
    await this.assertAll(labelIds);
    await existing(() =>
      inRetriedTransaction(this.dataSource, async (tx: EntityManager) => {
        await keepLabels(tx, datasetId, labelIds);
        await assignLabels(tx, [datasetId], labelIds);
      }),
    );
  }

  private async assertAll(ids: readonly number[], tx?: EntityManager): Promise<void> {
    const known = new Set((await this.queries.findByIds(ids, tx)).map((label) => label.id));
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length === 0) return;
    throw noSuchLabel(unknown.map((id) => toGlobalId('DatasetLabel', id)).join(', '));
  }
}

function rowIdsOf(globalIds: readonly string[]): number[] {
  return [...new Set(globalIds.map((id) => requireRowId(id, 'DatasetLabel')))];
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

/** Writes a label under a name that may be taken. */
async function named<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isForeignKeyViolation(error)) throw gone();
    if (!isUniqueViolation(error)) throw error;
    throw new ConflictError(`A dataset label named "${name}" already exists`);
  }
}

/** Writes what names a dataset and labels that may be deleted at the same moment. */
async function existing(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw isForeignKeyViolation(error) ? gone() : error;
  }
}

function gone(): NotFoundError {
  return new NotFoundError('The dataset or a label has since been deleted.');
}
