import { toGlobalId } from '../../../common/ids/global-id.js';
import type { DatasetLabelRow } from '../dataset-label.entity.js';
import { DATASET_LABEL_TYPE } from '../graphql/dataset-label.type.js';

/** A label for datasets in the REST API. */
export class DatasetLabelItem {
  /** Global id. */
  id: string;

  /** Unique. */
  name: string;

  description: string | null;

  /** `#rrggbb`, in lower case. */
  color: string;
}

/** One label. */
export class DatasetLabelAnswer {
  data: DatasetLabelItem;
}

/** The labels of a dataset, newest first. */
export class DatasetLabelsAnswer {
  data: DatasetLabelItem[];
}

/** A page of labels. */
export class DatasetLabelItemPage {
  data: DatasetLabelItem[];

  /** The `cursor` of the following page; null on the last one. */
  next_cursor: string | null;
}

export function toDatasetLabelItem(row: DatasetLabelRow): DatasetLabelItem {
  const { id, name, description, color } = row;
  return { id: toGlobalId(DATASET_LABEL_TYPE, id), name, description, color };
}
