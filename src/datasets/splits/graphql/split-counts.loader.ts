import { Injectable } from '@nestjs/common';
import { type BatchLoader, inGroups } from '../../../common/graphql/loaders.js';
import { DatasetSplitsService } from '../dataset-splits.service.js';

export interface SplitCountKey {
  splitId: number;
  /** Null for the examples of all datasets. */
  datasetId: number | null;
}

/** How many examples a split has now. */
@Injectable()
export class SplitCountsLoader implements BatchLoader<SplitCountKey, number> {
  constructor(private readonly splits: DatasetSplitsService) {}

  cacheKey({ splitId, datasetId }: SplitCountKey): string {
    return `${splitId} ${datasetId}`;
  }

  batch(keys: readonly SplitCountKey[]): Promise<number[]> {
    return inGroups(
      keys,
      ({ datasetId }) => String(datasetId),
      (group, { datasetId }) =>
        this.splits.exampleCounts(
          group.map((key) => key.splitId),
          datasetId,
        ),
    );
  }
}
