import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SqlWhere } from '../../common/sql/sql-where.js';
import type { Slice } from '../datasets.queries.js';
import type { DatasetLabelRow } from './dataset-label.entity.js';

export const LABEL_COLUMNS = 'l.id, l.name, l.description, l.color';

/** SQL that reads labels and who bears them. */
@Injectable()
export class DatasetLabelsQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** By name; unknown ids are left out. */
  findByIds(
    ids: readonly number[],
    tx: EntityManager = this.dataSource.manager,
  ): Promise<DatasetLabelRow[]> {
    return tx.query(
      `SELECT ${LABEL_COLUMNS} FROM dataset_labels l WHERE l.id = ANY($1) ORDER BY l.name`,
      [ids],
    );
  }

  /** Newest first, beginning with the row `from` when there is one. */
  page(from: number | null, limit: number): Promise<DatasetLabelRow[]> {
    const where = new SqlWhere();
    if (from !== null) where.and(`l.id <= ${where.bind(from)}`);
    return this.dataSource.query(
      `SELECT ${LABEL_COLUMNS} FROM dataset_labels l ${where.toString()} ORDER BY l.id DESC LIMIT ${limit}`,
      where.parameters,
    );
  }

  /** By name. */
  slice(names: readonly string[] | null, { offset, limit }: Slice): Promise<DatasetLabelRow[]> {
    return this.dataSource.query(
      `SELECT ${LABEL_COLUMNS} FROM dataset_labels l WHERE $1::text[] IS NULL OR l.name = ANY($1)
        ORDER BY l.name OFFSET $2 LIMIT $3`,
      [names, offset, limit],
    );
  }

  async count(names: readonly string[] | null): Promise<number> {
    const [row] = await this.dataSource.query<[{ count: number }]>(
      `SELECT count(*) AS count FROM dataset_labels WHERE $1::text[] IS NULL OR name = ANY($1)`,
      [names],
    );
    return row.count;
  }

  /** The labels of each dataset, by name. */
  ofDatasets(datasetIds: readonly number[]): Promise<(DatasetLabelRow & { datasetId: number })[]> {
    return this.dataSource.query(
      `SELECT a.dataset_id AS "datasetId", ${LABEL_COLUMNS}
         FROM dataset_label_assignments a JOIN dataset_labels l ON l.id = a.label_id
        WHERE a.dataset_id = ANY($1) ORDER BY l.name`,
      [datasetIds],
    );
  }

  /** How many datasets bear each label; labels that none bears are left out. */
  usage(labelIds: readonly number[]): Promise<{ labelId: number; count: number }[]> {
    return this.dataSource.query(
      `SELECT label_id AS "labelId", count(*) AS count FROM dataset_label_assignments
        WHERE label_id = ANY($1) GROUP BY label_id`,
      [labelIds],
    );
  }
}
