import { toGlobalId } from '../../kernel/ids/global-id.js';
import { DATASET_TYPE, type DatasetRow } from '../dataset.entity.js';

/** A dataset in the REST API. */
export class DatasetItem {
  /** Global ID. */
  id: string;

  /** Unique. */
  name: string;

  description: string | null;

  metadata: Record<string, unknown>;

  created_at: string;

  updated_at: string;

  /** Number of examples in the newest version. */
  example_count: number;
}

/** One dataset. */
export class DatasetAnswer {
  data: DatasetItem;
}

/** A page of datasets. */
export class DatasetItemPage {
  data: DatasetItem[];

  /** The `cursor` of the next page; null on the last page. */
  next_cursor: string | null;
}

export function toDatasetItem(row: DatasetRow, exampleCount: number): DatasetItem {
  const { id, name, description, metadata, createdAt, updatedAt } = row;
  return {
    id: toGlobalId(DATASET_TYPE, id),
    name,
    description,
    metadata: metadata as Record<string, unknown>,
    created_at: createdAt,
    updated_at: updatedAt,
    example_count: exampleCount,
  };
}
