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
}
