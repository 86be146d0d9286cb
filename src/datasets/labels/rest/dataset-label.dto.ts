import { toGlobalId } from '../../../kernel/ids/global-id.js';
import type { LabelRow } from '../../../labels/labels.service.js';
import { DATASET_LABEL_TYPE } from '../dataset-label.entity.js';

/** A dataset label in the REST API. */
export class DatasetLabelItem {
  /** Global ID. */
  id: string;

  /** Unique. */
  name: string;

  description: string | null;

  /** `#rrggbb`, in lowercase. */
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

  /** The `cursor` of the next page; null on the last page. */
  next_cursor: string | null;
}

export function toDatasetLabelItem(row: LabelRow): DatasetLabelItem {
  const { id, name, description, color } = row;
  return { id: toGlobalId(DATASET_LABEL_TYPE, id), name, description, color };
}
