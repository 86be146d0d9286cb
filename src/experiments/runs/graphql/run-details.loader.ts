import { Injectable } from '@nestjs/common';
import { type BatchLoader, inOrderOf } from '../../../common/graphql/loaders.js';
import {
  type DatasetExample,
  toDatasetExample,
} from '../../../datasets/examples/graphql/dataset-example.type.js';
import { DatasetExamplesService } from '../../../datasets/examples/dataset-examples.service.js';
import { type Trace, toTrace } from '../../../tracing/traces/graphql/trace.type.js';
import { TracesService } from '../../../tracing/traces/traces.service.js';
import { EvaluationsService } from '../../evaluations/evaluations.service.js';
import type { EvaluationRow } from '../../evaluations/experiment-run-annotation.entity.js';
import { RunDetailsQueries, type SnapshotKey } from '../run-details.queries.js';

/** What runs show besides their rows, for all runs of a page at once. */
@Injectable()
export class RunDetailsLoaders {
  constructor(
    private readonly queries: RunDetailsQueries,
    private readonly examplesService: DatasetExamplesService,
    private readonly evaluationsService: EvaluationsService,
    private readonly tracesService: TracesService,
  ) {}

  /** As it was when the experiment began; an example beyond the snapshot as it is now. */
  readonly examples: BatchLoader<SnapshotKey, DatasetExample | null> = {
    cacheKey: textOf,
    batch: async (keys) => {
      const revisions = await this.queries.snapshotRevisions(keys);
      const revisionOf = new Map(revisions.map((row) => [textOf(row), row.revisionId]));
      const ids = [...new Set(keys.map(({ exampleId }) => exampleId))];
      const rows = new Map((await this.examplesService.findByIds(ids)).map((row) => [row.id, row]));
      return keys.map((key) => {
        const row = rows.get(key.exampleId);
        return row ? toDatasetExample(row, revisionOf.get(textOf(key)) ?? null) : null;
      });
    },
  };

  /** By name, by the row id of the run. */
  readonly evaluations: BatchLoader<number, EvaluationRow[]> = {
    batch: async (ids) => {
      const rows = await this.evaluationsService.ofRuns(ids);
      const byRun = Map.groupBy(rows, ({ runId }) => runId);
      return ids.map((id) => byRun.get(id) ?? []);
    },
  };

  /** By the sender's trace id; null until spans have come. */
  readonly traces: BatchLoader<string, Trace | null> = {
    batch: async (traceIds) => {
      const rows = await this.tracesService.findByTraceIds(traceIds);
      return inOrderOf(traceIds, rows.map(toTrace), ({ traceId }) => traceId);
    },
  };
}

function textOf({ experimentId, exampleId }: SnapshotKey): string {
  return `${experimentId}:${exampleId}`;
}
