import { Injectable } from '@nestjs/common';
import { type BatchLoader, sortByKeys, createLoaderById } from '../../../kernel/graphql/loaders.js';
import { ExperimentsService } from '../../experiments.service.js';
import { type Experiment, toExperiment } from '../../graphql/experiment.type.js';
import type { ExperimentTagEntity } from '../experiment-tag.entity.js';
import { ExperimentTagsService } from '../experiment-tags.service.js';
import { type ExperimentTag, toExperimentTag } from './experiment-tag.type.js';

/** Loads tags and baselines, for all experiments or datasets of a page at once. */
@Injectable()
export class ExperimentTagsLoaders {
  readonly byId: BatchLoader<number, ExperimentTag | null>;

  constructor(
    private readonly tags: ExperimentTagsService,
    private readonly experiments: ExperimentsService,
  ) {
    this.byId = createLoaderById((ids) => tags.findByIds(ids), toExperimentTag);
  }

  /** By the row ID of the experiment; sorted by name. */
  readonly ofExperiments: BatchLoader<number, ExperimentTagEntity[]> = {
    batch: async (ids) => {
      const rows = await this.tags.listByExperiment(ids);
      const byExperiment = Map.groupBy(rows, ({ experimentId }) => experimentId);
      return ids.map((id) => byExperiment.get(id) ?? []);
    },
  };

  /** By the row ID of the dataset. */
  readonly baselines: BatchLoader<number, Experiment | null> = {
    batch: async (datasetIds) => {
      const tags = await this.tags.findBaselines(datasetIds);
      const ids = tags.map(({ experimentId }) => experimentId);
      const rows = ids.length === 0 ? [] : await this.experiments.findByIds(ids);
      return sortByKeys(datasetIds, rows.map(toExperiment), ({ datasetRowId }) => datasetRowId);
    },
  };
}
