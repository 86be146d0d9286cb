import { Injectable } from '@nestjs/common';
import { selectColumns } from '../../database/columns.js';
import { DatabaseWriter } from '../../database/database-writer.js';
import { SqlWhere } from '../../kernel/sql/sql-where.js';
import type { Slice } from '../datasets.service.js';
import { DatasetVersionEntity, type DatasetVersionRow } from './dataset-version.entity.js';

const VERSION_COLUMNS = selectColumns(DatasetVersionEntity, 'v');

/** SQL for versions of datasets. */
@Injectable()
export class DatasetVersionsQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Returns those that exist, in no particular order. */
  findByIds(ids: readonly number[]): Promise<DatasetVersionRow[]> {
    return this.database.query(
      `SELECT ${VERSION_COLUMNS} FROM dataset_versions v WHERE v.id = ANY($1)`,
      [ids],
    );
  }

  /** Newest first, starting with the row `from` if given. */
  page(datasetId: number, from: number | null, limit: number): Promise<DatasetVersionRow[]> {
    const where = new SqlWhere().andEqual('v.dataset_id', datasetId);
    if (from !== null) where.and(`v.id <= ${where.bind(from)}`);
    return this.database.query(
      `SELECT ${VERSION_COLUMNS} FROM dataset_versions v ${where.toString()}
        ORDER BY v.id DESC LIMIT ${limit}`,
      where.parameters,
    );
  }

  /** Lists the same part of the versions of each dataset, in order of creation or its reverse. */
  listSlices(
    datasetIds: readonly number[],
    direction: 'ASC' | 'DESC',
    { offset, limit }: Slice,
  ): Promise<DatasetVersionRow[]> {
    return this.database.query(
      `SELECT slice.* FROM unnest($1::bigint[]) AS d (id) CROSS JOIN LATERAL (
         SELECT ${VERSION_COLUMNS} FROM dataset_versions v WHERE v.dataset_id = d.id
          ORDER BY v.id ${direction} OFFSET $2 LIMIT $3) slice`,
      [datasetIds, offset, limit],
    );
  }

  /** Returns positions among all versions of a dataset, starting at 1, with an index-only scan. */
  readNumbers(ids: readonly number[]): Promise<{ id: number; number: number }[]> {
    return this.database.query(
      `SELECT id, number FROM (
         SELECT id, row_number() OVER (PARTITION BY dataset_id ORDER BY id) AS number
           FROM dataset_versions WHERE dataset_id = ANY(ARRAY(
             SELECT dataset_id FROM dataset_versions WHERE id = ANY($1)))) versions
        WHERE id = ANY($1)`,
      [ids],
    );
  }

  async count(datasetId: number): Promise<number> {
    const [row] = await this.database.query<[{ count: number }]>(
      'SELECT count(*) AS count FROM dataset_versions WHERE dataset_id = $1',
      [datasetId],
    );
    return row.count;
  }
}
