import { Injectable } from '@nestjs/common';
import { type BatchLoader, createLoaderById, sortByKeys } from '../../../kernel/graphql/loaders.js';
import { type Trace, toTrace } from '../../../tracing/traces/graphql/trace.type.js';
import { TracesService } from '../../../tracing/traces/traces.service.js';
import { EvaluationsQueries } from '../evaluations.queries.js';
import type { EvaluationRow } from '../experiment-run-annotation.entity.js';
import {
  type ExperimentRunAnnotation,
  toExperimentRunAnnotation,
} from './experiment-run-annotation.type.js';

/** The evaluations of runs and their traces, for all runs of a page at once. */
@Injectable()
export class ExperimentRunAnnotationsLoaders {
  readonly byId: BatchLoader<number, ExperimentRunAnnotation | null>;

  constructor(
    private readonly queries: EvaluationsQueries,
    private readonly tracesService: TracesService,
  ) {
    this.byId = createLoaderById((ids) => queries.findByIds(ids), toExperimentRunAnnotation);
  }

  /** By the row ID of the run; sorted by name. */
  readonly ofRuns: BatchLoader<number, EvaluationRow[]> = {
    isLarge: true,
    batch: async (ids) => {
      const rows = await this.queries.listByRun(ids);
      const byRun = Map.groupBy(rows, ({ runId }) => runId);
      return ids.map((id) => byRun.get(id) ?? []);
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
