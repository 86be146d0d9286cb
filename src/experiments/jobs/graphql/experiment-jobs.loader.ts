import { Injectable } from '@nestjs/common';
import {
  type BatchLoader,
  createLoaderById,
  loadSlices,
  type SliceKey,
  sortByKeys,
} from '../../../kernel/graphql/loaders.js';
import { DatasetEvaluatorsService } from '../../../evaluators/attached/dataset-evaluators.service.js';
import {
  type DatasetEvaluator,
  toDatasetEvaluator,
} from '../../../evaluators/attached/graphql/dataset-evaluator.type.js';
import { CustomModelProvidersService } from '../../../model-providers/custom/custom-model-providers.service.js';
import {
  type GenerativeModelCustomProvider,
  toCustomProvider,
} from '../../../model-providers/custom/graphql/custom-model-provider.type.js';
import {
  type PromptVersion,
  toPromptVersion,
} from '../../../prompts/versions/graphql/prompt-version.type.js';
import { PromptVersionsService } from '../../../prompts/versions/prompt-versions.service.js';
import type { UnpricedSums } from '../../../tracing/graphql/cost.type.js';
import { ExperimentJobsQueries } from '../experiment-jobs.queries.js';
import {
  type ExperimentJobLogRow,
  type ExperimentJobRow,
  ExperimentJobsService,
  type JobProgress,
} from '../experiment-jobs.service.js';
import { type ExperimentJob, toExperimentJob } from './experiment-job.type.js';

/** Loads jobs and their fields, for all experiments or datasets of a page at once. */
@Injectable()
export class ExperimentJobsLoaders {
  readonly byId: BatchLoader<number, ExperimentJob | null>;
  readonly evaluators: BatchLoader<number, DatasetEvaluator | null>;
  readonly customProviders: BatchLoader<number, GenerativeModelCustomProvider | null>;
  readonly promptVersions: BatchLoader<number, PromptVersion | null>;

  constructor(
    private readonly jobs: ExperimentJobsService,
    private readonly queries: ExperimentJobsQueries,
    attached: DatasetEvaluatorsService,
    customProviders: CustomModelProvidersService,
    versions: PromptVersionsService,
  ) {
    this.byId = createLoaderById((ids) => queries.findByIds(ids), toExperimentJob);
    this.evaluators = createLoaderById((ids) => attached.findByIds(ids), toDatasetEvaluator);
    this.customProviders = createLoaderById(
      (ids) => customProviders.findByIds(ids),
      toCustomProvider,
    );
    this.promptVersions = createLoaderById((ids) => versions.findByIds(ids), toPromptVersion);
  }

  /** By the row ID of the experiment; null if the server did not run it. */
  readonly byExperiment: BatchLoader<number, ExperimentJob | null> = {
    batch: async (ids) =>
      sortByKeys(
        ids,
        (await this.queries.findByExperiments(ids)).map(toExperimentJob),
        ({ experimentRowId }) => experimentRowId,
      ),
  };

  /** By the row ID of the experiment. */
  readonly progress: BatchLoader<number, JobProgress | null> = {
    batch: (ids) => this.jobs.readProgress(ids),
  };

  /** Models without a price. By the row ID of the experiment. */
  readonly unpriced: BatchLoader<number, UnpricedSums[]> = {
    batch: (ids) => this.jobs.listUnpriced(ids),
  };

  readonly slicesOfDatasets: BatchLoader<SliceKey, ExperimentJobRow[]> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) => loadSlices(keys, (ids, slice) => this.jobs.listByDataset(ids, slice)),
  };

  readonly countsOfDatasets: BatchLoader<number, number> = {
    batch: (ids) => this.jobs.countByDataset(ids),
  };

  /** Newest first. */
  readonly logs: BatchLoader<SliceKey, ExperimentJobLogRow[]> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) => loadSlices(keys, (ids, slice) => this.jobs.listLogs(ids, slice)),
  };

  readonly logCounts: BatchLoader<number, number> = {
    batch: (ids) => this.jobs.countLogs(ids),
  };
}
