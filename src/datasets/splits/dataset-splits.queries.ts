import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DatasetSplitRow } from './dataset-split.entity.js';

const SPLIT_COLUMNS = `s.id, s.name, s.description, s.color, s.metadata, s.user_id AS "userId",
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
        WHERE EXISTS (SELECT FROM dataset_split_examples m
                       WHERE m.split_id = s.id AND m.dataset_id = d.id)
        ORDER BY s.name`,
      [datasetIds],
    );
  }
}
