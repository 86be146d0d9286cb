import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { DATASET_TYPE } from '../../dataset.entity.js';
import type { MergeOutcome } from '../../merging/dataset-merge.js';
import { DATASET_VERSION_TYPE } from '../../versions/dataset-version.entity.js';

/** The changes that an upload made. */
export class UploadedDataset {
  /** Global ID. */
  dataset_id: string;

  /** Global ID of the new version, or of the newest one if nothing changed. */
  version_id: string;

  num_created_examples: number;

  /** Examples whose content or splits changed. */
  num_updated_examples: number;

  num_deleted_examples: number;
}

export class UploadDatasetAnswer {
  data: UploadedDataset;
}

export function toUploadDatasetAnswer(outcome: MergeOutcome): UploadDatasetAnswer {
  return {
    data: {
      dataset_id: toGlobalId(DATASET_TYPE, outcome.datasetId),
      version_id: toGlobalId(DATASET_VERSION_TYPE, outcome.versionId),
      num_created_examples: outcome.createdCount,
      num_updated_examples: outcome.updatedCount,
      num_deleted_examples: outcome.deletedCount,
    },
  };
}
