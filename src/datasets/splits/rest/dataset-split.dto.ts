import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { DATASET_SPLIT_TYPE } from '../dataset-split.entity.js';
import type { CountedSplit } from '../split-members.service.js';

/** A split in the REST API. */
export class DatasetSplitItem {
  /** Global ID. */
  id: string;

  /** Unique on the server. */
  name: string;

  description: string | null;

  color: string;

  metadata: Record<string, unknown>;

  /** Number of examples of this dataset in the split. */
  example_count: number;

  created_at: string;

  updated_at: string;
}

/** One split. */
export class DatasetSplitAnswer {
  data: DatasetSplitItem;
}

/** A page of splits. */
export class DatasetSplitItemPage {
  data: DatasetSplitItem[];

  /** The `cursor` of the next page; null on the last page. */
  next_cursor: string | null;
}

export function toDatasetSplitItem({ split, exampleCount }: CountedSplit): DatasetSplitItem {
  const { id, name, description, color, metadata, createdAt, updatedAt } = split;
  return {
    id: toGlobalId(DATASET_SPLIT_TYPE, id),
    name,
    description,
    color,
    metadata: metadata as Record<string, unknown>,
    example_count: exampleCount,
    created_at: createdAt,
    updated_at: updatedAt,
  };
}
