import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { selectColumns } from '../database/columns.js';
import { DatabaseWriter } from '../database/database-writer.js';
import { SqlWhere } from '../kernel/sql/sql-where.js';
import { DatasetEntity, type DatasetRow } from './dataset.entity.js';

const DATASET_COLUMNS = selectColumns(DatasetEntity, 'd', { except: ['nameFolded'] });

/** SQL of the sort columns of datasets. The id breaks ties. */
const SORT_COLUMNS = {
  createdAt: ['d.created_at', 'd.id'],
  name: ['d.name_folded', 'd.name', 'd.id'],
};

export interface DatasetOrder {
  column: keyof typeof SORT_COLUMNS;
  direction: 'ASC' | 'DESC';
}

/** Selects the datasets in a list. */
export interface DatasetFilter {
  /** Part of the folded name; empty matches all. */
  foldedPart: string;
  /** Row IDs of labels of which a dataset must have at least one; null matches all. */
  labelIds: readonly number[] | null;
}

/** Part of a list: skips `offset` rows, then reads at most `limit`. */
export interface Slice {
  offset: number;
  limit: number;
}

/** The columns of a new dataset; JSON as text. */
export interface NewDatasetRow {
  name: string;
  nameFolded: string;
  description: string | null;
  metadata: string;
  projectId: number | null;
  userId: number | null;
}

/** SQL for datasets. */
@Injectable()
export class DatasetsQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Returns those that exist, in no particular order. */
  findByIds(
    ids: readonly number[],
    tx: EntityManager = this.database.manager,
  ): Promise<DatasetRow[]> {
    return tx.query(`SELECT ${DATASET_COLUMNS} FROM datasets d WHERE d.id = ANY($1)`, [ids]);
  }

  /** The examples of a dataset with these external IDs, deleted ones too, in no particular order. */
  findByExternalIds(
    datasetId: number,
    externalIds: readonly string[],
  ): Promise<{ id: number; externalId: string }[]> {
    return this.database.query(
      `SELECT id, external_id AS "externalId" FROM dataset_examples
        WHERE dataset_id = $1 AND external_id = ANY($2)`,
      [datasetId, externalIds],
    );
  }

  async findByName(name: string): Promise<DatasetRow | null> {
    const [row] = await this.database.query<DatasetRow[]>(
      `SELECT ${DATASET_COLUMNS} FROM datasets d WHERE d.name = $1`,
      [name],
    );
    return row ?? null;
  }

  /** Newest first, starting with the row `from` if given. */
  page(from: number | null, limit: number, name: string | undefined): Promise<DatasetRow[]> {
    const where = new SqlWhere().andEqual('d.name', name);
    if (from !== null) where.and(`d.id <= ${where.bind(from)}`);
    return this.database.query(
      `SELECT ${DATASET_COLUMNS} FROM datasets d ${where.toString()} ORDER BY d.id DESC LIMIT ${limit}`,
      where.parameters,
    );
  }

  listSlice(order: DatasetOrder, filter: DatasetFilter, slice: Slice): Promise<DatasetRow[]> {
    const where = whereMatching(filter);
    const sorted = SORT_COLUMNS[order.column].map((column) => `${column} ${order.direction}`);
    return this.database.query(
      `SELECT ${DATASET_COLUMNS} FROM datasets d ${where.toString()}
        ORDER BY ${sorted.join(', ')} OFFSET ${where.bind(slice.offset)} LIMIT ${where.bind(slice.limit)}`,
      where.parameters,
    );
  }

  async count(filter: DatasetFilter): Promise<number> {
    const where = whereMatching(filter);
    const [row] = await this.database.query<[{ count: number }]>(
      `SELECT count(*) AS count FROM datasets d ${where.toString()}`,
      where.parameters,
    );
    return row.count;
  }

  /** Returns when any dataset, version or experiment last changed; null if there are none. */
  async findLastChange(): Promise<string | null> {
    const [row] = await this.database.query<[{ at: string | null }]>(
      `SELECT greatest(
                (SELECT max(updated_at) FROM datasets),
                (SELECT created_at FROM dataset_versions ORDER BY id DESC LIMIT 1),
                (SELECT max(updated_at) FROM experiments)) AS at`,
    );
    return row.at;
  }

  /** Returns when each dataset, its versions or its experiments last changed. */
  findLastChanges(datasetIds: readonly number[]): Promise<{ datasetId: number; at: string }[]> {
    return this.database.query(
      `SELECT d.id AS "datasetId", greatest(
                d.updated_at,
                (SELECT v.created_at FROM dataset_versions v
                  WHERE v.dataset_id = d.id ORDER BY v.id DESC LIMIT 1),
                (SELECT max(e.updated_at) FROM experiments e WHERE e.dataset_id = d.id)) AS at
         FROM datasets d WHERE d.id = ANY($1)`,
      [datasetIds],
    );
  }

  /**
   * Counts the examples in the newest version of each dataset. Leaves out datasets without
   * versions.
   */
  countExamples(datasetIds: readonly number[]): Promise<{ datasetId: number; count: number }[]> {
    return this.database.query(
      `SELECT d.id AS "datasetId", newest.example_count AS count
         FROM unnest($1::bigint[]) AS d (id) CROSS JOIN LATERAL (
           SELECT v.example_count FROM dataset_versions v WHERE v.dataset_id = d.id
            ORDER BY v.id DESC LIMIT 1) newest`,
      [datasetIds],
    );
  }

  /** Returns the row ID. */
  async insert({
    name,
    nameFolded,
    description,
    metadata,
    projectId,
    userId,
  }: NewDatasetRow): Promise<number> {
    const [row] = await this.database.query<[{ id: number }]>(
      `INSERT INTO datasets (name, name_folded, description, metadata, user_id, updated_by, project_id)
       VALUES ($1, $2, $3, $4, $5, $5, $6) RETURNING id`,
      [name, nameFolded, description, metadata, userId, projectId],
    );
    return row.id;
  }

  /** Leaves absent columns unchanged. */
  async update(
    id: number,
    { name, nameFolded, description, metadata }: Partial<NewDatasetRow>,
    userId: number | null,
  ): Promise<void> {
    await this.database.query(
      `UPDATE datasets
          SET name = coalesce($2, name), name_folded = coalesce($3, name_folded),
              description = CASE WHEN $4 THEN $5 ELSE description END,
              metadata = coalesce($6::json, metadata),
              updated_by = $7, updated_at = now()
        WHERE id = $1`,
      [id, name, nameFolded, description !== undefined, description, metadata, userId],
    );
  }

  /**
   * Makes a dataset belong to a project, with the prompts of its evaluators, and with the projects that
   * have the traces of its experiments and evaluators.
   * @param projectId null for none.
   */
  async move(tx: EntityManager, id: number, projectId: number | null): Promise<void> {
    await tx.query('UPDATE datasets SET project_id = $2 WHERE id = $1', [id, projectId]);
    await tx.query(
      `UPDATE prompts SET project_id = $2 WHERE id IN (
         SELECT e.prompt_id FROM dataset_evaluators v JOIN evaluators e ON e.id = v.evaluator_id
          WHERE v.dataset_id = $1 AND e.owns_prompt)`,
      [id, projectId],
    );
    await tx.query(
      `UPDATE projects SET parent_id = $2
        WHERE name = ANY ($1) AND name NOT IN ('default', 'playground')`,
      [await this.findProjects(tx, id), projectId],
    );
  }

  /**
   * Waits for all writers of a dataset, and locks it until the transaction ends. Returns false if
   * the dataset does not exist.
   */
  async lock(tx: EntityManager, id: number): Promise<boolean> {
    const rows: unknown[] = await tx.query('SELECT FROM datasets WHERE id = $1 FOR UPDATE', [id]);
    return rows.length > 0;
  }

  /** Lists the names of the projects with the traces of a dataset's experiments and evaluators. */
  async findProjects(tx: EntityManager, datasetId: number): Promise<string[]> {
    const rows = await tx.query<{ name: string }[]>(
      `SELECT project_name AS name FROM experiments
        WHERE dataset_id = $1 AND project_name IS NOT NULL
       UNION SELECT project_name FROM dataset_evaluators WHERE dataset_id = $1
       ORDER BY name`,
      [datasetId],
    );
    return rows.map((row) => row.name);
  }

  /**
   * Deletes a dataset with everything that points to it. Foreign keys would delete row by row. One
   * statement per table takes a fraction of that time, and leaves the foreign keys nothing to
   * delete.
   */
  async delete(tx: EntityManager, id: number): Promise<void> {
    for (const statement of DELETIONS) await tx.query(statement, [id]);
  }
}

