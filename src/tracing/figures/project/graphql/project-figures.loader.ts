import { Injectable } from '@nestjs/common';
import {
  type BatchLoader,
  loadInGroups,
  type Loaders,
  sortByKeys,
} from '../../../../kernel/graphql/loaders.js';
import type { CostDetailSums } from '../../../../spans/cost-details.js';
import type { UnpricedSums } from '../../../graphql/cost.type.js';
import { readRowCondition } from '../../../conditions/row-condition.js';
import type { MatchesService } from '../../../matches/matches.service.js';
import type { SpansLoaders } from '../../../spans/graphql/spans.loader.js';
import type { AddSpanCondition } from '../../../spans/spans.filters.js';
import { ProjectCostsQueries } from '../project-costs.queries.js';
import type { FigureRange, FilteredRange } from '../../rows/figure-sources.js';
import {
  type ProjectActivity,
  ProjectFiguresQueries,
  type SpanTotals,
  type TimedEntity,
} from '../project-figures.queries.js';
import type { RangeArgs, SpanFiguresArgs } from '../../graphql/figures.inputs.js';

/** The arguments of a figure: its range and conditions. */
export type FigureArgs = RangeArgs & Partial<Omit<SpanFiguresArgs, 'timeRange'>>;

/** A project, a time range, and conditions on spans and sessions. */
export interface FiguresKey extends FigureRange {
  projectId: number;
  /** The texts of the conditions. */
  conditions: readonly (string | null)[];
}

/** A key with a condition on spans. */
export type FilteredKey = FiguresKey & FilteredRange;

export interface QuantileKey extends FiguresKey {
  entity: TimedEntity;
  probability: number;
}

/**
 * Loads figures of many projects, with one query for all projects with the same range. Null if a
 * project has nothing in the range.
 */
@Injectable()
export class ProjectFiguresLoaders {
  constructor(
    private readonly queries: ProjectFiguresQueries,
    private readonly costs: ProjectCostsQueries,
  ) {}

  /** Totals over traces. */
  readonly totals = loadByRange((ids, range: FiguresKey) => this.queries.readTotals(ids, range));

  /** Totals over sessions. */
  readonly sessionTotals = loadByRange((ids, range: FiguresKey) =>
    this.queries.readSessionTotals(ids, range),
  );

  readonly tracesPerSession = loadByRange((ids, range: FiguresKey) =>
    this.queries.readTracesPerSession(ids, range),
  );

  /** Totals over the spans that meet a condition. */
  readonly spanTotals = loadByRange<FilteredKey, SpanTotals>((ids, range) =>
    this.queries.readSpanTotals(ids, range),
  );

  /** The cost of the spans that meet a condition. */
  readonly spanCosts = loadByRange((ids, range: FilteredKey) =>
    this.costs.readSpanCosts(ids, range),
  );

  /** Costs by type of tokens. */
  readonly costDetails = loadRows<CostDetailSums>((ids, range) =>
    this.costs.readCostDetails(ids, range),
  );

  /** Models without a price, in no order. */
  readonly unpriced = loadRows<UnpricedSums>((ids, range) => this.costs.readUnpriced(ids, range));

  /** Traces with a span that meets a condition. */
  readonly filteredTraces = loadByRange((ids, range: FilteredKey) =>
    this.queries.countTraces(ids, range),
  );

  readonly activity: BatchLoader<number, ProjectActivity | null> = {
    batch: async (projectIds) => {
      const rows = await this.queries.readActivity(projectIds);
      return sortByKeys(projectIds, rows, (row) => row.projectId);
    },
  };

  /** Quantiles of durations in milliseconds. Reads all probabilities of a range together. */
  readonly quantile: BatchLoader<QuantileKey, number | null> = {
    cacheKey: (key) => `${key.projectId} ${key.entity} ${key.probability} ${toRangeText(key)}`,
    batch: (keys) =>
      loadInGroups(
        keys,
        (key) => `${key.entity} ${toRangeText(key)}`,
        async (group, sample) => {
          const probabilities = [...new Set(group.map((key) => key.probability))];
          const ids = [...new Set(group.map((key) => key.projectId))];
          const rows = await this.queries.readQuantiles(sample.entity, ids, sample, probabilities);
          const byProject = new Map(rows.map((row) => [row.projectId, row.quantiles]));
          return group.map(
            (key) => byProject.get(key.projectId)?.[probabilities.indexOf(key.probability)] ?? null,
          );
        },
      ),
  };
}

function loadByRange<K extends FiguresKey, R extends { projectId: number }>(
  read: (projectIds: readonly number[], range: K) => Promise<R[]>,
): BatchLoader<K, R | null> {
  return {
    cacheKey: (key) => `${key.projectId} ${toRangeText(key)}`,
    batch: (keys) =>
      loadInGroups(keys, toRangeText, async (group, range) => {
        const ids = group.map((key) => key.projectId);
        const rows = new Map((await read(ids, range)).map((row) => [row.projectId, row]));
        return ids.map((id) => rows.get(id) ?? null);
      }),
  };
}

/** All rows of each project. */
function loadRows<R>(
  read: (
    projectIds: readonly number[],
    range: FiguresKey,
  ) => Promise<(R & { projectId: number })[]>,
): BatchLoader<FiguresKey, R[]> {
  return {
    cacheKey: (key) => `${key.projectId} ${toRangeText(key)}`,
    batch: (keys) =>
      loadInGroups(keys, toRangeText, async (group, range) => {
        const ids = group.map((key) => key.projectId);
        const byProject = Map.groupBy(await read(ids, range), ({ projectId }) => projectId);
        return ids.map((id) => byProject.get(id) ?? []);
      }),
  };
}

/** The services that evaluate conditions of figures. */
export interface FigureConditions {
  spans: SpansLoaders;
  matches: MatchesService;
}

/** @throws FilterSyntaxError if a condition is invalid; see also `MatchesService.find`. */
export async function toFiguresKey(
  projectId: number,
  args: FigureArgs,
  { spans, matches: matching }: FigureConditions,
  loaders: Loaders,
): Promise<FiguresKey> {
  const { timeRange, filterCondition, traceFilterCondition, sessionFilterCondition } = args;
  const matches = await matching.find(projectId, args);
  const addSpanCondition = joinSpanConditions(
    filterCondition ? await loaders.of(spans.condition).load(filterCondition) : null,
    matches?.addSpanCondition,
  );
  const texts = [filterCondition, traceFilterCondition, sessionFilterCondition];
  return {
    projectId,
    start: matches?.coveredFrom ?? timeRange?.start ?? null,
    end: timeRange?.end ?? null,
    conditions: [
      ...texts.map((text) => text ?? null),
      // What was found is of one project.
      ...(matches ? [args.search!, args.searchedRows ?? null, String(projectId)] : []),
    ],
    ...(addSpanCondition && { addSpanCondition }),
    ...(matches && { matches }),
    traceCondition: readRowCondition('trace', traceFilterCondition),
    sessionCondition: readRowCondition('session', sessionFilterCondition),
  };
}

export function toRangeText({ start, end, conditions }: FiguresKey): string {
  return JSON.stringify([start, end, ...conditions]);
}

function joinSpanConditions(
  first: AddSpanCondition | null,
  second: AddSpanCondition | undefined,
): AddSpanCondition | undefined {
  if (!first || !second) return first ?? second;
  // The second selects only what a search found.
  return (where) => `${first(where)} ${second(where)}`;
}
