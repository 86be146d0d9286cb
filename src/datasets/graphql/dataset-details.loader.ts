import { Injectable } from '@nestjs/common';
import { type BatchLoader, inGroups, inOrderOf } from '../../common/graphql/loaders.js';
import type { Slice } from '../datasets.queries.js';
import { DatasetDetailsQueries } from '../dataset-details.queries.js';
import type { DatasetLabelRow } from '../labels/dataset-label.entity.js';
import { DatasetLabelsQueries } from '../labels/dataset-labels.queries.js';
import type { DatasetSplitRow } from '../splits/dataset-split.entity.js';
import { DatasetSplitsQueries } from '../splits/dataset-splits.queries.js';
import type { DatasetVersionRow } from '../versions/dataset-version.entity.js';
import { DatasetVersionsQueries } from '../versions/dataset-versions.queries.js';

/** A part of the versions of a dataset. */
export interface VersionsKey {
  datasetId: number;
  direction: 'ASC' | 'DESC';
  slice: Slice;
}

/** What datasets show besides their rows, by row id. */
@Injectable()
export class DatasetDetailsLoaders {
  constructor(
    private readonly queries: DatasetDetailsQueries,
    private readonly versionQueries: DatasetVersionsQueries,
    private readonly splitQueries: DatasetSplitsQueries,
    private readonly labelQueries: DatasetLabelsQueries,
  ) {}

  /** Null for a dataset that is gone. */
  readonly lastUpdated: BatchLoader<number, string | null> = {
    batch: async (ids) => {
      const rows = inOrderOf(ids, await this.queries.lastUpdated(ids), (row) => row.datasetId);
      return rows.map((row) => row?.at ?? null);
    },
  };

  /** Null for a dataset without versions. */
  readonly newestVersion: BatchLoader<number, DatasetVersionRow | null> = {
    batch: async (ids) =>
      inOrderOf(ids, await this.versionQueries.newestOf(ids), (version) => version.datasetId),
  };

  readonly versions: BatchLoader<VersionsKey, DatasetVersionRow[]> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) =>
      inGroups(
        keys,
        ({ direction, slice }) => JSON.stringify([direction, slice]),
        async (group, { direction, slice }) => {
          const ids = group.map((key) => key.datasetId);
          const rows = await this.versionQueries.slices(ids, direction, slice);
          const byDataset = Map.groupBy(rows, (row) => row.datasetId);
          return ids.map((id) => byDataset.get(id) ?? []);
        },
      ),
  };

  /** The splits that examples of a dataset are in, by name. */
  readonly splits: BatchLoader<number, DatasetSplitRow[]> = {
    batch: async (ids) => {
      const rows = await this.splitQueries.ofDatasets(ids);
      const byDataset = Map.groupBy(rows, (row) => row.datasetId);
      return ids.map((id) => byDataset.get(id) ?? []);
    },
  };

  /** The labels that a dataset bears, by name. */
  readonly labels: BatchLoader<number, DatasetLabelRow[]> = {
    batch: async (ids) => {
      const rows = await this.labelQueries.ofDatasets(ids);
      const byDataset = Map.groupBy(rows, (row) => row.datasetId);
      return ids.map((id) => byDataset.get(id) ?? []);
    },
  };
}
