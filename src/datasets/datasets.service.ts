import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../database/database-writer.js';
import type { Identity } from '../kernel/access/access.js';
import { ProjectAccessReader } from '../kernel/access/project-access.js';
import { ConflictError, NotFoundError } from '../kernel/errors/errors.js';
import { findRowId, toGlobalId } from '../kernel/ids/global-id.js';
import type { JsonObject } from '../kernel/json/json.js';
import { payloadText } from '../kernel/json/payload-text.js';
import { cutPage, type RestPage } from '../kernel/pagination/page.js';
import { foldCase } from '../kernel/text/fold-case.js';
import { isStorable } from '../kernel/validation/storable.js';
import { isUniqueViolation } from '../kernel/errors/database-errors.js';
import { ProjectDeletionsService } from '../projects/project-deletions.service.js';
import { ProjectsService } from '../projects/projects.service.js';
import { DATASET_TYPE, type DatasetRow } from './dataset.entity.js';
import {
  type DatasetFilter,
  type DatasetOrder,
  DatasetsQueries,
  type Slice,
} from './datasets.queries.js';

export { DATASET_TYPE } from './dataset.entity.js';
export type { Slice } from './datasets.queries.js';

/** Default page size of the REST list. */
const DEFAULT_LIMIT = 10;

/** Maximum rows in a page, even if the request asks for more. The cursor continues the list. */
const MAX_LIMIT = 10_000;

/** Selects the datasets in a list. An absent field matches all. */
export interface DatasetSearch {
  /** Part of the name, ignoring case in any script. */
  name?: string | null;
  /** Row IDs of labels of which a dataset must have at least one. */
  labelIds?: readonly number[] | null;
}

/** A dataset to create. */
export interface NewDataset {
  name: string;
  description?: string | null;
  metadata?: JsonObject | null;
  /** Global ID of the project that it belongs to; null for none. */
  projectId?: string | null;
}

/**
 * Changes to a dataset. Absent fields, and a null name or metadata, stay unchanged; a null
 * description or project removes it.
 */
export type DatasetPatch = { [Key in keyof NewDataset]?: NewDataset[Key] | null };

