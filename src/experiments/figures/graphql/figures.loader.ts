import { Injectable } from '@nestjs/common';
import { type BatchLoader, inGroups, inOrderOf } from '../../../common/graphql/loaders.js';
import { type SpanCostSummary, unpriced } from '../../../tracing/graphql/cost.type.js';
import {
  type DatasetScores,
  type EvaluationFigures,
  EvaluationFiguresQueries,
  type LabelFigures,
} from '../evaluation-figures.queries.js';
import { type RunFigures, RunFiguresQueries } from '../run-figures.queries.js';

export interface DatasetScoresKey {
  datasetId: number;
  includeEphemeral: boolean;
}

const NO_TOKENS = { prompt: 0, completion: 0 };

/** Sums over runs and evaluations, for all experiments of a page at once. */
@Injectable()
export class FiguresLoaders {
  constructor(
    private readonly runQueries: RunFiguresQueries,
    private readonly evaluationQueries: EvaluationFiguresQueries,
  ) {}

  /** By the row id of the experiment; null without runs. */
  readonly runs: BatchLoader<number, RunFigures | null> = {
    batch: async (ids) =>
      inOrderOf(ids, await this.runQueries.ofExperiments(ids), (row) => row.experimentId),
  };

  /** By the row id of the experiment. */
  readonly costs: BatchLoader<number, SpanCostSummary> = {
    batch: async (ids) => {
      const tokens = await this.runQueries.tokensOfExperiments(ids);
      return inOrderOf(ids, tokens, (row) => row.experimentId).map((row) =>
        unpriced(row ?? NO_TOKENS),
      );
    },
  };

  /** By the row id of the run. */
  readonly costsOfRuns: BatchLoader<number, SpanCostSummary> = {
    batch: async (ids) => {
      const tokens = await this.runQueries.tokensOfRuns(ids);
      return inOrderOf(ids, tokens, (row) => row.runId).map((row) => unpriced(row ?? NO_TOKENS));
    },
  };

  /** Of each name, by the row id of the experiment. */
  readonly evaluations: BatchLoader<number, EvaluationFigures[]> = {
    batch: async (ids) => {
      const rows = await this.evaluationQueries.ofExperiments(ids);
      const byExperiment = Map.groupBy(rows, (row) => row.experimentId);
      return ids.map((id) => byExperiment.get(id) ?? []);
    },
  };

  /** Of all names, by the row id of the experiment. */
  readonly labels: BatchLoader<number, LabelFigures[]> = {
    batch: async (ids) => {
      const rows = await this.evaluationQueries.labelsOf(ids);
      const byExperiment = Map.groupBy(rows, (row) => row.experimentId);
      return ids.map((id) => byExperiment.get(id) ?? []);
    },
  };

  readonly scoresOfDatasets: BatchLoader<DatasetScoresKey, DatasetScores[]> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) =>
      inGroups(
        keys,
        ({ includeEphemeral }) => String(includeEphemeral),
        async (group, { includeEphemeral }) => {
          const ids = group.map(({ datasetId }) => datasetId);
          const rows = await this.evaluationQueries.ofDatasets(ids, includeEphemeral);
          const byDataset = Map.groupBy(rows, (row) => row.datasetId);
          return ids.map((id) => byDataset.get(id) ?? []);
        },
      ),
  };
}
