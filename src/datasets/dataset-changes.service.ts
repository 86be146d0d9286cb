import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Identity } from '../common/access/access.js';
import { ConflictError, NotFoundError } from '../common/errors/errors.js';
import { foldCase } from '../common/text/fold-case.js';
import { requireRowId, rowIdInPath } from '../common/ids/global-id.js';
import type { JsonObject } from '../common/json/json.js';
import { payloadText } from '../common/json/payload-text.js';
import { isUniqueViolation } from '../database/db-errors.js';
import { inRetriedTransaction } from '../database/retried-transaction.js';
import { ProjectDeletionsService } from '../projects/project-deletions.service.js';
import {
  deleteDataset,
  experimentProjects,
  insertDataset,
  lockDataset,
  updateDataset,
} from './dataset-changes.queries.js';
import type { DatasetRow } from './dataset.entity.js';
import { DatasetsService } from './datasets.service.js';

/** What may be said of a dataset. */
export interface DatasetDetails {
  name: string;
  description?: string | null;
  metadata?: JsonObject | null;
}

/** Makes, changes and deletes datasets, for REST and GraphQL. */
@Injectable()
export class DatasetChangesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly datasets: DatasetsService,
    private readonly projects: ProjectDeletionsService,
  ) {}

  /**
   * Makes a dataset without versions.
   * @throws ConflictError when another one has the name.
   */
  async create(details: DatasetDetails, caller: Identity): Promise<DatasetRow> {
    const { name, description, metadata } = details;
    const row = {
      name,
      nameFolded: foldCase(name),
      description: description ?? null,
      metadata: payloadText(metadata ?? {}),
      userId: caller.userId,
    };
    return this.named(name, () => insertDataset(this.dataSource.manager, row));
  }

  /**
   * Says something else of a dataset. An absent member is left alone, as a null name or metadata is;
   * a null description is none.
   * @throws NotFoundError if the dataset does not exist, ConflictError when another has the name.
   */
  async update(
    globalId: string,
    { name, description, metadata }: Partial<DatasetDetails>,
    caller: Identity,
  ): Promise<DatasetRow> {
    const { id } = await this.datasets.getByGlobalId(globalId);
    const patch = {
      ...(name != null && { name, nameFolded: foldCase(name) }),
      ...(description !== undefined && { description }),
      ...(metadata != null && { metadata: payloadText(metadata) }),
    };
    return this.named(name ?? '', async () => {
      const { manager } = this.dataSource;
      if (Object.keys(patch).length > 0) await updateDataset(manager, id, patch, caller.userId);
      return id;
    });
  }

  /**
   * Deletes the dataset that the address of a request names.
   * @throws UnprocessableError for ids of anything else, NotFoundError if the dataset does not exist.
   */
  async deleteByPath(globalId: string): Promise<void> {
    await this.delete(rowIdInPath(globalId, 'Dataset', 'UNPROCESSABLE'), globalId);
  }

  /**
   * The same for a GraphQL argument.
   * @returns the dataset as it was.
   * @throws DomainError BAD_USER_INPUT for ids of anything else, NotFoundError when there is none.
   */
  async deleteByGlobalId(globalId: string): Promise<DatasetRow> {
    return this.delete(requireRowId(globalId, 'Dataset'), globalId);
  }

  /**
   * With versions, examples and experiments. The projects that hold the traces of the experiments
   * follow in the background, as they may be large.
   */
  private async delete(id: number, globalId: string): Promise<DatasetRow> {
    const deleted = await inRetriedTransaction(this.dataSource, async (tx) => {
      const [dataset] = (await lockDataset(tx, id)) ? await this.datasets.findByIds([id], tx) : [];
      if (!dataset) throw new NotFoundError(`No dataset with id ${globalId} can be found.`);
      await this.projects.deleteLater(await experimentProjects(tx, id), tx);
      await deleteDataset(tx, id);
      return dataset;
    });
    this.projects.begin();
    return deleted;
  }

  /** Writes a dataset under a name that may be taken, and reads it. */
  private async named(name: string, write: () => Promise<number>): Promise<DatasetRow> {
    try {
      const [row] = await this.datasets.findByIds([await write()]);
      if (!row) throw new NotFoundError('The dataset has since been deleted.');
      return row;
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new ConflictError(`A dataset named "${name}" already exists`);
    }
  }
}
