import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { NotFoundError } from '../common/errors/errors.js';
import { foldCase } from '../common/text/fold-case.js';
import { parseCursor, requireRowId, rowIdInPath, rowIdOf } from '../common/ids/global-id.js';
import { isStorable } from '../common/validation/storable.js';
import type { DatasetRow } from './dataset.entity.js';
import {
  type DatasetFilter,
  type DatasetOrder,
  DatasetsQueries,
  type Slice,
} from './datasets.queries.js';

const DEFAULT_LIMIT = 10;

/** Rows that one page holds at most, whatever is asked for; the cursor leads on. */
const MAX_LIMIT = 10_000;

/** Which datasets somebody asks for; an absent member leaves nothing out. */
export interface DatasetSearch {
  /** Part of the name, in any case of any script. */
  name?: string | null;
  /** Global ids of labels, any of which the dataset bears. */
  labelIds?: readonly string[] | null;
}

export interface DatasetPage {
  rows: DatasetRow[];
  /** The dataset that opens the following page. */
  next: DatasetRow | null;
}

/** Finds datasets, for REST and GraphQL. */
@Injectable()
export class DatasetsService {
  constructor(private readonly queries: DatasetsQueries) {}

  /** In no particular order; unknown ids are left out. */
  findByIds(ids: readonly number[], tx?: EntityManager): Promise<DatasetRow[]> {
    return this.queries.findByIds(ids, tx);
  }

  /** The name is compared exactly, with case. */
  async findByName(name: string): Promise<DatasetRow | null> {
    return isStorable(name) ? this.queries.findByName(name) : null;
  }

  /**
   * The dataset of a global id in the address of a request.
   * @throws UnprocessableError for a text that is no global id, NotFoundError for the id of something
   * else and if the dataset does not exist.
   */
  async get(globalId: string): Promise<DatasetRow> {
    return this.require(rowIdInPath(globalId, 'Dataset', 'NOT_FOUND'), globalId);
  }

  /**
   * The dataset of a global id in a GraphQL argument.
   * @throws DomainError BAD_USER_INPUT for any other text, NotFoundError when there is none.
   */
  async getByGlobalId(globalId: string): Promise<DatasetRow> {
    return this.require(requireRowId(globalId, 'Dataset'), globalId);
  }

  /**
   * The same for several, each once.
   * @throws DomainError BAD_USER_INPUT for any other text, NotFoundError when one is missing.
   */
  async getAllByGlobalId(globalIds: readonly string[]): Promise<DatasetRow[]> {
    const wanted = new Map(globalIds.map((text) => [requireRowId(text, 'Dataset'), text]));
    const rows = wanted.size === 0 ? [] : await this.queries.findByIds([...wanted.keys()]);
    for (const { id } of rows) wanted.delete(id);
    if (wanted.size > 0) throw noSuchDataset([...wanted.values()].join(', '));
    return rows;
  }

  /**
   * The dataset that an identifier of an address means: a global id, else an exact name.
   * @throws NotFoundError when there is none.
   */
  async resolve(identifier: string): Promise<DatasetRow> {
    const id = rowIdOf(identifier, 'Dataset');
    if (id !== null) return this.require(id, identifier);
    const dataset = await this.findByName(identifier);
    if (!dataset) throw new NotFoundError(`No dataset named ${identifier} can be found.`);
    return dataset;
  }

  /**
   * Newest first.
   * @param cursor `next` of the previous page, as a global id.
   * @param name exact, with case.
   * @throws UnprocessableError for a cursor that is no global id.
   */
  async page(
    cursor: string | undefined,
    limit = DEFAULT_LIMIT,
    name?: string,
  ): Promise<DatasetPage> {
    const size = Math.min(limit, MAX_LIMIT);
    const from = parseCursor(cursor);
    if (name !== undefined && !isStorable(name)) return { rows: [], next: null };
    const rows = await this.queries.page(from, size + 1, name);
    return { rows: rows.slice(0, size), next: rows[size] ?? null };
  }

  /** A part of the list by position. */
  async slice(order: DatasetOrder, search: DatasetSearch, slice: Slice): Promise<DatasetRow[]> {
    const filter = filterOf(search);
    return filter ? this.queries.slice(order, filter, slice) : [];
  }

  async count(search: DatasetSearch = {}): Promise<number> {
    const filter = filterOf(search);
    return filter ? this.queries.count(filter) : 0;
  }

  /** When any dataset, its examples or experiments changed last; null without any. */
  lastUpdatedAt(): Promise<string | null> {
    return this.queries.lastUpdatedAt();
  }

  private async require(id: number, globalId: string): Promise<DatasetRow> {
    const [dataset] = await this.queries.findByIds([id]);
    if (!dataset) throw noSuchDataset(globalId);
    return dataset;
  }
}

function noSuchDataset(globalId: string): NotFoundError {
  return new NotFoundError(`No dataset with id ${globalId} can be found.`);
}

/** Null when nothing can be meant. */
function filterOf({ name, labelIds }: DatasetSearch): DatasetFilter | null {
  if (name && !isStorable(name)) return null;
  return {
    foldedPart: foldCase(name ?? ''),
    labelIds: labelIds?.length ? labelIds.map((id) => requireRowId(id, 'DatasetLabel')) : null,
  };
}
