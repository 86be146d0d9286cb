import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../database/database-writer.js';
import type { DatasetSplitRow } from './dataset-split.entity.js';
import { SPLIT_COLUMNS } from './dataset-splits.queries.js';

/** An example that a split may contain. */
export interface SplitMemberRow {
  id: number;
  datasetId: number;
  isLive: boolean;
}

/** SQL for the examples in splits. */
@Injectable()
export class SplitMembersQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Counts the examples in each split, of one dataset or of all. Leaves out empty splits. */
  countExamples(
    splitIds: readonly number[],
    datasetId: number | null,
  ): Promise<{ splitId: number; count: number }[]> {
    return this.database.query(
      `SELECT split_id AS "splitId", count(*) AS count FROM dataset_split_examples
        WHERE split_id = ANY($1) AND ($2::bigint IS NULL OR dataset_id = $2)
        GROUP BY split_id`,
      [splitIds, datasetId],
    );
  }

  /** Lists the splits of each example, sorted by name. */
  listByExample(
    exampleIds: readonly number[],
  ): Promise<(DatasetSplitRow & { exampleId: number })[]> {
    return this.database.query(
      `SELECT m.example_id AS "exampleId", ${SPLIT_COLUMNS}
         FROM dataset_split_examples m JOIN dataset_splits s ON s.id = m.split_id
        WHERE m.example_id = ANY($1) ORDER BY s.name`,
      [exampleIds],
    );
  }

  /** Lists the splits that contain examples of each dataset, sorted by name. */
  listByDataset(
    datasetIds: readonly number[],
  ): Promise<(DatasetSplitRow & { datasetId: number })[]> {
    return this.database.query(
      `SELECT d.id AS "datasetId", ${SPLIT_COLUMNS}
         FROM unnest($1::bigint[]) AS d (id) CROSS JOIN dataset_splits s
        CROSS JOIN LATERAL (
          -- One index lookup per split, whatever its size.
          SELECT FROM dataset_split_examples m
           WHERE m.split_id = s.id AND m.dataset_id = d.id LIMIT 1) AS member
        ORDER BY s.name`,
      [datasetIds],
    );
  }

  /**
   * Lists splits that contain examples of a dataset, newest first. Starts with the row `from` if
   * given.
   */
  listPageOfDataset(
    datasetId: number,
    from: number | null,
    limit: number,
  ): Promise<DatasetSplitRow[]> {
    return this.database.query(
      `SELECT ${SPLIT_COLUMNS} FROM dataset_splits s
        WHERE ($2::bigint IS NULL OR s.id <= $2) AND EXISTS (
          SELECT FROM dataset_split_examples m
           WHERE m.split_id = s.id AND m.dataset_id = $1)
        ORDER BY s.id DESC LIMIT $3`,
      [datasetId, from, limit],
    );
  }

  /** Returns those that exist, in no particular order. */
  findExamples(tx: EntityManager, ids: readonly number[]): Promise<SplitMemberRow[]> {
    return tx.query(
      `SELECT id, dataset_id AS "datasetId", is_live AS "isLive" FROM dataset_examples
        WHERE id = ANY($1)`,
      [ids],
    );
  }

  /** Prevents other changes to the examples of datasets until the transaction ends. */
  async lockDatasets(tx: EntityManager, ids: Iterable<number>): Promise<void> {
    await tx.query('SELECT FROM datasets WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', [
      [...new Set(ids)],
    ]);
  }

  /** Skips examples that are already in a split. */
  async add(
    tx: EntityManager,
    splitIds: readonly number[],
    members: readonly SplitMemberRow[],
  ): Promise<void> {
    await tx.query(
      `INSERT INTO dataset_split_examples (split_id, dataset_id, example_id)
       SELECT s.id, e.dataset_id, e.id
         FROM unnest($1::bigint[]) AS s (id)
        CROSS JOIN unnest($2::bigint[], $3::bigint[]) AS e (id, dataset_id)
       ON CONFLICT DO NOTHING`,
      [splitIds, members.map(({ id }) => id), members.map(({ datasetId }) => datasetId)],
    );
  }

  async remove(
    tx: EntityManager,
    splitId: number,
    members: readonly SplitMemberRow[],
  ): Promise<void> {
    await tx.query(
      'DELETE FROM dataset_split_examples WHERE split_id = $1 AND example_id = ANY($2)',
      [splitId, members.map(({ id }) => id)],
    );
  }

  /** Removes examples from every split except these. */
  async removeFromOthers(
    tx: EntityManager,
    splitIds: readonly number[],
    members: readonly SplitMemberRow[],
  ): Promise<void> {
    await tx.query(
      `DELETE FROM dataset_split_examples
        WHERE example_id = ANY($1) AND split_id <> ALL($2::bigint[])`,
      [members.map(({ id }) => id), splitIds],
    );
  }
}
