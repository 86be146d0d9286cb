import { Injectable } from '@nestjs/common';
import { type BatchLoader, inGroups } from '../../../common/graphql/loaders.js';
import { ExampleListsQueries, type ListedExample } from '../example-lists.queries.js';
import type { ExampleFilter, ExamplePage } from '../example-source.js';

export interface ExampleCountKey {
  datasetId: number;
  filter: ExampleFilter;
}

export interface ExamplePageKey extends ExampleCountKey {
  page: ExamplePage;
}

/** Pages and numbers of examples; datasets that ask for the same are read together. */
@Injectable()
export class ExampleListsLoaders {
  constructor(private readonly queries: ExampleListsQueries) {}

  readonly pages: BatchLoader<ExamplePageKey, ListedExample[]> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) =>
      inGroups(
        keys,
        ({ filter, page }) => JSON.stringify([filter, page]),
        async (group, { filter, page }) => {
          const ids = group.map((key) => key.datasetId);
          const rows = await this.queries.pages(ids, filter, page);
          const byDataset = Map.groupBy(rows, (row) => row.datasetId);
          return ids.map((id) => byDataset.get(id) ?? []);
        },
      ),
  };

  readonly counts: BatchLoader<ExampleCountKey, number> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) =>
      inGroups(
        keys,
        ({ filter }) => JSON.stringify(filter),
        async (group, { filter }) => {
          const ids = group.map((key) => key.datasetId);
          const rows = await this.queries.counts(ids, filter);
          const counts = new Map(rows.map((row) => [row.datasetId, row.count]));
          return ids.map((id) => counts.get(id) ?? 0);
        },
      ),
  };
}
