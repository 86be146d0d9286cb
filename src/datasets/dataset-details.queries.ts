import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** SQL of what datasets show besides their rows, for many at once. */
@Injectable()
export class DatasetDetailsQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** When each dataset, its versions or its experiments changed last. */
  lastUpdated(datasetIds: readonly number[]): Promise<{ datasetId: number; at: string }[]> {
    return this.dataSource.query(
      `SELECT d.id AS "datasetId", greatest(
                d.updated_at,
                (SELECT v.created_at FROM dataset_versions v
                  WHERE v.dataset_id = d.id ORDER BY v.id DESC LIMIT 1),
                (SELECT max(e.updated_at) FROM experiments e WHERE e.dataset_id = d.id)) AS at
         FROM datasets d WHERE d.id = ANY($1)`,
      [datasetIds],
    );
  }
}
