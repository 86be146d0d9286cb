import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** What experiments show besides their rows, for all experiments of a page at once. */
@Injectable()
export class ExperimentDetailsQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** The places of experiments among all of their dataset, counted from 1. */
  sequenceNumbers(ids: readonly number[]): Promise<{ id: number; sequenceNumber: number }[]> {
    return this.dataSource.query(
      `SELECT id, number AS "sequenceNumber" FROM (
         SELECT e.id, row_number() OVER (PARTITION BY e.dataset_id ORDER BY e.id) AS number
           FROM experiments e
          WHERE e.dataset_id IN (SELECT dataset_id FROM experiments WHERE id = ANY($1))) numbered
        WHERE id = ANY($1)`,
      [ids],
    );
  }

  /** When experiments were edited last, or got their newest run. */
  lastUpdates(ids: readonly number[]): Promise<{ id: number; at: string }[]> {
    return this.dataSource.query(
      `SELECT e.id, greatest(e.updated_at, newest.created_at) AS at FROM experiments e
         LEFT JOIN LATERAL (
           SELECT r.created_at FROM experiment_runs r WHERE r.experiment_id = e.id
            ORDER BY r.id DESC LIMIT 1) newest ON true
        WHERE e.id = ANY($1)`,
      [ids],
    );
  }

  /** The splits that experiments were limited to. */
  splitIds(ids: readonly number[]): Promise<{ experimentId: number; splitId: number }[]> {
    return this.dataSource.query(
      `SELECT experiment_id AS "experimentId", split_id AS "splitId" FROM experiment_splits
        WHERE experiment_id = ANY($1)`,
      [ids],
    );
  }
}
