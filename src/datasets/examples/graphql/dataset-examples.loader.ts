import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../../common/errors/errors.js';
import { type BatchLoader, inOrderOf } from '../../../common/graphql/loaders.js';
import { type Span, toSpan } from '../../../tracing/spans/graphql/span.type.js';
import { SpansService } from '../../../tracing/spans/spans.service.js';
import type { DatasetSplitRow } from '../../splits/dataset-split.entity.js';
import { DatasetSplitsQueries } from '../../splits/dataset-splits.queries.js';
import { type DatasetExample, toDatasetExample } from './dataset-example.type.js';
import {
  type DatasetExampleRevision,
  toDatasetExampleRevision,
} from './dataset-example-revision.type.js';
import { DatasetExamplesQueries, type ExampleAtVersion } from '../dataset-examples.queries.js';

type SpanKey = NonNullable<DatasetExample['spanKey']>;

/** Examples, and what they show besides their rows. */
@Injectable()
export class DatasetExamplesLoaders {
  constructor(
    private readonly queries: DatasetExamplesQueries,
    private readonly splitQueries: DatasetSplitsQueries,
    private readonly spans: SpansService,
  ) {}

  /** By row id. */
  readonly examples: BatchLoader<number, DatasetExample | null> = {
    batch: async (ids) => {
      const rows = inOrderOf(ids, await this.queries.findByIds(ids), (row) => row.id);
      return rows.map((row) => row && toDatasetExample(row));
    },
  };

  /** By the row id of the revision. */
  readonly revisions: BatchLoader<number, DatasetExampleRevision> = {
    batch: async (ids) => {
      const rows = inOrderOf(ids, await this.queries.readRevisions(ids), (row) => row.id);
      return rows.map((row) =>
        row
          ? toDatasetExampleRevision(row)
          : new NotFoundError('The example has since been deleted.'),
      );
    },
  };

  /** What examples held at versions; an error for a version that is older or of another dataset. */
  readonly revisionsAt: BatchLoader<ExampleAtVersion, DatasetExampleRevision> = {
    cacheKey: keyText,
    batch: async (keys) => {
      const rows = await this.queries.revisionsAt(keys);
      const textOf = (row: (typeof rows)[number]) =>
        keyText({ exampleId: row.exampleId, versionId: row.askedVersionId });
      return inOrderOf(keys.map(keyText), rows, textOf).map((row) =>
        row
          ? toDatasetExampleRevision(row)
          : new NotFoundError('The dataset held no such example at this version.'),
      );
    },
  };

  /** The span that an example was made from; null when it is gone. */
  readonly spanOf: BatchLoader<SpanKey, Span | null> = {
    cacheKey: spanText,
    batch: async (keys) => {
      const rows = await this.spans.findByKeys(keys);
      return inOrderOf(keys.map(spanText), rows, spanText).map((row) => row && toSpan(row));
    },
  };

  /** Whether any example is made from a span. */
  readonly areMadeFrom: BatchLoader<SpanKey, boolean> = {
    cacheKey: spanText,
    batch: async (keys) => {
      const made = new Set((await this.queries.spansOfExamples(keys)).map(spanText));
      return keys.map((key) => made.has(spanText(key)));
    },
  };

  /** The splits that an example is in, by name. */
  readonly splitsOf: BatchLoader<number, DatasetSplitRow[]> = {
    batch: async (ids) => {
      const rows = await this.splitQueries.ofExamples(ids);
      const byExample = Map.groupBy(rows, (row) => row.exampleId);
      return ids.map((id) => byExample.get(id) ?? []);
    },
  };
}

function keyText({ exampleId, versionId }: ExampleAtVersion): string {
  return `${exampleId} ${versionId}`;
}

function spanText({ traceId, spanId }: SpanKey): string {
  return JSON.stringify([traceId, spanId]);
}
