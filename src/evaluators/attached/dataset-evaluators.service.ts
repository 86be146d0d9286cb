import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { foldCase } from '../../kernel/text/fold-case.js';
import { isStorable } from '../../kernel/validation/storable.js';
import {
  type AttachedSlice,
  type DatasetEvaluatorRow,
  DatasetEvaluatorsQueries,
  type Slice,
} from './dataset-evaluators.queries.js';

export type { DatasetEvaluatorRow, Slice } from './dataset-evaluators.queries.js';

/** Type name in the global ID of an evaluator of a dataset. */
export const DATASET_EVALUATOR_TYPE = 'DatasetEvaluator';

/** Selects part of the evaluators of a dataset. */
export interface AttachedPage extends Omit<AttachedSlice, 'foldedPart'> {
  /** Part of the name, ignoring case; null for all. */
  name: string | null;
}

/** Lists and finds the evaluators of datasets. All ids are row IDs. */
@Injectable()
export class DatasetEvaluatorsService {
  constructor(private readonly queries: DatasetEvaluatorsQueries) {}

  /** Returns those that exist, in no particular order. */
  findByIds(ids: readonly number[]): Promise<DatasetEvaluatorRow[]> {
    return this.queries.findByIds(ids);
  }

  /** @throws NotFoundError, also for those of other datasets. */
  async get(id: number, datasetId: number): Promise<DatasetEvaluatorRow> {
    const [row] = await this.queries.findByIds([id]);
    if (row?.datasetId === datasetId) return row;
    throw evaluatorNotFound([id]);
  }

  /** Lists the same part of the evaluators of each dataset. */
  async listByDataset(
    datasetIds: readonly number[],
    { name, ...slice }: AttachedPage,
  ): Promise<DatasetEvaluatorRow[][]> {
    const part = toPart(name);
    const rows =
      part === null
        ? []
        : await this.queries.slicesByDataset(datasetIds, { ...slice, foldedPart: part });
    const byDataset = Map.groupBy(rows, ({ datasetId }) => datasetId);
    return datasetIds.map((id) => byDataset.get(id) ?? []);
  }

  /** Counts the evaluators of each dataset. */
  async countByDataset(datasetIds: readonly number[], name: string | null): Promise<number[]> {
    const part = toPart(name);
    const rows = part === null ? [] : await this.queries.countsByDataset(datasetIds, part);
    const counts = new Map(rows.map(({ id, count }) => [id, count]));
    return datasetIds.map((id) => counts.get(id) ?? 0);
  }

  /** Lists the same part of the uses of each evaluator, oldest first. */
  async listByEvaluator(
    evaluatorIds: readonly number[],
    slice: Slice,
  ): Promise<DatasetEvaluatorRow[][]> {
    const rows = await this.queries.slicesByEvaluator(evaluatorIds, slice);
    const byEvaluator = Map.groupBy(rows, ({ evaluatorId }) => evaluatorId);
    return evaluatorIds.map((id) => byEvaluator.get(id) ?? []);
  }

  /** Lists the row IDs of the same part of the datasets that use each evaluator, oldest first. */
  async listDatasets(evaluatorIds: readonly number[], slice: Slice): Promise<number[][]> {
    const rows = await this.queries.datasetSlices(evaluatorIds, slice);
    const byEvaluator = Map.groupBy(rows, ({ evaluatorId }) => evaluatorId);
    return evaluatorIds.map((id) => (byEvaluator.get(id) ?? []).map((row) => row.datasetId));
  }

  /** Returns how often each evaluator is used, and in how many datasets. */
  async countByEvaluator(
    evaluatorIds: readonly number[],
  ): Promise<{ uses: number; datasets: number }[]> {
    const rows = await this.queries.countsByEvaluator(evaluatorIds);
    const counts = new Map(rows.map((row) => [row.id, row]));
    return evaluatorIds.map((id) => counts.get(id) ?? { uses: 0, datasets: 0 });
  }
}

export function evaluatorNotFound(ids: readonly number[]): NotFoundError {
  const names = ids.map((id) => `"${toGlobalId(DATASET_EVALUATOR_TYPE, id)}"`);
  return new NotFoundError(
    `${names.length === 1 ? 'Evaluator' : 'Evaluators'} ${names.join(', ')} not found.`,
  );
}

/** Null if no name can match. */
function toPart(name: string | null): string | null {
  return name !== null && !isStorable(name) ? null : foldCase(name ?? '');
}
