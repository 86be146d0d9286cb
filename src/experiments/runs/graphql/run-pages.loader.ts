import { Injectable } from '@nestjs/common';
import { type BatchLoader, inGroups } from '../../../common/graphql/loaders.js';
import type { ExperimentRunRow } from '../experiment-run.entity.js';
import {
  type ExampleRunPage,
  type ListedRun,
  type RunPage,
  RunPagesQueries,
} from '../run-pages.queries.js';

export interface ExperimentRunsKey {
  experimentId: number;
  page: RunPage;
}

export interface ExampleRunsKey {
  exampleId: number;
  page: ExampleRunPage;
}

/** Pages of runs; parents that ask for the same page are read together. */
@Injectable()
export class RunPagesLoaders {
  constructor(private readonly queries: RunPagesQueries) {}

  readonly ofExperiments: BatchLoader<ExperimentRunsKey, ListedRun[]> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) =>
      inGroups(keys, pageText, async (group, { page }) => {
        const ids = group.map((key) => key.experimentId);
        const rows = await this.queries.ofExperiments(ids, page);
        const byExperiment = Map.groupBy(rows, (row) => row.experimentId);
        return ids.map((id) => byExperiment.get(id) ?? []);
      }),
  };

  readonly ofExamples: BatchLoader<ExampleRunsKey, ExperimentRunRow[]> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) =>
      inGroups(keys, pageText, async (group, { page }) => {
        const ids = group.map((key) => key.exampleId);
        const rows = await this.queries.ofExamples(ids, page);
        const byExample = Map.groupBy(rows, (row) => row.exampleId);
        return ids.map((id) => byExample.get(id) ?? []);
      }),
  };
}

function pageText({ page }: { page: object }): string {
  return JSON.stringify(page);
}
