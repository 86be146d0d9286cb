import { Injectable } from '@nestjs/common';
import { type BatchLoader, loadInGroups } from '../../../kernel/graphql/loaders.js';
import type { FigureRange } from '../figure-sources.js';
import {
  type BinRow,
  type CostsBin,
  type CountBin,
  type LatencyBin,
  ProjectSeriesQueries,
  type SeriesEntity,
  type TokensBin,
  type TokenTypeBin,
} from '../project-series.queries.js';
import { type FiguresKey, toRangeText } from './project-figures.loader.js';

/** The rows of one project, by the number of their bin. */
export type Bins<T> = ReadonlyMap<number, readonly BinRow<T>[]>;

/** A series of a project. */
export interface SeriesKey extends FiguresKey {
  entity: SeriesEntity;
  bins: readonly Date[];
}

/** Loads a series of many projects with one query. */
@Injectable()
export class ProjectSeriesLoaders {
  constructor(private readonly queries: ProjectSeriesQueries) {}

  readonly counts = loadSeries<CountBin>((entity, ids, range, bins) =>
    this.queries.readCounts(entity, ids, range, bins),
  );

  readonly tokens = loadSeries<TokensBin>((entity, ids, range, bins) =>
    this.queries.readTokens(entity, ids, range, bins),
  );

  readonly costs = loadSeries<CostsBin>((entity, ids, range, bins) =>
    this.queries.readCosts(entity, ids, range, bins),
  );

  readonly tokenTypes = loadSeries<TokenTypeBin>((entity, ids, range, bins) =>
    this.queries.readTokenTypes(entity, ids, range, bins),
  );

  readonly latencies = loadSeries<LatencyBin>((entity, ids, range, bins) =>
    this.queries.readLatencies(entity, ids, range, bins),
  );
}

function loadSeries<T>(
  read: (
    entity: SeriesEntity,
    projectIds: readonly number[],
    range: FigureRange,
    bins: readonly Date[],
  ) => Promise<BinRow<T>[]>,
): BatchLoader<SeriesKey, Bins<T>> {
  const toText = (key: SeriesKey) =>
    `${key.entity} ${toRangeText(key)} ${key.bins.length} ${key.bins.at(-1)?.getTime()}`;
  return {
    cacheKey: (key) => `${key.projectId} ${toText(key)}`,
    batch: (keys) =>
      loadInGroups(keys, toText, async (group, key) => {
        const ids = group.map(({ projectId }) => projectId);
        const rows = key.bins.length > 0 ? await read(key.entity, ids, key, key.bins) : [];
        const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
        return ids.map((id) => Map.groupBy(byProject.get(id) ?? [], ({ bin }) => bin));
      }),
  };
}
