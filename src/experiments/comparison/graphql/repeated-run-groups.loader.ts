import { Injectable } from '@nestjs/common';
import { type BatchLoader, inOrderOf } from '../../../common/graphql/loaders.js';
import { type SpanCostSummary, unpriced } from '../../../tracing/graphql/cost.type.js';
import { type ExperimentRun, toExperimentRun } from '../../runs/graphql/experiment-run.type.js';
import {
  type GroupEvaluation,
  RepeatedRunGroupsQueries,
  type RunGroupKey,
} from '../repeated-run-groups.queries.js';

/** What groups of runs show, for all groups of a page at once. */
@Injectable()
export class RepeatedRunGroupsLoaders {
  constructor(private readonly queries: RepeatedRunGroupsQueries) {}

  /** By repetition. */
  readonly runs: BatchLoader<RunGroupKey, ExperimentRun[]> = {
    cacheKey: textOf,
    batch: async (keys) => {
      const groups = Map.groupBy(await this.queries.runsOf(keys), textOf);
      return keys.map((key) => (groups.get(textOf(key)) ?? []).map(toExperimentRun));
    },
  };

  /** Tokens of all runs together. */
  readonly costs: BatchLoader<RunGroupKey, SpanCostSummary> = {
    cacheKey: textOf,
    batch: async (keys) => {
      const rows = inOrderOf(keys.map(textOf), await this.queries.tokensOf(keys), textOf);
      return rows.map((row) => unpriced(row ?? { prompt: 0, completion: 0 }));
    },
  };

  /** By name. */
  readonly evaluations: BatchLoader<RunGroupKey, GroupEvaluation[]> = {
    cacheKey: textOf,
    batch: async (keys) => {
      const groups = Map.groupBy(await this.queries.evaluationsOf(keys), textOf);
      return keys.map((key) => groups.get(textOf(key)) ?? []);
    },
  };
}

function textOf({ experimentId, exampleId }: RunGroupKey): string {
  return `${experimentId}:${exampleId}`;
}
