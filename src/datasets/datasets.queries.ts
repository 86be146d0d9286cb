import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SqlWhere } from '../common/sql/sql-where.js';
import type { DatasetRow } from './dataset.entity.js';

const DATASET_COLUMNS = `d.id, d.name, d.description, d.metadata, d.user_id AS "userId",
  d.updated_by AS "updatedBy", d.created_at AS "createdAt", d.updated_at AS "updatedAt"`;

/** Which datasets a list shows. */
export interface DatasetFilter {
  /** Part of the folded name; empty for all. */
  foldedPart: string;
  /** Row ids of labels, any of which the dataset bears; null for all datasets. */
  labelIds: readonly number[] | null;
}

export interface DatasetOrder {
  column: 'createdAt' | 'name';
  direction: 'ASC' | 'DESC';
}

/** Where a list is read: `offset` rows are left out, then at most `limit` are read. */
export interface Slice {
  offset: number;
  limit: number;
}

const SORT_COLUMNS = {
  createdAt: ['d.created_at', 'd.id'],
  name: ['d.name_folded', 'd.name', 'd.id'],
};

/** SQL that reads datasets. */
@Injectable()
export class DatasetsQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** In no particular order; unknown ids are left out. */
  findByIds(
    ids: readonly number[],
    tx: EntityManager = this.dataSource.manager,
  ): Promise<DatasetRow[]> {
    return tx.query(`SELECT ${DATASET_COLUMNS} FROM datasets d WHERE d.id = ANY($1)`, [ids]);
  }

  async findByName(name: string): Promise<DatasetRow | null> {
    const [row] = await this.dataSource.query<DatasetRow[]>(
      `SELECT ${DATASET_COLUMNS} FROM datasets d WHERE d.name = $1`,
      [name],
    );
    return row ?? null;
  }

  /** Newest first, beginning with the row `from` when there is one. */
  page(from: number | null, limit: number, name: string | undefined): Promise<DatasetRow[]> {
    const where = new SqlWhere().andEqual('d.name', name);
    if (from !== null) where.and(`d.id <= ${where.bind(from)}`);
    return this.dataSource.query(
      `SELECT ${DATASET_COLUMNS} FROM datasets d ${where.toString()} ORDER BY d.id DESC LIMIT ${limit}`,
      where.parameters,
    );
  }

  slice(order: DatasetOrder, filter: DatasetFilter, slice: Slice): Promise<DatasetRow[]> {
    const where = conditions(filter);
    const sorted = SORT_COLUMNS[order.column].map((column) => `${column} ${order.direction}`);
    return this.dataSource.query(
      `SELECT ${DATASET_COLUMNS} FROM datasets d ${where.toString()}
        ORDER BY ${sorted.join(', ')} OFFSET ${where.bind(slice.offset)} LIMIT ${where.bind(slice.limit)}`,
      where.parameters,
    );
  }

  /** When any dataset, version or experiment changed last; null without any. */
  async lastUpdatedAt(): Promise<string | null> {
    const [row] = await this.dataSource.query<[{ at: string | null }]>(
      `SELECT greatest(
                (SELECT max(updated_at) FROM datasets),
                (SELECT created_at FROM dataset_versions ORDER BY id DESC LIMIT 1),
                (SELECT max(updated_at) FROM experiments)) AS at`,
    );
    return row.at;
  }

  async count(filter: DatasetFilter): Promise<number> {
    const where = conditions(filter);
    const [row] = await this.dataSource.query<[{ count: number }]>(
      `SELECT count(*) AS count FROM datasets d ${where.toString()}`,
      where.parameters,
    );
    return row.count;
  }
}

function conditions({ foldedPart, labelIds }: DatasetFilter): SqlWhere {
  const where = new SqlWhere();
  // Not LIKE, in which % and _ would mean something.
  if (foldedPart) where.and(`strpos(d.name_folded, ${where.bind(foldedPart)}) > 0`);
  if (labelIds) {
    where.and(
      `d.id IN (SELECT a.dataset_id FROM dataset_label_assignments a
                 WHERE a.label_id = ANY(${where.bind(labelIds)}))`,
    );
  }
  return where;
}
