import { toGlobalId } from '../../../common/ids/global-id.js';
import type { DatasetVersionRow } from '../dataset-version.entity.js';
import { DATASET_VERSION_TYPE } from '../graphql/dataset-version.type.js';

/** A version of a dataset in the REST API. */
export class DatasetVersionItem {
  /** Global id. */
  version_id: string;

  /** What was changed, in words of its author. */
  description: string | null;

  metadata: Record<string, unknown>;

  created_at: string;
}

/** A page of versions. */
export class DatasetVersionItemPage {
  data: DatasetVersionItem[];

  /** The `cursor` of the following page; null on the last one. */
  next_cursor: string | null;
}

export function toDatasetVersionItem(row: DatasetVersionRow): DatasetVersionItem {
  const { id, description, metadata, createdAt } = row;
  return {
    version_id: toGlobalId(DATASET_VERSION_TYPE, id),
    description,
    metadata: metadata as Record<string, unknown>,
    created_at: createdAt,
  };
}
