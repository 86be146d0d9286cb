import { Injectable } from '@nestjs/common';
import {
  type BatchLoader,
  createLoaderById,
  loadInGroups,
  loadSlices,
  type SliceKey,
  sortByKeys,
} from '../../../kernel/graphql/loaders.js';
import { DatasetsService } from '../../../datasets/datasets.service.js';
import { type Dataset, toDataset } from '../../../datasets/graphql/dataset.type.js';
import { type Project, toProject } from '../../../projects/graphql/project.type.js';
import { ProjectsService } from '../../../projects/projects.service.js';
import {
  type AttachedPage,
  type DatasetEvaluatorRow,
  DatasetEvaluatorsService,
} from '../dataset-evaluators.service.js';
import { type DatasetEvaluator, toDatasetEvaluator } from './dataset-evaluator.type.js';

/** Part of the evaluators of a dataset. */
interface OfDatasetKey {
  datasetId: number;
  page: AttachedPage;
}

/** Loads the evaluators of datasets, for all datasets or evaluators of a page at once. */
@Injectable()
export class DatasetEvaluatorsLoaders {
  readonly byId: BatchLoader<number, DatasetEvaluator | null>;
  readonly datasetById: BatchLoader<number, Dataset | null>;

  constructor(
    private readonly attached: DatasetEvaluatorsService,
    private readonly projectsService: ProjectsService,
    datasets: DatasetsService,
  ) {
    this.byId = createLoaderById((ids) => attached.findByIds(ids), toDatasetEvaluator);
    this.datasetById = createLoaderById((ids) => datasets.findByIds(ids), toDataset);
  }

  readonly ofDatasets: BatchLoader<OfDatasetKey, DatasetEvaluatorRow[]> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) =>
      loadInGroups(
        keys,
        ({ page }) => JSON.stringify(page),
        (group, { page }) =>
          this.attached.listByDataset(
            group.map(({ datasetId }) => datasetId),
            page,
          ),
        ({ page }) => page.limit,
      ),
  };

  readonly counts: BatchLoader<{ datasetId: number; name: string | null }, number> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) =>
      loadInGroups(
        keys,
        ({ name }) => JSON.stringify(name),
        (group, { name }) =>
          this.attached.countByDataset(
            group.map(({ datasetId }) => datasetId),
            name,
          ),
      ),
  };

  readonly usesOfEvaluators: BatchLoader<SliceKey, DatasetEvaluatorRow[]> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) => loadSlices(keys, (ids, slice) => this.attached.listByEvaluator(ids, slice)),
  };

  readonly datasetsOfEvaluators: BatchLoader<SliceKey, number[]> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) => loadSlices(keys, (ids, slice) => this.attached.listDatasets(ids, slice)),
  };

  /** By the row ID of the evaluator. */
  readonly useCounts: BatchLoader<number, { uses: number; datasets: number }> = {
    batch: (ids) => this.attached.countByEvaluator(ids),
  };

  /** By name; null if the project has been deleted. */
  readonly projects: BatchLoader<string, Project | null> = {
    batch: async (names) => {
      const projects = (await this.projectsService.findByNames(names)).map(toProject);
      return sortByKeys(names, projects, ({ name }) => name);
    },
  };
}
