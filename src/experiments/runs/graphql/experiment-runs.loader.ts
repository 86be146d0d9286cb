import { Injectable } from '@nestjs/common';
import {
  type BatchLoader,
  loadInGroups,
  sortByKeys,
  createLoaderById,
} from '../../../kernel/graphql/loaders.js';
import type { JsonValue } from '../../../kernel/json/json.js';
import { DatasetExamplesService } from '../../../datasets/examples/dataset-examples.service.js';
import {
  type DatasetExample,
  toDatasetExample,
} from '../../../datasets/examples/graphql/dataset-example.type.js';
import { type Trace, toTrace } from '../../../tracing/traces/graphql/trace.type.js';
import { TracesService } from '../../../tracing/traces/traces.service.js';
import type { ExperimentRunRow } from '../experiment-run.entity.js';
import {
  type ExampleRunPage,
  ExperimentRunsQueries,
  type ListedRun,
  type RunPage,
  type SnapshotKey,
} from '../experiment-runs.queries.js';
import { type ExperimentRun, toExperimentRun } from './experiment-run.type.js';

export interface ExperimentRunsKey {
  experimentId: number;
  page: RunPage;
}

export interface ExampleRunsKey {
  exampleId: number;
  page: ExampleRunPage;
}

/**
 * Loads the fields of runs, for all runs of a page at once. Parents with the same page arguments
 * share a query.
 */
@Injectable()
export class ExperimentRunsLoaders {
  /** By row ID. */
  readonly byId: BatchLoader<number, ExperimentRun | null>;

  constructor(
    private readonly queries: ExperimentRunsQueries,
    private readonly examplesService: DatasetExamplesService,
    private readonly tracesService: TracesService,
  ) {
    this.byId = createLoaderById((ids) => queries.findByIds(ids), toExperimentRun);
  }

  /** The outputs of tasks, by the row ID of the run. */
  readonly outputs: BatchLoader<number, JsonValue> = {
    isLarge: true,
    batch: async (ids) => {
      const rows = await this.queries.readOutputs(ids);
      const byId = new Map(rows.map(({ id, output }) => [id, output]));
      return ids.map((id) => byId.get(id) ?? null);
    },
  };

  readonly pagesOfExperiments: BatchLoader<ExperimentRunsKey, ListedRun[]> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) =>
      loadPages(keys, 'experimentId', (ids, page) => this.queries.listPagesByExperiment(ids, page)),
  };

  readonly pagesOfExamples: BatchLoader<ExampleRunsKey, ExperimentRunRow[]> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) =>
      loadPages(keys, 'exampleId', (ids, page) => this.queries.listPagesByExample(ids, page)),
  };

  /**
   * The example as it was when the experiment was created, or as it is now if it is outside the
   * snapshot.
   */
  readonly examples: BatchLoader<SnapshotKey, DatasetExample | null> = {
    cacheKey: textOf,
    batch: async (keys) => {
      const revisions = await this.queries.findSnapshotRevisions(keys);
      const revisionOf = new Map(revisions.map((row) => [textOf(row), row.revisionId]));
      const ids = [...new Set(keys.map(({ exampleId }) => exampleId))];
      const rows = new Map((await this.examplesService.findByIds(ids)).map((row) => [row.id, row]));
      return keys.map((key) => {
        const row = rows.get(key.exampleId);
        return row ? toDatasetExample(row, revisionOf.get(textOf(key)) ?? null) : null;
      });
    },
  };

  /** By the sender's trace ID; null until its spans arrive. */
  readonly traces: BatchLoader<string, Trace | null> = {
    batch: async (traceIds) => {
      const rows = await this.tracesService.findByTraceIds(traceIds);
      return sortByKeys(traceIds, rows.map(toTrace), ({ traceId }) => traceId);
    },
  };
}

function textOf({ experimentId, exampleId }: SnapshotKey): string {
  return `${experimentId}:${exampleId}`;
}

/** Reads the pages of parents, whose row IDs are in a property of the keys and of the rows. */
function loadPages<
  Parent extends string,
  Page extends { limit: number },
  Row extends Record<Parent, number>,
>(
  keys: readonly (Record<Parent, number> & { page: Page })[],
  parent: Parent,
  read: (ids: number[], page: Page) => Promise<Row[]>,
): Promise<Row[][]> {
  return loadInGroups(
    keys,
    ({ page }) => JSON.stringify(page),
    async (group, { page }) => {
      const ids = group.map((key) => key[parent]);
      const byParent = Map.groupBy(await read(ids, page), (row): number => row[parent]);
      return ids.map((id) => byParent.get(id) ?? []);
    },
    ({ page }) => page.limit,
  );
}