const EXPERIMENTS = 'SELECT id FROM experiments WHERE dataset_id = $1';
const DELETIONS = [
  `DELETE FROM experiment_run_annotations WHERE experiment_id IN (${EXPERIMENTS})`,
  `DELETE FROM experiment_runs WHERE experiment_id IN (${EXPERIMENTS})`,
  'DELETE FROM experiments WHERE dataset_id = $1',
  `DELETE FROM dataset_split_examples
    WHERE split_id IN (SELECT id FROM dataset_splits) AND dataset_id = $1`,
  `DELETE FROM dataset_example_revisions
    WHERE example_id IN (SELECT id FROM dataset_examples WHERE dataset_id = $1)`,
  // An evaluator that asks a model goes with the last dataset or rule that uses it.
  `DELETE FROM evaluators WHERE kind = 'LLM'
      AND id IN (SELECT evaluator_id FROM dataset_evaluators WHERE dataset_id = $1)
      AND NOT spandrel_uses_evaluator(id, $1)`,
  // Without the dataset, everyone could see what was uploaded.
  `DELETE FROM dataset_uploads WHERE dataset_id = $1
      AND EXISTS (SELECT FROM datasets WHERE id = $1 AND project_id IS NOT NULL)`,
  'DELETE FROM datasets WHERE id = $1',
];

function whereMatching({ foldedPart, labelIds }: DatasetFilter): SqlWhere {
  const where = new SqlWhere();
  // Not LIKE, which would treat % and _ as wildcards.
  if (foldedPart) where.and(`strpos(d.name_folded, ${where.bind(foldedPart)}) > 0`);
  if (labelIds) {
    where.and(
      `d.id IN (SELECT a.dataset_id FROM dataset_label_assignments a
                 WHERE a.label_id = ANY(${where.bind(labelIds)}))`,
    );
  }
  return where;
}