/** Finds, creates, changes and deletes datasets. All ids are row IDs. */
@Injectable()
export class DatasetsService {
  private readonly stopWork: ((datasetId: number) => Promise<void>)[] = [];

  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: DatasetsQueries,
    private readonly projects: ProjectsService,
    private readonly projectDeletions: ProjectDeletionsService,
    private readonly access: ProjectAccessReader,
  ) {}

  /** Returns those that exist, in no particular order. */
  findByIds(ids: readonly number[]): Promise<DatasetRow[]> {
    return this.queries.findByIds(ids);
  }

  /** Compares the name exactly, including case. */
  async findByName(name: string): Promise<DatasetRow | null> {
    return isStorable(name) ? this.queries.findByName(name) : null;
  }

  /**
   * @param shownId how the error names the dataset.
   * @throws NotFoundError
   */
  async get(id: number, shownId = toGlobalId(DATASET_TYPE, id)): Promise<DatasetRow> {
    const [dataset] = await this.queries.findByIds([id]);
    if (!dataset) throw datasetNotFound(shownId);
    return dataset;
  }

  /** Returns them in no particular order. @throws NotFoundError that names the unknown ones. */
  async getAll(ids: readonly number[]): Promise<DatasetRow[]> {
    const rows = ids.length === 0 ? [] : await this.queries.findByIds(ids);
    const known = new Set(rows.map(({ id }) => id));
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length === 0) return rows;
    throw datasetNotFound(unknown.map((id) => toGlobalId(DATASET_TYPE, id)).join(', '));
  }

  /**
   * Gets the dataset that a REST path identifies.
   * @param identifier global ID, or exact name, even one that reads as the ID of no dataset.
   * @throws NotFoundError
   */
  async resolve(identifier: string): Promise<DatasetRow> {
    const id = findRowId(identifier, DATASET_TYPE);
    const [byId] = id === null ? [] : await this.queries.findByIds([id]);
    const dataset = byId ?? (await this.findByName(identifier));
    if (dataset) return dataset;
    throw id === null
      ? new NotFoundError(`Dataset "${identifier}" not found.`)
      : datasetNotFound(identifier);
  }

  /**
   * Reads how a request names examples: by global IDs, or by the external IDs that they were uploaded with.
   * @returns row IDs by name. Leaves out names that are neither; whether global IDs exist is not checked.
   */
  async findExamples(datasetId: number, names: readonly string[]): Promise<Map<string, number>> {
    const rowIds = new Map<string, number>();
    for (const name of names) {
      const id = findRowId(name, 'DatasetExample');
      if (id !== null) rowIds.set(name, id);
    }
    const external = names.filter((name) => !rowIds.has(name) && isStorable(name));
    if (external.length > 0) {
      const found = await this.queries.findByExternalIds(datasetId, external);
      for (const { id, externalId } of found) rowIds.set(externalId, id);
    }
    return rowIds;
  }

  /**
   * One page, newest first.
   * @param from the first dataset of the page; null starts with the newest.
   * @param name exact, including case.
   */
  async list(
    from: number | null,
    limit = DEFAULT_LIMIT,
    name?: string,
  ): Promise<RestPage<DatasetRow>> {
    if (name !== undefined && !isStorable(name)) return { rows: [], nextCursor: null };
    const size = Math.min(limit, MAX_LIMIT);
    const rows = await this.queries.page(from, size + 1, name);
    return cutPage(rows, size, DATASET_TYPE);
  }

  async listSlice(order: DatasetOrder, search: DatasetSearch, slice: Slice): Promise<DatasetRow[]> {
    const filter = toFilter(search);
    return filter ? this.queries.listSlice(order, filter, slice) : [];
  }

  async count(search: DatasetSearch = {}): Promise<number> {
    const filter = toFilter(search);
    return filter ? this.queries.count(filter) : 0;
  }

  /**
   * Returns when any dataset, its examples or its experiments last changed; null if there are none.
   */
  findLastChange(): Promise<string | null> {
    return this.queries.findLastChange();
  }

  /**
   * Returns when each dataset, its examples or its experiments last changed; null for unknown ids.
   */
  async findLastChanges(ids: readonly number[]): Promise<(string | null)[]> {
    const rows = await this.queries.findLastChanges(ids);
    const times = new Map(rows.map(({ datasetId, at }) => [datasetId, at]));
    return ids.map((id) => times.get(id) ?? null);
  }

  /** Returns the current number of examples in each dataset. */
  async countExamples(ids: readonly number[]): Promise<number[]> {
    const rows = await this.queries.countExamples(ids);
    const counts = new Map(rows.map(({ datasetId, count }) => [datasetId, count]));
    return ids.map((id) => counts.get(id) ?? 0);
  }

  /**
   * Creates a dataset without versions.
   * @throws ConflictError if the name is taken, NotFoundError or BadRequestError for the project.
   */
  async create(
    { name, description, metadata, projectId }: NewDataset,
    { userId }: Identity,
  ): Promise<DatasetRow> {
    const row = {
      name,
      nameFolded: foldCase(name),
      description: description ?? null,
      metadata: payloadText(metadata ?? {}),
      projectId: await this.projects.getOwnerId(projectId),
      userId,
    };
    const id = await refuseTakenName(name, () => this.queries.insert(row));
    return this.get(id);
  }

  /** @throws NotFoundError, ConflictError if the name is taken, BadRequestError for the project. */
  async update(
    id: number,
    { name, description, metadata, projectId }: DatasetPatch,
    { userId }: Identity,
  ): Promise<DatasetRow> {
    const dataset = await this.get(id);
    const columns = {
      ...(name != null && { name, nameFolded: foldCase(name) }),
      ...(description !== undefined && { description }),
      ...(metadata != null && { metadata: payloadText(metadata) }),
    };
    if (projectId !== undefined) {
      const owner = await this.projects.getOwnerId(projectId);
      await this.database.inTransaction((tx) => this.queries.move(tx, id, owner));
      // The projects with the traces of its experiments follow it.
      this.access.forget();
    }
    if (Object.keys(columns).length === 0) return projectId === undefined ? dataset : this.get(id);
    await refuseTakenName(name, () => this.queries.update(id, columns, userId));
    return this.get(id);
  }

  /** Makes a dataset and all that belongs to it belong to a project, by row IDs. */
  move(tx: EntityManager, id: number, projectId: number | null): Promise<void> {
    return this.queries.move(tx, id, projectId);
  }

  /** Registers what must stop before a dataset is deleted, such as the experiments that run on it. */
  registerStop(stop: (datasetId: number) => Promise<void>): void {
    this.stopWork.push(stop);
  }

  /**
   * Deletes a dataset with its versions, examples, experiments and evaluators. The projects with
   * their traces are deleted in the background, because they may be large. The prompts of evaluators
   * stay.
   * @param shownId how the error names the dataset.
   * @returns the deleted dataset.
   * @throws NotFoundError
   */
  async delete(id: number, shownId = toGlobalId(DATASET_TYPE, id)): Promise<DatasetRow> {
    for (const stop of this.stopWork) await stop(id);
    const deleted = await this.database.inTransaction(async (tx: EntityManager) => {
      const [dataset] = (await this.queries.lock(tx, id))
        ? await this.queries.findByIds([id], tx)
        : [];
      if (!dataset) throw datasetNotFound(shownId);
      const projects = await this.queries.findProjects(tx, id);
      await this.projectDeletions.deleteLater(projects, tx);
      await this.queries.delete(tx, id);
      return dataset;
    });
    this.projectDeletions.begin();
    return deleted;
  }
}

/** The contract fixes this text. */
function datasetNotFound(shownId: string): NotFoundError {
  return new NotFoundError(`No dataset with id ${shownId} can be found.`);
}

async function refuseTakenName<T>(
  name: string | null | undefined,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ConflictError(`Dataset "${name}" already exists.`);
  }
}

/** Null if no dataset can match. */
function toFilter({ name, labelIds }: DatasetSearch): DatasetFilter | null {
  if (name && !isStorable(name)) return null;
  return { foldedPart: foldCase(name ?? ''), labelIds: labelIds?.length ? labelIds : null };
}
