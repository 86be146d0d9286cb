import { Injectable } from '@nestjs/common';
import { type BatchLoader, inGroups, inOrderOf } from '../../../common/graphql/loaders.js';
import { type Experiment, toExperiment } from '../../graphql/experiment.type.js';
import type { ExperimentRow } from '../../experiment.entity.js';
import type { ExperimentFilter, Slice } from '../../experiments.queries.js';
import { ExperimentsService } from '../../experiments.service.js';
import { ExperimentTagsService } from '../../tags/experiment-tags.service.js';
import { DatasetExperimentsQueries } from '../dataset-experiments.queries.js';

interface CountKey {
  datasetId: number;
  filter: ExperimentFilter;
}

interface SliceKey extends CountKey {
  slice: Slice;
}

/** The experiments of datasets; datasets that ask for the same part are read together. */
@Injectable()
export class DatasetExperimentsLoaders {
  constructor(
    private readonly queries: DatasetExperimentsQueries,
    private readonly experiments: ExperimentsService,
    private readonly tags: ExperimentTagsService,
  ) {}

  readonly slices: BatchLoader<SliceKey, ExperimentRow[]> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) =>
      inGroups(
        keys,
        ({ filter, slice }) => JSON.stringify([filter, slice]),
        async (group, { filter, slice }) => {
          const ids = group.map(({ datasetId }) => datasetId);
          const rows = await this.queries.slices(ids, filter, slice);
          const byDataset = Map.groupBy(rows, ({ datasetId }) => datasetId);
          return ids.map((id) => byDataset.get(id) ?? []);
        },
      ),
  };

  readonly counts: BatchLoader<CountKey, number> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) =>
      inGroups(
        keys,
        ({ filter }) => JSON.stringify(filter),
        async (group, { filter }) => {
          const ids = group.map(({ datasetId }) => datasetId);
          const rows = await this.queries.counts(ids, filter);
          return inOrderOf(ids, rows, ({ datasetId }) => datasetId).map((row) => row?.count ?? 0);
        },
      ),
  };

  /** By the row id of the dataset. */
  readonly baselines: BatchLoader<number, Experiment | null> = {
    batch: async (datasetIds) => {
      const tags = await this.tags.baselinesOf(datasetIds);
      const ids = tags.map(({ experimentId }) => experimentId);
      const rows = ids.length === 0 ? [] : await this.experiments.findByIds(ids);
      return inOrderOf(datasetIds, rows.map(toExperiment), ({ datasetRowId }) => datasetRowId);
    },
  };
}
