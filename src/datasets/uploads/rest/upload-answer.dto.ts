import { toGlobalId } from '../../../common/ids/global-id.js';
import type { UploadOutcome } from '../../writing/dataset-upload.js';

/** What an upload has changed. */
export class UploadedDataset {
  /** Global id. */
  dataset_id: string;

  /** Global id of the version it made or, when nothing has changed, of the newest one. */
  version_id: string;

  num_created_examples: number;

  /** Examples whose content or splits have changed. */
  num_updated_examples: number;

  num_deleted_examples: number;
}

export class UploadDatasetAnswer {
  data: UploadedDataset;
}

export function toUploadDatasetAnswer(outcome: UploadOutcome): UploadDatasetAnswer {
  return {
    data: {
      dataset_id: toGlobalId('Dataset', outcome.datasetId),
      version_id: toGlobalId('DatasetVersion', outcome.versionId),
      num_created_examples: outcome.createdCount,
      num_updated_examples: outcome.updatedCount,
      num_deleted_examples: outcome.deletedCount,
    },
  };
}
