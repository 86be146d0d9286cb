import { Injectable } from '@nestjs/common';
import { type BatchLoader, sortByKeys } from '../../../kernel/graphql/loaders.js';
import type { CostDetailSums } from '../../../spans/cost-details.js';
import { type SpanCostSummary, toCostSummary } from '../../../tracing/graphql/cost.type.js';
import { type ExperimentRun, toExperimentRun } from '../../runs/graphql/experiment-run.type.js';
import {
  type GroupEvaluation,
  RepeatedRunGroupsQueries,
  type RunGroupKey,
} from '../repeated-run-groups.queries.js';

/** Loads the fields of run groups, for all groups of a page at once. */
@Injectable()
export class RepeatedRunGroupsLoaders {
  constructor(private readonly queries: RepeatedRunGroupsQueries) {}

  /** Sorted by repetition. */
  readonly runs: BatchLoader<RunGroupKey, ExperimentRun[]> = {
    cacheKey: textOf,
    batch: async (keys) => {
      const groups = Map.groupBy(await this.queries.listRuns(keys), textOf);
      return keys.map((key) => (groups.get(textOf(key)) ?? []).map(toExperimentRun));
    },
  };

  /** Tokens of all runs together. */
  readonly costs: BatchLoader<RunGroupKey, SpanCostSummary> = {
    cacheKey: textOf,
    batch: async (keys) => {
      const rows = sortByKeys(keys.map(textOf), await this.queries.readTokens(keys), textOf);
      return rows.map((row) => toCostSummary(row ?? { promptTokens: 0, completionTokens: 0 }));
    },
  };

  readonly costDetails: BatchLoader<RunGroupKey, CostDetailSums[]> = {
    cacheKey: textOf,
    batch: async (keys) => {
      const groups = Map.groupBy(await this.queries.readCostDetails(keys), textOf);
      return keys.map((key) => groups.get(textOf(key)) ?? []);
    },
  };

  /** Sorted by name. */
  readonly evaluations: BatchLoader<RunGroupKey, GroupEvaluation[]> = {
    cacheKey: textOf,
    batch: async (keys) => {
      const groups = Map.groupBy(await this.queries.readEvaluations(keys), textOf);
      return keys.map((key) => groups.get(textOf(key)) ?? []);
    },
  };
}

function textOf({ experimentId, exampleId }: RunGroupKey): string {
  return `${experimentId}:${exampleId}`;
}
