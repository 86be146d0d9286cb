import { Injectable } from '@nestjs/common';
import {
  type BatchLoader,
  loadInGroups,
  sortByKeys,
  createLoaderById,
} from '../../kernel/graphql/loaders.js';
import { type Dataset, toDataset } from '../../datasets/graphql/dataset.type.js';
import { DatasetsService } from '../../datasets/datasets.service.js';
import {
  type DatasetSplit,
  toDatasetSplit,
} from '../../datasets/splits/graphql/dataset-split.type.js';
import { DatasetSplitsService } from '../../datasets/splits/dataset-splits.service.js';
import {
  type DatasetVersion,
  toDatasetVersion,
} from '../../datasets/versions/graphql/dataset-version.type.js';
import { DatasetVersionsService } from '../../datasets/versions/dataset-versions.service.js';
import { type Project, toProject } from '../../projects/graphql/project.type.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { toUser, type User } from '../../users/graphql/user.type.js';
import { UsersService } from '../../users/users.service.js';
import type { ExperimentRow } from '../experiment.entity.js';
import { type ExperimentFilter, ExperimentsQueries, type Slice } from '../experiments.queries.js';
import { type Experiment, toExperiment } from './experiment.type.js';

interface CountKey {
  datasetId: number;
  filter: ExperimentFilter;
}

interface SliceKey extends CountKey {
  slice: Slice;
}

/** Loads experiments and their fields, for all experiments or datasets of a page at once. */
@Injectable()
export class ExperimentsLoaders {
  readonly byId: BatchLoader<number, Experiment | null>;
  readonly users: BatchLoader<number, User | null>;
  readonly datasets: BatchLoader<number, Dataset | null>;
  readonly versions: BatchLoader<number, DatasetVersion | null>;

  constructor(
    private readonly queries: ExperimentsQueries,
    private readonly projectsService: ProjectsService,
    private readonly splitsService: DatasetSplitsService,
    users: UsersService,
    datasets: DatasetsService,
    versions: DatasetVersionsService,
  ) {
    this.byId = createLoaderById((ids) => this.queries.findByIds(ids), toExperiment);
    this.users = createLoaderById((ids) => users.findByIds(ids), toUser);
    this.datasets = createLoaderById((ids) => datasets.findByIds(ids), toDataset);
    this.versions = createLoaderById((ids) => versions.findByIds(ids), toDatasetVersion);
  }

  /** Null if the experiment has been deleted. */
  readonly sequenceNumbers: BatchLoader<number, number | null> = {
    batch: async (ids) => {
      const rows = sortByKeys(ids, await this.queries.readSequenceNumbers(ids), ({ id }) => id);
      return rows.map((row) => row?.sequenceNumber ?? null);
    },
  };

  /** Null if the experiment has been deleted. */
  readonly lastUpdates: BatchLoader<number, string | null> = {
    batch: async (ids) => {
      const rows = sortByKeys(ids, await this.queries.readLastUpdates(ids), ({ id }) => id);
      return rows.map((row) => row?.at ?? null);
    },
  };

  /** By the name of the project. */
  readonly projects: BatchLoader<string, Project | null> = {
    batch: async (names) => {
      const rows = await this.projectsService.findByNames(names);
      return sortByKeys(names, rows.map(toProject), ({ name }) => name);
    },
  };

  /** Sorted by name. */
  readonly splits: BatchLoader<number, DatasetSplit[]> = {
    batch: async (ids) => {
      const links = await this.queries.readSplitIds(ids);
      const splitIds = [...new Set(links.map(({ splitId }) => splitId))];
      const splits = splitIds.length === 0 ? [] : await this.splitsService.findByIds(splitIds);
      const linked = new Set(
        links.map(({ experimentId, splitId }) => `${experimentId}:${splitId}`),
      );
      return ids.map((id) =>
        splits.filter((split) => linked.has(`${id}:${split.id}`)).map(toDatasetSplit),
      );
    },
  };

  readonly slicesOfDatasets: BatchLoader<SliceKey, ExperimentRow[]> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) =>
      loadInGroups(
        keys,
        ({ filter, slice }) => JSON.stringify([filter, slice]),
        async (group, { filter, slice }) => {
          const ids = group.map(({ datasetId }) => datasetId);
          const rows = await this.queries.listByDataset(ids, filter, slice);
          const byDataset = Map.groupBy(rows, ({ datasetId }) => datasetId);
          return ids.map((id) => byDataset.get(id) ?? []);
        },
        ({ slice }) => slice.limit,
      ),
  };

  readonly countsOfDatasets: BatchLoader<CountKey, number> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) =>
      loadInGroups(
        keys,
        ({ filter }) => JSON.stringify(filter),
        async (group, { filter }) => {
          const ids = group.map(({ datasetId }) => datasetId);
          const rows = await this.queries.countByDataset(ids, filter);
          return sortByKeys(ids, rows, ({ datasetId }) => datasetId).map((row) => row?.count ?? 0);
        },
      ),
  };
}
