import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { selectColumns } from '../../database/columns.js';
import { DatabaseWriter } from '../../database/database-writer.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { payloadText } from '../../kernel/json/payload-text.js';
import { foldCase } from '../../kernel/text/fold-case.js';
import type { InputMapping } from '../evaluation/input-mapping.js';
import type { OutputConfig } from '../evaluation/output-config.js';
import { DatasetEvaluatorEntity } from './dataset-evaluator.entity.js';

/** A row as queries return it, with times as wire text. */
export type DatasetEvaluatorRow = Omit<
  DatasetEvaluatorEntity,
  'nameFolded' | 'outputConfigs' | 'inputMapping'
> & { outputConfigs: OutputConfig[] | null; inputMapping: InputMapping };

/** The columns by which the evaluators of a dataset can be sorted. */
const SORTS = {
  name: 'd.name',
  kind: '(SELECT e.kind FROM evaluators e WHERE e.id = d.evaluator_id)',
  createdAt: 'd.created_at',
  updatedAt: 'd.updated_at',
} as const;

/** Selects part of the evaluators of each dataset. */
export interface AttachedSlice {
  /** Part of the folded name; empty for any name. */
  foldedPart: string;
  column: keyof typeof SORTS;
  direction: 'ASC' | 'DESC';
  offset: number;
  limit: number;
}

export type Slice = Pick<AttachedSlice, 'offset' | 'limit'>;

/** The columns of an evaluator of a dataset that users edit. */
export interface AttachedContent {
  name: string;
  description: string | null;
  outputConfigs: OutputConfig[] | null;
  inputMapping: InputMapping;
}

const COLUMNS = selectColumns(DatasetEvaluatorEntity, 'd', { except: ['nameFolded'] });

/** SQL for the evaluators of datasets. */
@Injectable()
export class DatasetEvaluatorsQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Returns those that exist, in no particular order. */
  findByIds(
    ids: readonly number[],
    tx: EntityManager = this.database.manager,
  ): Promise<DatasetEvaluatorRow[]> {
    return tx.query(`SELECT ${COLUMNS} FROM dataset_evaluators d WHERE d.id = ANY($1)`, [ids]);
  }

  /** Lists the same part of the evaluators of each dataset. */
  slicesByDataset(
    datasetIds: readonly number[],
    { foldedPart, column, direction, offset, limit }: AttachedSlice,
  ): Promise<DatasetEvaluatorRow[]> {
    return this.database.query(
      `SELECT part.* FROM unnest($1::bigint[]) AS p (id) CROSS JOIN LATERAL (
         SELECT ${COLUMNS} FROM dataset_evaluators d
          WHERE d.dataset_id = p.id AND strpos(d.name_folded, $2) > 0
          ORDER BY ${SORTS[column]} ${direction}, d.id ${direction} OFFSET $3 LIMIT $4
       ) part`,
      [datasetIds, foldedPart, offset, limit],
    );
  }

  countsByDataset(
    datasetIds: readonly number[],
    foldedPart: string,
  ): Promise<{ id: number; count: number }[]> {
    return this.database.query(
      `SELECT d.dataset_id AS id, count(*) AS count FROM dataset_evaluators d
        WHERE d.dataset_id = ANY($1) AND strpos(d.name_folded, $2) > 0 GROUP BY d.dataset_id`,
      [datasetIds, foldedPart],
    );
  }

  /** Lists the same part of the uses of each evaluator, oldest first. */
  slicesByEvaluator(
    evaluatorIds: readonly number[],
    { offset, limit }: Slice,
  ): Promise<DatasetEvaluatorRow[]> {
    return this.database.query(
      `SELECT part.* FROM unnest($1::bigint[]) AS p (id) CROSS JOIN LATERAL (
         SELECT ${COLUMNS} FROM dataset_evaluators d
          WHERE d.evaluator_id = p.id ORDER BY d.id OFFSET $2 LIMIT $3
       ) part`,
      [evaluatorIds, offset, limit],
    );
  }

  /** Lists the same part of the datasets that use each evaluator, oldest first. */
  datasetSlices(
    evaluatorIds: readonly number[],
    { offset, limit }: Slice,
  ): Promise<{ evaluatorId: number; datasetId: number }[]> {
    return this.database.query(
      `SELECT p.id AS "evaluatorId", part.dataset_id AS "datasetId"
         FROM unnest($1::bigint[]) AS p (id) CROSS JOIN LATERAL (
           SELECT DISTINCT d.dataset_id FROM dataset_evaluators d
            WHERE d.evaluator_id = p.id ORDER BY d.dataset_id OFFSET $2 LIMIT $3
         ) part`,
      [evaluatorIds, offset, limit],
    );
  }

  /** Returns how often each evaluator is used, and in how many datasets. */
  countsByEvaluator(
    evaluatorIds: readonly number[],
  ): Promise<{ id: number; uses: number; datasets: number }[]> {
    return this.database.query(
      `SELECT d.evaluator_id AS id, count(*) AS uses, count(DISTINCT d.dataset_id) AS datasets
         FROM dataset_evaluators d WHERE d.evaluator_id = ANY($1) GROUP BY d.evaluator_id`,
      [evaluatorIds],
    );
  }

  /** Finds rows and locks them until the transaction ends, always in the same order. */
  lock(tx: EntityManager, ids: readonly number[]): Promise<DatasetEvaluatorRow[]> {
    return tx.query(
      `SELECT ${COLUMNS} FROM dataset_evaluators d WHERE d.id = ANY($1) ORDER BY d.id FOR UPDATE`,
      [ids],
    );
  }

  /** Returns the row ID, or null if the dataset has the maximum number of evaluators. */
  async insert(
    tx: EntityManager,
    content: AttachedContent,
    row: { datasetId: number; evaluatorId: number; projectName: string; userId: number | null },
    maximum: number,
  ): Promise<number | null> {
    const [inserted] = await tx.query<{ id: number }[]>(
      `INSERT INTO dataset_evaluators (name, name_folded, description, output_configs,
              input_mapping, dataset_id, evaluator_id, project_name, user_id)
       SELECT $1, $2, $3, $4::json, $5::json, $6, $7, $8, $9
        WHERE (SELECT count(*) FROM dataset_evaluators WHERE dataset_id = $6) < $10
       RETURNING id`,
      [...valuesOf(content), row.datasetId, row.evaluatorId, row.projectName, row.userId, maximum],
    );
    return inserted?.id ?? null;
  }

  async update(tx: EntityManager, id: number, content: AttachedContent): Promise<void> {
    await tx.query(
      `UPDATE dataset_evaluators
          SET name = $1, name_folded = $2, description = $3, output_configs = $4,
              input_mapping = $5, updated_at = now()
        WHERE id = $6`,
      [...valuesOf(content), id],
    );
  }

  async delete(tx: EntityManager, ids: readonly number[]): Promise<void> {
    await tx.query('DELETE FROM dataset_evaluators WHERE id = ANY($1)', [ids]);
  }
}

function valuesOf({ name, description, outputConfigs, inputMapping }: AttachedContent): unknown[] {
  const configs = outputConfigs as unknown as JsonObject[] | null;
  const mapping = inputMapping as unknown as JsonObject;
  const texts = [configs && payloadText(configs), payloadText(mapping)];
  return [name, foldCase(name), description, ...texts];
}
