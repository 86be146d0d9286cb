import { Injectable } from '@nestjs/common';
import { type BatchLoader, loadInGroups, sortByKeys } from '../../../kernel/graphql/loaders.js';
import type { CostDetailSums } from '../../../spans/cost-details.js';
import { toScoreFigures } from '../../../evaluators/graphql/score-figures.type.js';
import {
  type SpanCostSummary,
  toCostSummary,
  type UnpricedSums,
} from '../../../tracing/graphql/cost.type.js';
import {
  type DatasetScores,
  type EvaluationFigures,
  ExperimentFiguresQueries,
  type ExperimentLabelFigures,
} from '../experiment-figures.queries.js';
import type { ExperimentScores } from './experiment-scores.type.js';
import type { RunFigures } from '../../experiments.queries.js';
import { ExperimentsService } from '../../experiments.service.js';

export interface DatasetScoresKey {
  datasetId: number;
  includeEphemeral: boolean;
}

/** An evaluator of a dataset, and how many of the newest experiments count. */
interface UseScoresKey {
  useId: number;
  first: number;
}

const NO_TOKENS = { promptTokens: 0, completionTokens: 0 };

/** Aggregates runs and evaluations, for all experiments of a page at once. */
@Injectable()
export class FiguresLoaders {
  constructor(
    private readonly queries: ExperimentFiguresQueries,
    private readonly experiments: ExperimentsService,
  ) {}

  /** By the row ID of the experiment; null without runs. */
  readonly runs: BatchLoader<number, RunFigures | null> = {
    batch: async (ids) => {
      const figures = await this.experiments.readRunFigures(ids);
      return ids.map((id) => figures.get(id) ?? null);
    },
  };

  /** By the row ID of the experiment. */
  readonly costs: BatchLoader<number, SpanCostSummary> = {
    batch: async (ids) => {
      const tokens = await this.queries.readTokensOfExperiments(ids);
      return sortByKeys(ids, tokens, (row) => row.experimentId).map((row) =>
        toCostSummary(row ?? NO_TOKENS),
      );
    },
  };

  /** By the row ID of the run. */
  readonly costsOfRuns: BatchLoader<number, SpanCostSummary> = {
    batch: async (ids) => {
      const tokens = await this.queries.readTokensOfRuns(ids);
      return sortByKeys(ids, tokens, (row) => row.runId).map((row) =>
        toCostSummary(row ?? NO_TOKENS),
      );
    },
  };

  /** By the row ID of the experiment. */
  readonly costDetails: BatchLoader<number, CostDetailSums[]> = {
    batch: async (ids) => {
      const rows = await this.queries.readCostDetailsOfExperiments(ids);
      const byExperiment = Map.groupBy(rows, (row) => row.experimentId);
      return ids.map((id) => byExperiment.get(id) ?? []);
    },
  };

  /** By the row ID of the experiment. */
  readonly unpriced: BatchLoader<number, UnpricedSums[]> = {
    batch: async (ids) => {
      const rows = await this.queries.readUnpricedOfExperiments(ids);
      const byExperiment = Map.groupBy(rows, (row) => row.experimentId);
      return ids.map((id) => byExperiment.get(id) ?? []);
    },
  };

  /** By the row ID of the run. */
  readonly costDetailsOfRuns: BatchLoader<number, CostDetailSums[]> = {
    batch: async (ids) => {
      const rows = await this.queries.readCostDetailsOfRuns(ids);
      const byRun = Map.groupBy(rows, (row) => row.runId);
      return ids.map((id) => byRun.get(id) ?? []);
    },
  };

  /** All names, by the row ID of the experiment. */
  readonly evaluations: BatchLoader<number, EvaluationFigures[]> = {
    batch: async (ids) => {
      const rows = await this.queries.readEvaluations(ids);
      const byExperiment = Map.groupBy(rows, (row) => row.experimentId);
      return ids.map((id) => byExperiment.get(id) ?? []);
    },
  };

  /** All names, by the row ID of the experiment. */
  readonly labels: BatchLoader<number, ExperimentLabelFigures[]> = {
    batch: async (ids) => {
      const rows = await this.queries.readLabels(ids);
      const byExperiment = Map.groupBy(rows, (row) => row.experimentId);
      return ids.map((id) => byExperiment.get(id) ?? []);
    },
  };

  readonly scoresOfUses: BatchLoader<UseScoresKey, ExperimentScores[]> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) =>
      loadInGroups(
        keys,
        ({ first }) => String(first),
        async (group, { first }) => {
          const ids = group.map(({ useId }) => useId);
          const byUse = Map.groupBy(
            await this.queries.readScoresOfUses(ids, first),
            ({ useId }) => useId,
          );
          return ids.map((id) =>
            [...Map.groupBy(byUse.get(id) ?? [], ({ experimentId }) => experimentId)].map(
              ([experimentRowId, rows]) => ({ experimentRowId, ...toScoreFigures(rows) }),
            ),
          );
        },
        ({ first }) => first,
      ),
  };

  readonly scoresOfDatasets: BatchLoader<DatasetScoresKey, DatasetScores[]> = {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) =>
      loadInGroups(
        keys,
        ({ includeEphemeral }) => String(includeEphemeral),
        async (group, { includeEphemeral }) => {
          const ids = group.map(({ datasetId }) => datasetId);
          const rows = await this.queries.readScoresOfDatasets(ids, includeEphemeral);
          const byDataset = Map.groupBy(rows, (row) => row.datasetId);
          return ids.map((id) => byDataset.get(id) ?? []);
        },
      ),
  };
}
