import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { DATASET_VERSION_TYPE, type DatasetVersionRow } from '../dataset-version.entity.js';

/** A version of a dataset in the REST API. */
export class DatasetVersionItem {
  /** Global ID. */
  version_id: string;

  /** The author's description of the changes. */
  description: string | null;

  metadata: Record<string, unknown>;

  created_at: string;
}

/** A page of versions. */
export class DatasetVersionItemPage {
  data: DatasetVersionItem[];

  /** The `cursor` of the next page; null on the last page. */
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
