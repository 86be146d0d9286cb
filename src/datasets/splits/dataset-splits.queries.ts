import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Slice } from '../datasets.queries.js';
import type { DatasetSplitRow } from './dataset-split.entity.js';

export const SPLIT_COLUMNS = `s.id, s.name, s.description, s.color, s.metadata, s.user_id AS "userId",
  s.created_at AS "createdAt", s.updated_at AS "updatedAt"`;

/** SQL that reads splits and who is in them. */
@Injectable()
export class DatasetSplitsQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** By name; unknown ids are left out. */
  findByIds(ids: readonly number[]): Promise<DatasetSplitRow[]> {
    return this.dataSource.query(
      `SELECT ${SPLIT_COLUMNS} FROM dataset_splits s WHERE s.id = ANY($1) ORDER BY s.name`,
      [ids],
    );
  }

  /** By name; unknown names are left out. */
  findByNames(names: readonly string[]): Promise<DatasetSplitRow[]> {
    return this.dataSource.query(
      `SELECT ${SPLIT_COLUMNS} FROM dataset_splits s WHERE s.name = ANY($1) ORDER BY s.name`,
      [names],
    );
  }

  /** By name. */
  slice(names: readonly string[] | null, { offset, limit }: Slice): Promise<DatasetSplitRow[]> {
    return this.dataSource.query(
      `SELECT ${SPLIT_COLUMNS} FROM dataset_splits s WHERE $1::text[] IS NULL OR s.name = ANY($1)
        ORDER BY s.name OFFSET $2 LIMIT $3`,
      [names, offset, limit],
    );
  }

  async count(names: readonly string[] | null): Promise<number> {
    const [row] = await this.dataSource.query<[{ count: number }]>(
      `SELECT count(*) AS count FROM dataset_splits WHERE $1::text[] IS NULL OR name = ANY($1)`,
      [names],
    );
    return row.count;
  }

  /** How many examples each split has, of one dataset or of all; empty splits are left out. */
  exampleCounts(
    splitIds: readonly number[],
    datasetId: number | null,
  ): Promise<{ splitId: number; count: number }[]> {
    return this.dataSource.query(
      `SELECT split_id AS "splitId", count(*) AS count FROM dataset_split_examples
        WHERE split_id = ANY($1) AND ($2::bigint IS NULL OR dataset_id = $2)
        GROUP BY split_id`,
      [splitIds, datasetId],
    );
  }

  /** The splits of each example, by name. */
  ofExamples(exampleIds: readonly number[]): Promise<(DatasetSplitRow & { exampleId: number })[]> {
    return this.dataSource.query(
      `SELECT m.example_id AS "exampleId", ${SPLIT_COLUMNS}
         FROM dataset_split_examples m JOIN dataset_splits s ON s.id = m.split_id
        WHERE m.example_id = ANY($1) ORDER BY s.name`,
      [exampleIds],
    );
  }

  /** The splits that have examples of each dataset, by name. */
  ofDatasets(datasetIds: readonly number[]): Promise<(DatasetSplitRow & { datasetId: number })[]> {
    return this.dataSource.query(
      `SELECT d.id AS "datasetId", ${SPLIT_COLUMNS}
         FROM unnest($1::bigint[]) AS d (id) CROSS JOIN dataset_splits s
        CROSS JOIN LATERAL (
          -- One look into the index for each split, however large it is.
          SELECT FROM dataset_split_examples m
           WHERE m.split_id = s.id AND m.dataset_id = d.id LIMIT 1) AS member
        ORDER BY s.name`,
      [datasetIds],
    );
  }
}
