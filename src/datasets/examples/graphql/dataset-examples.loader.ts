import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import {
  type BatchLoader,
  loadInGroups,
  sortByKeys,
  createLoaderById,
} from '../../../kernel/graphql/loaders.js';
import { type Span, toSpan } from '../../../tracing/spans/graphql/span.type.js';
import { SpansService } from '../../../tracing/spans/spans.service.js';
import { DatasetsService } from '../../datasets.service.js';
import { type Dataset, toDataset } from '../../graphql/dataset.type.js';
import type { ExampleAtVersion, ListedExample } from '../dataset-examples.queries.js';
import { DatasetExamplesService } from '../dataset-examples.service.js';
import type { ExampleFilter, ExamplePage } from '../example-selection.js';
import {
  type DatasetExample,
  type DatasetExampleRevision,
  toDatasetExample,
  toDatasetExampleRevision,
} from './dataset-example.type.js';

type SpanKey = NonNullable<DatasetExample['spanKey']>;

interface CountKey {
  datasetId: number;
  filter: ExampleFilter;
}

interface PageKey extends CountKey {
  page: ExamplePage;
}

/** Examples, their lists and their contents. */
@Injectable()
export class DatasetExamplesLoaders {
  /** By row ID. */
  readonly examples: BatchLoader<number, DatasetExample | null>;
  /** By row ID. */
  readonly datasets: BatchLoader<number, Dataset | null>;

  constructor(
    datasets: DatasetsService,
    private readonly service: DatasetExamplesService,
    private readonly spans: SpansService,
  ) {
    this.examples = createLoaderById(
      (ids) => service.findByIds(ids),
      (row) => toDatasetExample(row),
    );
    this.datasets = createLoaderById((ids) => datasets.findByIds(ids), toDataset);
  }

  /** By the row ID of the revision. */
  readonly revisions: BatchLoader<number, DatasetExampleRevision> = {
    isLarge: true,
    batch: async (ids) => {
      const rows = sortByKeys(ids, await this.service.findRevisions(ids), (row) => row.id);
      return rows.map((row) =>
        row
          ? toDatasetExampleRevision(row)
          : new NotFoundError('The example has since been deleted.'),
      );
    },
  };

  /** Throws for a version that is older than the example or belongs to another dataset. */
  readonly revisionsAt: BatchLoader<ExampleAtVersion, DatasetExampleRevision> = {
    isLarge: true,
    cacheKey: ({ exampleId, versionId }) => `${exampleId} ${versionId}`,
    batch: async (keys) =>
      (await this.service.findRevisionsAt(keys)).map((row) =>
        row
          ? toDatasetExampleRevision(row)
          : new NotFoundError('This version of the dataset does not contain the example.'),
      ),
  };

  /** The span that an example was created from; null if it no longer exists. */
  readonly sourceSpans: BatchLoader<SpanKey, Span | null> = {
    cacheKey: toText,
    batch: async (keys) => {
      const rows = await this.spans.findByKeys(keys);
      return sortByKeys(keys.map(toText), rows, toText).map((row) => row && toSpan(row));
    },
  };

  /** Reads datasets together if their requested pages are the same. */
  readonly pages: BatchLoader<PageKey, ListedExample[]> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) =>
      loadInGroups(
        keys,
        ({ filter, page }) => JSON.stringify([filter, page]),
        (group, { filter, page }) => {
          const datasetIds = group.map(({ datasetId }) => datasetId);
          return this.service.listByDataset(datasetIds, filter, page);
        },
        ({ page }) => page.limit,
      ),
  };

  readonly counts: BatchLoader<CountKey, number> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) =>
      loadInGroups(
        keys,
        ({ filter }) => JSON.stringify(filter),
        (group, { filter }) => {
          const datasetIds = group.map(({ datasetId }) => datasetId);
          return this.service.countByDataset(datasetIds, filter);
        },
      ),
  };
}

function toText({ traceId, spanId }: SpanKey): string {
  return JSON.stringify([traceId, spanId]);
}
